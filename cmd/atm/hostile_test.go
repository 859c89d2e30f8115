package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// hostile returns texts that try to be a command, a format, a style, an escape
// sequence, more than one tmux command, or too much. Those that would run a
// command leave a file at mark.
func hostile(mark string) map[string]string {
	touch := "touch " + mark
	return map[string]string{
		"a status command":   "#(" + touch + ")",
		"a shell command":    "$(" + touch + ")`" + touch + "`",
		"a quoted command":   `'; ` + touch + `; '"; ` + touch + `; "`,
		"a tmux command":     "x ; run-shell '" + touch + "' ;",
		"a trailing ;":       "x;",
		"an escaped ;":       `x\;`,
		"a format":           "#{pane_id}#{E:@meta.claude.title}#{l:x}",
		"half a format":      "#{?a,b},c}#{",
		"a style":            "#[fg=red]red#[bg=blue",
		"an option":          "-u",
		"a target":           "-t %1",
		"an OSC sequence":    "\x1b]0;pwned\a\x1b[31m",
		"C1 and bidi":        "\u009b31m\u202eabc\u200b",
		"newlines":           "a\nset -g @x 1\n",
		"NUL":                "a\x00b",
		"a time format":      "%H:%M%%",
		"invalid UTF-8":      "a\xff\xfeb",
		"a megabyte":         strings.Repeat("#(", 1<<19),
		"entries of a list":  " main.x=permission a=b",
		"a path out of here": "../../../../etc/passwd",
	}
}

// TestHostile puts hostile text into every field of every kind of event, with a
// client attached that draws the icons and the options in each place where tmux
// draws: no command runs, nothing leaks, no other pane changes.
func TestHostile(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	pane := s.NewPane()
	mark := filepath.Join(t.TempDir(), "pwned")
	screen := s.Attach()
	drawn := "#{E:@atm_pane} " + draw.Text(tmuxopt.Detail) + "|" + draw.TitleFormat() + "|" +
		draw.Text(tmuxopt.Prompt) + draw.Text(tmuxopt.Said) + draw.ContextFormat() + draw.CostFormat() +
		draw.EffortFormat() + draw.TasksFormat()
	for name, value := range map[string]string{
		"@atm_pane": draw.PaneIDFormat(tmuxopt.Auto), "pane-border-status": "top",
		"pane-border-format": draw.MeterFormat(tmuxopt.Auto) + drawn, "status-right": drawn + " " +
			draw.CountsFormat(tmuxopt.Auto),
		"status-right-length": "200", "window-status-format": "#I" + draw.WindowFormat(tmuxopt.Auto) + drawn,
		"window-status-current-format": drawn,
	} {
		s.Tmux("set-option", "-g", name, value)
	}
	s.Tmux("select-window", "-t", pane)
	lists := []tmuxopt.Option{
		tmuxopt.Waiting, tmuxopt.Agents, tmuxopt.History, tmuxopt.TaskList, tmuxopt.Teammates,
	}
	for name, text := range hostile(mark) {
		for _, payload := range hostilePayloads(t, text) {
			if out := runInPane(t, s, pane, payload, "hook"); out != "" {
				t.Errorf("%s: a hook has printed %q", name, out)
			}
		}
		fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s"}`)
		startEffort(t, s, pane, text)
		feed(t, s, pane, "statusline", hostileStatusLine(t, text))
		panes := readPanes(t, s)
		if diff := cmp.Diff(tmuxopt.Options{}, panes["%0"]); diff != "" {
			t.Errorf("%s: another pane has (-want +got):\n%s", name, diff)
		}
		for option, value := range panes[pane] {
			if !slices.Contains(lists, option) && value != tmuxopt.Text(value) {
				t.Errorf("%s: %s = %q", name, option, value)
			}
		}
		if _, err := os.Stat(mark); err == nil {
			t.Fatalf("%s: a command was run", name)
		}
		runInPane(t, s, pane, "", "effort", "done")
	}
	checkNames(t, s, pane)
	fire(t, s, pane,
		`{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"the #[fg=red]end#(x)"}`)
	screen.Until("the last title is drawn to the letter", func() bool {
		return strings.Contains(screen.Tmux("capture-pane", "-p"), "|the #[fg=red]end#(x)")
	})
	if _, err := os.Stat(mark); err == nil {
		t.Error("a command was run by drawing")
	}
}

