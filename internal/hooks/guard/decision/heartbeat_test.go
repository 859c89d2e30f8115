package decision_test

import (
	"strings"
	"testing"
	"time"

	"atm/internal/hooks/guard/decision"
	opt "atm/tmuxopt"
)

// TestHeartbeat: the calls of an effort are counted; the model is reminded at each multiple of the
// limit, and denied calls only if that is asked for.
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	const reminded, denied = "since anything was written down about", "this call was denied"
	with := func(heartbeat string, kv ...string) opt.Options {
		return pane(
			append(kv, "effort", "the parser", "heartbeat", heartbeat, "effort_started", "1700000000")...)
	}
	logged := func(heartbeat string, kv ...string) opt.Options {
		return with(heartbeat, append(kv, "effort_log", "/p/log.md", "effort_log_time", "1799999000")...)
	}
	edit := `{"file_path":"/p/log.md","old_string":"a","new_string":"b"}`
	tests := []struct {
		name    string
		options opt.Options
		event   decision.Event
		changed time.Time // of the log
		want    decided   // of which both texts are parts
		count   string
	}{
		{name: "no effort is open", options: pane("heartbeat", "30"), event: bash(t, "ls"), count: "30"},
		{name: "the first call", options: with(""), event: bash(t, "ls"), count: "1"},
		{name: "below the limit", options: with("8"), event: bash(t, "ls"), count: "9"},
		{
			name: "at the limit", options: with("9"), event: bash(t, "ls"), count: "10",
			want: decided{Context: "tool call 10 " + reminded},
		},
		{name: "behind the limit", options: with("10"), event: bash(t, "ls"), count: "11"},
		{
			name: "at twice the limit", options: with("19"), event: bash(t, "ls"), count: "20",
			want: decided{Context: "tool call 20 " + reminded},
		},
		{
			name: "a subagent, which has part in the effort", options: with("9"), count: "10",
			event: tool(t, "Read", `{"file_path":"/x"}`, `"agent_id":"a1"`, `"agent_type":"Explore"`),
			want:  decided{Context: reminded},
		},
		{
			name: "a helper of Claude Code, which has none", options: with("9"), count: "9",
			event: tool(t, "Bash", `{"command":"true"}`, `"agent_id":"h1"`),
		},
		{
			name: "a limit of one's own", options: with("2", "@atm-guard-heartbeat", "3"), event: bash(t, "ls"),
			count: "3", want: decided{Context: reminded},
		},
		{name: "off", options: with("9", "@atm-guard-heartbeat", "off"), event: bash(t, "ls"), count: "10"},
		{
			name:    "a limit that is broken",
			options: with("9", "@atm-guard-heartbeat", "ten"),
			event:   bash(t, "ls"),
			count:   "10",
		},
		{
			name:    "a negative one",
			options: with("9", "@atm-guard-heartbeat", "-1"),
			event:   bash(t, "ls"),
			count:   "10",
		},
		{name: "a command of atm's own", options: with("9"), event: bash(t, "atm effort log"), count: "9"},
		{
			name:    "that by its path",
			options: with("9"),
			event:   bash(t, "/usr/local/bin/atm effort log"),
			count:   "9",
		},
		{
			name:    "that behind another one",
			options: with("9"),
			event:   bash(t, "cd /p && atm effort note x"),
			count:   "9",
		},
		{
			name:    "that of several lines",
			options: with("9"),
			event:   bash(t, "atm handoff <<'END'\nrm\nEND"),
			count:   "9",
		},
		{
			name:    "another program of such a name",
			options: with("8"),
			event:   bash(t, "atmx; xatm"),
			count:   "9",
		},
		{
			name:    "a question to the person",
			options: with("9"),
			event:   tool(t, "AskUserQuestion", `{}`),
			count:   "9",
		},

		{
			name: "a log is named", options: logged("9"), event: bash(t, "ls"), count: "10",
			want: decided{Context: "or edit /p/log.md"},
		},
		{
			name: "the log has changed since", options: logged("9"), event: bash(t, "ls"),
			changed: time.Unix(1_799_999_500, 0),
		},
		{
			name: "it has changed in that very second", options: logged("9"), event: bash(t, "ls"),
			changed: time.Unix(1_799_999_000, 5e8), count: "10", want: decided{Context: reminded},
		},
		{
			name: "it has changed before that", options: logged("9"), event: bash(t, "ls"),
			changed: time.Unix(1_799_998_000, 0), count: "10", want: decided{Context: reminded},
		},
		{name: "the call edits the log", options: logged("12"), event: tool(t, "Edit", edit)},
		{
			name: "the call edits another file", options: logged("3"), count: "4",
			event: tool(t, "Edit", `{"file_path":"/p/log.md.go"}`),
		},

		{
			name: "denials: the limit itself reminds", options: with("9", "@atm-guard-deny", "on"),
			event: bash(
				t,
				"ls",
			), count: "10", want: decided{Context: "Until then further tool calls are denied"},
		},
		{
			name: "denials: behind it", options: with("10", "@atm-guard-deny", "on"), event: bash(t, "ls"),
			count: "11", want: decided{Decision: "deny", Reason: denied},
		},
		{
			name: "denials: what the model is told to do", options: with("30", "@atm-guard-deny", "on"),
			event: bash(t, "atm effort note 'x'"), count: "30",
		},
		{
			name:    "denials: reading the log, which comes before an edit",
			options: logged("11", "@atm-guard-deny", "on"), event: tool(t, "Read", `{"file_path":"/p/log.md"}`), count: "12",
		},
		{
			name: "denials: editing the log", options: logged("30", "@atm-guard-deny", "on"),
			event: tool(t, "Write", edit),
		},
		{
			name: "denials: editing a log that was named from another directory", event: tool(t, "Edit", edit),
			options: with("30", "@atm-guard-deny", "on", "effort_log", "/p/src/../log.md"),
		},
		{
			name:    "denials: editing another file of that name",
			options: with("30", "@atm-guard-deny", "on", "effort_log", "/p/src/../log.md"), count: "31",
			event: tool(t, "Edit", `{"file_path":"/p/src/log.md"}`), want: decided{Decision: "deny", Reason: denied},
		},
		{
			name: "denials: the log has changed", options: logged("30", "@atm-guard-deny", "on"), event: bash(t, "ls"),
			changed: now,
		},
		{
			name: "denials: a question to the person", options: with("30", "@atm-guard-deny", "on"),
			event: tool(t, "AskUserQuestion", `{}`), count: "30",
		},
		{
			name: "denials: asked for in other words, which is not asking for them", event: bash(t, "ls"), count: "12",
			options: with("11", "@atm-guard-deny", "yes"),
		},
	}
	for _, tt := range tests {
		got, after := decide(t, tt.event, decision.Pane{Options: tt.options, LogChanged: tt.changed})
		matches := strings.Contains(got.Context, tt.want.Context) && strings.Contains(got.Reason, tt.want.Reason) &&
			(got.Context == "") == (tt.want.Context == "") &&
			got.Decision == tt.want.Decision
		if !matches {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
		if after[opt.Heartbeat] != tt.count {
			t.Errorf("%s: counted %q, want %q", tt.name, after[opt.Heartbeat], tt.count)
		}
	}
}

// TestNeedsLog: the file system is asked only when it matters.
func TestNeedsLog(t *testing.T) {
	t.Parallel()
	overdue := pane("effort", "e", "heartbeat", "9", "effort_log", "/p/log.md")
	for _, tt := range []struct {
		name    string
		event   decision.Event
		options opt.Options
		want    bool
	}{
		{"at the limit", bash(t, "ls"), overdue, true},
		{"below it", bash(t, "ls"), pane("effort", "e", "heartbeat", "8", "effort_log", "/p/log.md"), false},
		{"a command of atm's own", bash(t, "atm effort"), overdue, false},
		{"another event", event(t, "Stop"), overdue, false},
		{"no log", bash(t, "ls"), pane("effort", "e", "heartbeat", "9"), false},
		{
			"a path that is none", bash(t, "ls"),
			pane("effort", "e", "heartbeat", "9", "effort_log", "log.md"), false,
		},
	} {
		if _, got := tt.event.NeedsLog(tt.options); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
