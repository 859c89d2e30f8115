package dialect_test

import (
	"slices"
	"strings"
	"testing"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	opt "atm/tmuxopt"
)

// TestAgents: each row is complete, and names only events that the rules know.
func TestAgents(t *testing.T) {
	t.Parallel()
	var known []hookmap.EventName
	for _, e := range hookmap.Events() {
		known = append(known, e.Name)
	}
	for _, a := range dialect.Agents() {
		if a.Name == "" || a.Name != opt.ID(a.Name) || a.Title == "" || a.Source == "" || len(a.Programs) == 0 ||
			a.Settings.Dir == "" || len(a.Settings.Files) == 0 {
			t.Errorf("%q: something is missing: %+v", a.Name, a)
		}
		if dialect.Of(a.Name) != a {
			t.Errorf("%s is not found by its name, or is there twice", a.Name)
		}
		for _, e := range a.Rows() {
			if e.As != "" && !slices.Contains(known, e.As) {
				t.Errorf("%s: %s is mapped to %s, which no rule knows", a.Name, e.Name, e.As)
			}
			if e.If != "" && a.Qualifier == "" {
				t.Errorf("%s: %s depends on a member that is not named", a.Name, e.Name)
			}
		}
		for _, event := range []hookmap.EventName{hookmap.UserPromptSubmit, hookmap.PreToolUse, hookmap.Stop} {
			if !slices.ContainsFunc(a.Rows(), func(e hookmap.DialectEvent) bool { return e.As == event }) {
				t.Errorf("%s has no %s", a.Name, event)
			}
		}
	}
	if dialect.Of("claude") != nil || dialect.Of("") != nil {
		t.Error("Claude Code is listed among the others")
	}
}

// FuzzDecode: no payload of an agent asks for an answer, and an event that no row lists has no name.
func FuzzDecode(f *testing.F) {
	for _, payload := range []string{
		`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		`{"tool_input":{"description":1},"hook_event_name":"stop","status":"aborted"}`,
		`{"hook_event_name":"Notification","message":"Droid needs your permission to use Execute"}`,
		`[]`,
	} {
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, payload string) {
		for _, a := range dialect.Agents() {
			p, _ := a.Decode(strings.NewReader(payload))
			if p.ToolInput != nil || p.Suggestions != nil {
				t.Errorf("%s: %s asks for an answer", a.Name, payload)
			}
			listed := slices.ContainsFunc(a.Rows(), func(e hookmap.DialectEvent) bool { return string(e.As) == p.Event })
			if p.Event != "" && !listed {
				t.Errorf("%s: %s is the event %s", a.Name, payload, p.Event)
			}
			if p.Agent != a.Name {
				t.Errorf("%s: the agent is %q", a.Name, p.Agent)
			}
		}
	})
}

func TestRuns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		want bool
	}{
		{name: "the program", args: []string{"codex"}, want: true},
		{name: "by its path", args: []string{"/opt/x/codex", "resume"}, want: true},
		{name: "a script of node", args: []string{"node", "/usr/bin/codex"}, want: true},
		{name: "with options of node", args: []string{"/usr/bin/node", "--no-warnings", "/lib/codex.js", "-p"}, want: true},
		{name: "a shell that runs the hook", args: []string{"sh", "-c", "atm hook --agent codex"}},
		{name: "an editor of a file of that name", args: []string{"vim", "codex"}},
		{name: "a helper of it", args: []string{"/opt/x/codex-linux-sandbox"}},
		{name: "a process that hides its arguments", args: nil},
		{name: "a script in its directory, under another name", want: true, // as Cursor's installer starts it
			args: []string{"/h/.local/bin/agent", "--use-system-ca", "/h/x/cursor-agent/versions/2026/index.js"}},
		{name: "a program of that other name", args: []string{"/h/.local/bin/agent", "/h/index.js"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := dialect.Runs([]string{"codex", "cursor-agent/versions/"}, tt.args); got != tt.want {
				t.Errorf("%q: %t", tt.args, got)
			}
		})
	}
}

func TestSigns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, agent, title, want string }{
		{name: "Codex asks", agent: "codex", title: "[ ! ] Action Required | work", want: "waiting"},
		{name: "Codex works", agent: "codex", title: "⠧ work", want: "busy"},
		{name: "Codex is idle, or shows no activity", agent: "codex", title: "work"},
		{name: "Codex has just begun", agent: "codex"},
		{name: "Gemini CLI asks", agent: "gemini", title: "✋  Action Required (work)  ", want: "waiting"},
		{name: "Gemini CLI works", agent: "gemini", title: "✦  Working… (work)", want: "busy"},
		{name: "Gemini CLI is idle", agent: "gemini", title: "◇  Ready (work)", want: "idle"},
		{name: "the title of Gemini CLI is fixed", agent: "gemini", title: "Gemini CLI (work)"},
		{name: "Qwen Code shows nothing", agent: "qwen", title: "Qwen - work"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := dialect.Of(tt.agent).Signs.Status(tt.title); got != tt.want {
				t.Errorf("%q says %q, want %q", tt.title, got, tt.want)
			}
		})
	}
}

// TestSessions: what the end of the file says in which Copilot CLI writes down a session.
func TestSessions(t *testing.T) {
	t.Parallel()
	const (
		message   = `{"type":"assistant.message","data":{}}`
		requested = `{"type":"permission.requested","data":{"requestId":"1"}}`
		completed = `{"type":"permission.completed","data":{"requestId":"1"}}`
		another   = `{"type":"permission.requested","data":{"requestId":"2"}}`
		abort     = `{"type":"abort","data":{"reason":"user_initiated"}}`
		stop      = `{"type":"hook.start","data":{"hookType":"agentStop"}}`
	)
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{name: "it asks", lines: []string{message, requested}, want: hookmap.StatusWaiting},
		{name: "it is answered", lines: []string{message, requested, completed}, want: hookmap.StatusBusy},
		{name: "another call asks", lines: []string{requested, another, completed}, want: hookmap.StatusWaiting},
		{name: "the model goes on, and may ask a question", lines: []string{requested, completed, message}},
		{name: "it is interrupted", lines: []string{requested, abort}, want: hookmap.StatusIdle},
		{name: "it is interrupted, which completes the request", lines: []string{requested, abort, completed},
			want: hookmap.StatusIdle},
		{name: "it has stopped", lines: []string{message, stop}, want: hookmap.StatusIdle},
		{name: "the next prompt", lines: []string{abort, `{"type":"user.message"}`}},
		{name: "the end of a line, and what is none", lines: []string{`"requestId":"1"}}`, "[]", requested, "{"},
			want: hookmap.StatusWaiting},
		{name: "nothing"},
	} {
		if got := dialect.Of("copilot").SessionFile.Status([]byte(strings.Join(tt.lines, "\n"))).Status; got != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}
