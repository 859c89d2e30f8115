package hookmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// TestWords: what a session was asked, wants and has said, over several events.
func TestWords(t *testing.T) {
	t.Parallel()
	const (
		remove = `"tool_name":"Bash","tool_input":{"command":"rm -rf build/"}`
		edit   = `"tool_name":"Edit","tool_input":{"file_path":"/dir/src/a.go","old_string":"a","new_string":"b"}`
		which  = `"tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which one?"},{}]}`
	)
	prompt := func(text string) string { return event("UserPromptSubmit", `"prompt":"`+text+`"`) }
	said := func(text string) string { return event("Stop", `"last_assistant_message":"`+text+`"`) }
	callKey := func(payload string) string { return waitingKey(t, payload) }
	tests := []struct {
		name   string
		before opt.Options
		events []string
		want   changes
	}{
		{
			name: "a prompt", events: []string{prompt(`\n  Fix the parser  \nand test it`)},
			want: changes{"prompt": "Fix the parser"},
		},
		{
			name:   "a paste that Claude Code has marked",
			events: []string{prompt(`\n\n<pasted_content id=\"f665\">\nFix it\nand test\n</pasted_content`)},
			want:   changes{"prompt": "Fix it"},
		},
		{
			name:   "a prompt that Claude Code has sent itself",
			before: pane("prompt", "Fix the parser"),
			events: []string{prompt(`<task-notification>\n<task-id>`)},
			want:   changes{},
		},
		{
			name: "a subagent hands its report back", before: pane("prompt", "Fix the parser"),
			events: []string{prompt(handBack)}, want: changes{},
		},
		{
			name: "a background agent was stopped", before: pane("prompt", "Fix the parser"),
			events: []string{prompt(`Background agent \"x\" was stopped by the user.`)}, want: changes{},
		},
		{
			name: "a person asks about such words", before: pane("prompt", "Fix the parser"),
			events: []string{prompt(`Why <agent-message from=\"x\">\n[Subagent hand-back]?`)},
			want:   changes{"prompt": `Why <agent-message from="x">`},
		},
		{
			name: "Claude Code says that a person has typed it", before: pane("prompt", "Fix the parser"),
			events: []string{event("UserPromptSubmit", `"source":"user","prompt":"<task-notification>\nx"`)},
			want:   changes{"prompt": "<task-notification>"},
		},
		{
			name: "a prompt of a picture only", before: pane("prompt", "Fix the parser"),
			events: []string{prompt("")}, want: changes{"prompt": ""},
		},
		{
			name: "a long prompt in wide letters", events: []string{prompt(strings.Repeat("日", 150))},
			want: changes{"prompt": strings.Repeat("日", 99) + "…"},
		},
		{
			name: "controls", events: []string{prompt(`a\u001b]0;x\u0007b\u202ec`)},
			want: changes{"prompt": "a\ufffd]0;x\ufffdbc"},
		},
		{
			name:   "the answer of the turn before is no answer to this prompt",
			before: pane("said", "Which one?", "intent", "question"), events: []string{prompt("the first")},
			want: changes{"prompt": "the first", "said": "", "intent": ""},
		},

		{
			name: "a dialog", events: []string{event("PermissionRequest", remove)},
			want: changes{"request": "Bash: rm -rf build/", "request_call": callKey(event("PermissionRequest",
				remove))},
		},
		{
			name: "a tool whose input tells nothing", events: []string{event("PermissionRequest",
				`"tool_name":"Frobnicate","tool_input":{"n":1}`)},
			want: changes{"request_call": callKey(event("PermissionRequest",
				`"tool_name":"Frobnicate","tool_input":{"n":1}`))},
		},
		{
			name: "its path is shortened to the project", events: []string{event("PermissionRequest", edit)},
			want: changes{
				"request": "Edit: src/a.go (+1 −1)", "request_call": callKey(event("PermissionRequest",
					edit)),
			},
		},
		{
			name: "a question of several", events: []string{event("PreToolUse", which)},
			want: changes{"request": "Which one? (+1 more)", "request_call": callKey(event("PreToolUse",
				which))},
		},
		{
			name:   "answered",
			events: []string{event("PermissionRequest", remove), event("PostToolUse", remove)},
			want:   changes{"request_call": callKey(event("PermissionRequest", remove))},
		},
		{
			name:   "of two calls the last one's",
			events: []string{event("PermissionRequest", remove), event("PermissionRequest", edit)},
			want: changes{
				"request": "Edit: src/a.go (+1 −1)", "request_call": callKey(event("PermissionRequest",
					edit)),
			},
		},
		{
			name: "of two calls the first is answered: the last one's stays",
			events: []string{
				event("PermissionRequest", remove), event("PermissionRequest", edit), event("PostToolUse",
					remove),
			},
			want: changes{
				"request": "Edit: src/a.go (+1 −1)", "request_call": callKey(event("PermissionRequest",
					edit)),
			},
		},
		{
			name: "of two calls the last is answered: what the first wants is not known any more",
			events: []string{
				event("PermissionRequest", remove), event("PermissionRequest", edit), event("PostToolUse",
					edit),
			},
			want: changes{"request_call": callKey(event("PermissionRequest", edit))},
		},
		{
			name:   "the main thread goes on while a subagent asks",
			events: []string{event("PermissionRequest", remove, agent), event("PostToolBatch")},
			want: changes{
				"request":      "Bash: rm -rf build/",
				"request_call": callKey(event("PermissionRequest", remove, agent)),
			},
		},
		{
			name:   "the subagent that asks ends",
			events: []string{event("PermissionRequest", remove, agent), event("SubagentStop", agent)},
			want:   changes{"request_call": callKey(event("PermissionRequest", remove, agent))},
		},
		{
			name: "the turn ends", events: []string{event("PermissionRequest", remove), event("Stop")},
			want: changes{"request_call": callKey(event("PermissionRequest", remove))},
		},
		{
			name: "somebody types instead", events: []string{event("PermissionRequest", remove),
				prompt("no")},
			want: changes{"prompt": "no", "request_call": callKey(event("PermissionRequest", remove))},
		},
		{
			name:   "a server asks for input",
			events: []string{event("Elicitation", form, `"message":"Which account?"`)},
			want: changes{
				"request": "mcp s: Which account?", "request_call": callKey(event("Elicitation", form)),
			},
		},

		{
			name: "a report", events: []string{said("I fixed it.\\n\\nAll tests pass.")},
			want: changes{"said": "All tests pass.", "intent": "completion"},
		},
		{
			name: "a question", events: []string{said("There are two ways. Shall I take the first?")},
			want: changes{"said": "Shall I take the first?", "intent": "question"},
		},
		{
			name: "an answer without text", before: pane("said", "Done.", "intent", "completion"),
			events: []string{event("Stop")}, want: changes{"said": "", "intent": ""},
		},
		{
			name:   "the end of a long answer counts",
			events: []string{said(strings.Repeat("Is it? ", 10000) + "\\n\\nIt is done.")},
			want:   changes{"said": "It is done.", "intent": "completion"},
		},
		{
			name:   "a compaction that somebody asks for",
			before: pane("said", "Shall I?", "intent", "question"),
			events: []string{event("PreCompact", `"trigger":"manual"`)}, want: changes{"said": "", "intent": ""},
		},
		{
			name: "a compaction in mid-turn", before: pane("said", "s", "intent", "completion"),
			events: []string{event("PreCompact", `"trigger":"auto"`)}, want: changes{},
		},
		{
			name: "a subagent's words are not the session's", before: pane("agents", " a1=Explore"),
			events: []string{event("SubagentStop", agent, `"last_assistant_message":"Shall I?"`)},
			want:   changes{},
		},
		{
			name: "a subagent has started in the background", before: pane("given", "Find slow jobs", "given_agent", "a0"),
			events: []string{event("PostToolUse", `"tool_name":"Agent","tool_input":{"description":"Measure the\n`+
				`caches #(x)","prompt":"p"},"tool_response":{"isAsync":true,"agentId":"a1","description":[1]}`)},
			want: changes{"given": "Measure the caches #(x)", "given_agent": "a1"},
		},
		{
			name: "a subagent in the foreground has ended", before: pane("given", "Find slow jobs", "given_agent", "a0"),
			events: []string{event("PostToolUse", `"tool_name":"Agent","tool_input":{"description":"Measure"},`+
				`"tool_response":{"status":"completed","content":[{"agentId":"a1"}]}`)},
			want: changes{},
		},
		{
			name: "another tool speaks of a subagent",
			events: []string{event("PostToolUse", `"tool_name":"Read","tool_input":{"description":"Measure"},`+
				`"tool_response":{"agentId":"a1"}`)},
			want: changes{},
		},
		{
			name: "somebody else's hook has the turn go on, and it is interrupted",
			events: []string{
				said("Shall I?"), event("PreToolUse", remove),
				event("Notification", `"notification_type":"idle_prompt"`),
			},
			want: changes{},
		},
		{
			name:   "somebody else's hook has the turn go on, and it fails",
			events: []string{said("Shall I?"), event("PreToolUse", remove), event("StopFailure", `"error":"x"`)},
			want:   changes{},
		},
		{
			name:   "a question is still open a minute later",
			events: []string{said("Shall I?"), event("Notification", `"notification_type":"idle_prompt"`)},
			want:   changes{"said": "Shall I?", "intent": "question"},
		},
		{
			name: "a new session", before: pane("prompt", "p", "said", "s", "intent", "question", "request",
				"r",
				"request_call", "main.x"),
			events: []string{event("SessionStart", `"source":"clear"`)},
			want:   changes{"prompt": "", "said": "", "intent": "", "request": "", "request_call": ""},
		},
		{
			name:   "after its end a session still has been about something",
			before: pane("prompt", "p", "said", "s", "request", "r", "request_call", "main.x"),
			events: []string{event("SessionEnd", `"reason":"other"`)},
			want:   changes{"request": "", "request_call": ""},
		},
		{
			name: "an event that comes after that", before: opt.Options{opt.SessionID: id, opt.Said: "s"},
			events: []string{event("PermissionRequest", remove), said("Shall I?")}, want: changes{},
		},
		{
			name:   "turned off",
			before: opt.Apply(pane("said", "s", "prompt", "p"), []opt.Edit{opt.Set(opt.WordsOption, "off")}),
			events: []string{prompt("secret"), event("PermissionRequest", remove), said("Which secret?")},
			want: changes{
				"prompt": "", "said": "", "intent": "question",
				"request_call": callKey(event("PermissionRequest", remove)),
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := tt.before
			if before == nil {
				before = pane()
			}
			options := before
			for _, payload := range tt.events {
				options = after(t, options, payload, hookmap.Context{})
			}
			got := changedOf(before, options, func(g opt.Group) bool { return g == opt.Texts })
			delete(got, opt.FirstPrompt.Name()) // see TestFirstPrompt
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestFirstPrompt: a session is called by its first prompt that was no command, which later ones do not change.
func TestFirstPrompt(t *testing.T) {
	t.Parallel()
	options := pane()
	for _, step := range []struct{ prompt, want string }{
		{"/clear", ""}, {"Fix the parser", "Fix the parser"}, {"/compact", "Fix the parser"}, {"Go on", "Fix the parser"},
	} {
		payload := event("UserPromptSubmit", fmt.Sprintf(`"prompt":%q`, step.prompt))
		options = after(t, options, payload, hookmap.Context{})
		if got := options[opt.FirstPrompt]; got != step.want {
			t.Errorf("after %q: %q, not %q", step.prompt, got, step.want)
		}
	}
}

// TestDoing: while a tool runs it is said what it does, and no longer.
func TestDoing(t *testing.T) {
	t.Parallel()
	tool := `"tool_name": "Bash", "tool_input": {"command": "go test ./..."}`
	options := after(t, pane(), event("PreToolUse", tool), hookmap.Context{})
	if got := options[opt.Doing]; got != "Bash: go test ./..." {
		t.Errorf("while it runs: %q", got)
	}
	for _, next := range []string{"PostToolUse", "PostToolBatch", "Stop", "UserPromptSubmit", "PreCompact"} {
		if got := after(t, options, event(next, tool), hookmap.Context{})[opt.Doing]; got != "" {
			t.Errorf("after %s: %q", next, got)
		}
	}
	agents := event("PreToolUse", tool, `"agent_id": "a1", "agent_type": "Explore"`)
	if got := after(t, options, agents, hookmap.Context{})[opt.Doing]; got != "Bash: go test ./..." {
		t.Errorf("a tool of a subagent: %q", got)
	}
}

// TestDetailOfOpenCall: what is answered is not shown in the place of what is open.
func TestDetailOfOpenCall(t *testing.T) {
	t.Parallel()
	const (
		first  = `"tool_name":"Bash","tool_input":{"command":"ls"}`
		second = `"tool_name":"Edit","tool_input":{"file_path":"/dir/a.go"}`
	)
	tests := []struct {
		name   string
		events []string
		want   string
	}{
		{
			name:   "the last call is open",
			events: []string{event("PermissionRequest", first), event("PermissionRequest", second)},
			want:   "Permission: Edit",
		},
		{
			name: "the first one is answered",
			events: []string{
				event("PermissionRequest", first), event("PermissionRequest", second), event("PostToolUse", first),
			},
			want: "Permission: Edit",
		},
		{
			name: "the last one is answered: of the first one only the kind is known",
			events: []string{
				event("PermissionRequest", first), event("PermissionRequest", second), event("PostToolUse", second),
			},
			want: "permission",
		},
		{
			name: "a notification tells of a call after one that was answered",
			events: []string{
				event("PermissionRequest", first), event("PostToolUse", first),
				event("Notification", `"notification_type":"permission_prompt","message":"permission to use Read"`),
			},
			want: "Permission: Read",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			options := pane()
			for _, payload := range tt.events {
				options = after(t, options, payload, hookmap.Context{})
			}
			if got := options[opt.Detail]; got != tt.want || options.State() != opt.Attention {
				t.Errorf("detail %q in state %s, want %q", got, options.State(), tt.want)
			}
		})
	}
}

// TestResumedAnswer: a session that goes on shows what it has said last, and what it has asked is still open.
func TestResumedAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, answer string
		said         string
		want         opt.ShownState
	}{
		{name: "a question", answer: "There are two.\n\nWhich \x1bone?", said: "Which \ufffdone?", want: opt.ShownQuestion},
		{name: "an end", answer: "All is done.", said: "All is done.", want: opt.ShownState(opt.Idle)},
		{name: "no answer is known", want: opt.ShownState(opt.Idle)},
	} {
		before := pane("said", "of another session", "intent", "question")
		c := hookmap.Context{AnsweredLast: tt.answer}
		got := after(t, before, event("SessionStart", `"source":"resume"`), c)
		if got[opt.Said] != tt.said || got.ShownState() != tt.want {
			t.Errorf("%s: %q, and it is %s", tt.name, got[opt.Said], got.ShownState())
		}
		got = after(t, got, event("UserPromptSubmit", `"prompt":"the first"`), hookmap.Context{})
		if got[opt.Said] != "" || got.ShownState() != opt.ShownState(opt.Working) {
			t.Errorf("%s: after a prompt %q, and it is %s", tt.name, got[opt.Said], got.ShownState())
		}
	}
}

// TestCalledByTranscript: a session that goes on in another pane is called as its transcript calls it, also after its
// next prompt.
func TestCalledByTranscript(t *testing.T) {
	t.Parallel()
	asked := hookmap.Context{AskedFirst: "\n fix \x1bthe parser\nand test it"}
	got := after(t, pane("first_prompt", "of another session"), event("SessionStart", `"source":"resume"`), asked)
	for _, when := range []string{"when it starts", "after its next prompt"} {
		if got[opt.FirstPrompt] != "fix \ufffdthe parser" {
			t.Errorf("%s it is called %q", when, got[opt.FirstPrompt])
		}
		got = after(t, got, event("UserPromptSubmit", `"prompt":"and the rest"`), hookmap.Context{})
	}
}