// startEffort puts the text into every field of an effort and of a handoff, and into what says
// which skills start one, and shows them.
func startEffort(t *testing.T, s *tmuxtest.Server, pane, text string) {
	t.Helper()
	text = strings.ReplaceAll(text, "\x00", "") // of which no argument can have any
	short := text[:min(len(text), tmuxopt.MaxEffortText/2)]
	s.Tmux("set-option", "-g", "--", tmuxopt.EffortSkillsOption, short+" x")
	atm := func(stdin string, args ...string) {
		t.Helper()
		if out := runInPane(t, s, pane, stdin, args...); out != tmuxopt.Lines(out) {
			t.Errorf("atm %.100q has printed %q", args, out)
		}
	}
	atm("", "effort", "start", "--phase="+short, "--", short)
	atm("", "effort", "note", "--", short)
	if path := "/" + short; tmuxopt.Path(path) != "" {
		atm("", "effort", "log", "--log="+path)
	}
	atm(text[:min(len(text), 2000)], "handoff")
	atm("", "handoff", "--show")
	atm("", "effort")
	atm("", "ls", "--tree", "--by", "dir")
}

// hostilePayloads puts the text into every field.
func hostilePayloads(t *testing.T, text string) []string {
	t.Helper()
	fields := map[string]any{"tool_input": map[string]any{text: text,
		"questions": []any{map[string]any{"question": text}},
		"command":   text, "skill": text, "file_path": text, "url": text, "plan": text, "old_string": text},
		"background_tasks": []any{map[string]any{"id": text, "type": "subagent", "status": "running",
			"agent_type": text}}}
	for _, name := range []string{"session_id", "transcript_path", "cwd", "permission_mode", "agent_type",
		"model", "session_title", "source", "reason", "trigger",
		"error", "prompt", "message", "last_assistant_message", "tool_name", "mcp_server_name",
		"elicitation_id", "notification_type", "task_id", "teammate_name", "team_name", "command_name"} {
		fields[name] = text
	}
	var payloads []string
	for _, event := range []string{"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest",
		"SubagentStart", "StopFailure", "Stop", "Elicitation", "PreCompact", "Notification", "SessionEnd",
		"TaskCreated", "TaskCompleted", "TeammateIdle", "UserPromptExpansion", text} {
		fields["hook_event_name"] = event
		delete(fields, "agent_id")
		if event == "SubagentStart" {
			fields["agent_id"] = text
		}
		payload, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		payloads = append(payloads, string(payload))
	}
	return payloads
}

// hostileStatusLine puts the text into every field of a status line of the pane's session.
func hostileStatusLine(t *testing.T, text string) string {
	t.Helper()
	numbers := map[string]any{"used_percentage": text, "resets_at": text, "total_input_tokens": text}
	line, err := json.Marshal(map[string]any{
		"session_id": "s", "session_name": text, "model": map[string]any{"id": text},
		"effort": map[string]any{"level": text}, "worktree": map[string]any{"branch": text},
		"cost": map[string]any{"total_cost_usd": text}, "context_window": numbers,
		"rate_limits": map[string]any{"five_hour": numbers, "seven_day": text}, text: text,
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// checkNames fails if the pane has an option that is not in the schema.
func checkNames(t *testing.T, s *tmuxtest.Server, pane string) {
	t.Helper()
	known := map[string]bool{}
	for _, f := range tmuxopt.Schema() {
		known[string(f.Option)] = true
	}
	for _, name := range tmuxtest.InternalOptions {
		known[string(name)] = true
	}
	for line := range strings.Lines(s.Tmux("show-options", "-pt", pane)) {
		if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); !known[name] {
			t.Errorf("unexpected option %q", line)
		}
	}
}
