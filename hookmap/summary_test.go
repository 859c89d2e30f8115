package hookmap_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/trace"
	opt "atm/tmuxopt"
)

// across sends a summary through JSON, as a gate does.
func across(t *testing.T, s hookmap.Summary) hookmap.Summary {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var arrived hookmap.Summary
	if err := json.Unmarshal(text, &arrived); err != nil {
		t.Fatal(err)
	}
	return arrived
}

// elsewhere takes away what does not go through a gate.
func elsewhere(edits []opt.Edit) []string {
	var lines []string
	for _, e := range edits {
		line := opt.Describe(e)
		if !strings.Contains(line, string(opt.TranscriptPath)) {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestSummaryReplay: a summary makes the edits that its payload makes, for every event of
// the recorded sessions.
func TestSummaryReplay(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_800_000_000, 0)
	for _, scene := range trace.All() {
		rows, err := trace.Read(scene)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Hook == nil {
				continue
			}
			p, err := hookmap.Decode(bytes.NewReader(row.Hook))
			if err != nil {
				t.Fatal(err)
			}
			c := hookmap.Context{Now: at, TranscriptExists: true, Home: "/home/u"}
			got := elsewhere(across(t, p.Summary(c)).Map(at))
			if diff := cmp.Diff(elsewhere(hookmap.Map(p, c)), got); diff != "" {
				t.Errorf("%s: %.200s\n(-payload +summary):\n%s", scene, row.Hook, diff)
			}
		}
	}
}

// TestSummary has what the recordings have not.
func TestSummary(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long words, ", 1000)
	for _, tt := range []struct {
		name, payload string
	}{
		{
			name:    "a slash command",
			payload: `{"hook_event_name":"UserPromptExpansion","session_id":"s","command_name":"tools:fix"}`,
		},
		{
			name: "a skill",
			payload: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Skill",` +
				`"tool_input":{"skill":"tools:fix","args":"it"}}`,
		},
		{name: "a task", payload: `{"hook_event_name":"TaskCreated","session_id":"s","task_id":"1 2"}`},
		{
			name:    "a task that is done",
			payload: `{"hook_event_name":"TaskCompleted","session_id":"s","task_id":"1"}`,
		},
		{
			name: "a teammate",
			payload: `{"hook_event_name":"TeammateIdle","session_id":"s","agent_id":"x",` +
				`"teammate_name":"a b","team_name":"t"}`,
		},
		{
			name: "a prompt of many lines that Claude Code has marked as pasted",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s",` +
				`"prompt":"<pasted_content id=\"a\">\nfirst\nsecond"}`,
		},
		{
			name:    "a prompt of Claude Code itself",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"<task-notification>\nx"}`,
		},
		{
			name:    "the report of a subagent",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"` + handBack + `"}`,
		},
		{
			name:    "a person's prompt that looks like one behind its first line",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"look:\n<task-notification>"}`,
		},
		{
			name:    "a prompt from a source that is no person",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","source":"loop","prompt":"again"}`,
		},
		{
			name: "a long answer that ends with a question",
			payload: `{"hook_event_name":"Stop","session_id":"s",` +
				`"last_assistant_message":"` + long + `. Shall I go on?"}`,
		},
		{
			name: "an error that has no name",
			payload: `{"hook_event_name":"StopFailure","session_id":"s","error":"unknown",` +
				`"last_assistant_message":"API Error: 529\nmore"}`,
		},
		{
			name: "a long question of an MCP server",
			payload: `{"hook_event_name":"Elicitation","session_id":"s",` +
				`"mcp_server_name":"m","elicitation_id":"e","message":"` + long + `"}`,
		},
		{
			name: "a question, of which the answers do not count",
			payload: `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"AskUserQuestion",` +
				`"tool_input":{"questions":[{"question":"Which?"}],"answers":{"Which?":"this"}}}`,
		},
		{
			name: "agents in the background, and what is none",
			payload: `{"hook_event_name":"Stop","session_id":"s","background_tasks":[` +
				`{"id":"main","type":"teammate","status":"running"},{"id":"b","type":"shell","status":"running"},` +
				`{"id":"c","type":"subagent","status":"done"},` +
				`{"id":"d","type":"subagent","status":"running","agent_type":"x y"}]}`,
		},
		{
			name: "a mode, a title and a model",
			payload: `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","cwd":"/w",` +
				`"permission_mode":"plan","model":"m","session_title":"t"}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := hookmap.Decode(strings.NewReader(tt.payload))
			if err != nil {
				t.Fatal(err)
			}
			c := hookmap.Context{Now: now, Old: true}
			s := across(t, p.Summary(c))
			if diff := cmp.Diff(elsewhere(hookmap.Map(p, c)), elsewhere(s.Map(now))); diff != "" {
				t.Errorf("(-payload +summary):\n%s", diff)
			}
		})
	}
}

// TestSummaryKeepsSecrets: what a tool gets and puts out, and all but the beginning of a
// prompt and the end of an answer, stays where it is.
func TestSummaryKeepsSecrets(t *testing.T) {
	t.Parallel()
	for _, payload := range []string{
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"SECRET"},` +
			`"tool_response":"SECRET"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"/a","content":"SECRET"}}`,
		`{"hook_event_name":"PermissionRequest","tool_name":"Edit",` +
			`"tool_input":{"file_path":"/a","old_string":"SECRET"}}`,
		`{"hook_event_name":"UserPromptSubmit","prompt":"first\nSECRET"}`,
		`{"hook_event_name":"Stop","last_assistant_message":"SECRET. Done."}`,
		`{"hook_event_name":"Stop","transcript_path":"/SECRET",` +
			`"background_tasks":[{"id":"a","description":"SECRET"}]}`,
	} {
		p, err := hookmap.Decode(strings.NewReader(payload))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p.Summary(hookmap.Context{}))
		if err != nil || bytes.Contains(text, []byte("SECRET")) {
			t.Errorf("%s: error %v\n%s", payload, err, text)
		}
	}
}
