package decision_test

import (
	"strings"
	"testing"

	"atm/internal/hooks/guard/decision"
	opt "atm/tmuxopt"
)

// TestContext: the model is warned at each mark once, with what to do.
func TestContext(t *testing.T) {
	t.Parallel()
	const prepare, handOver = "Prepare to hand over", "Hand over now"
	tests := []struct {
		name   string
		pane   opt.Options
		event  decision.Event
		want   string // "" = nothing is said
		warned string
	}{
		{name: "nobody knows how full it is", pane: pane(), event: bash(t, "ls")},
		{name: "below the first mark", pane: pane("context_pct", "79"), event: bash(t, "ls")},
		{
			name: "at the first mark", pane: pane("context_pct", "80"), event: bash(t, "ls"),
			want: "80 % of your context window are in use. " + prepare, warned: "80",
		},
		{
			name: "a second time", pane: pane("context_pct", "85", "context_warned", "80"), event: bash(t, "ls"),
			warned: "80",
		},
		{
			name: "at the last mark", pane: pane("context_pct", "90", "context_warned", "80"), event: bash(t, "ls"),
			want: handOver, warned: "90",
		},
		{
			name: "past both at once, which is one warning", pane: pane("context_pct", "95"), event: bash(t, "ls"),
			want: "95 % of your context window are in use. " + handOver, warned: "90",
		},
		{
			name: "past the last one", pane: pane("context_pct", "99", "context_warned", "90"), event: bash(t, "ls"),
			warned: "90",
		},
		{
			name: "marks of one's own", pane: pane("context_pct", "50", "@atm-guard-warn", "70 50"),
			event: bash(t, "ls"), want: "At 70 % you will be asked", warned: "50",
		},
		{
			name: "the first of three: at the last one it hands over", event: bash(t, "ls"),
			pane: pane("context_pct", "60", "@atm-guard-warn", "60 75 90"), want: "At 90 % you will be asked", warned: "60",
		},
		{
			name: "a single one", pane: pane("context_pct", "50", "@atm-guard-warn", "50%"), event: bash(t, "ls"),
			want: handOver, warned: "50",
		},
		{name: "off", pane: pane("context_pct", "99", "@atm-guard-warn", "off"), event: bash(t, "ls")},
		{
			name: "a list that is broken warns of nothing", event: bash(t, "ls"),
			pane: pane("context_pct", "99", "@atm-guard-warn", "80 soon"),
		},
		{
			name: "a subagent, whose context is another one", pane: pane("context_pct", "99"),
			event: tool(t, "Bash", `{"command":"ls"}`, `"agent_id":"a1"`),
		},
		{
			name: "a command of atm's own", pane: pane("context_pct", "90"), event: bash(t, "atm effort"),
			want: handOver, warned: "90",
		},
		{
			name: "into the log", pane: pane("context_pct", "90", "effort", "e", "effort_log", "/p/log.md"),
			event: bash(t, "ls"), want: "write how it goes into /p/log.md", warned: "90",
		},
	}
	for _, tt := range tests {
		got, after := decide(t, tt.event, decision.Pane{Options: tt.pane})
		if !strings.Contains(got.Context, tt.want) || (got.Context == "") != (tt.want == "") ||
			got.Decision != "" {
			t.Errorf("%s: %+v, want %q", tt.name, got, tt.want)
		}
		if after[opt.ContextWarned] != tt.warned {
			t.Errorf("%s: warned at %q, want %q", tt.name, after[opt.ContextWarned], tt.warned)
		}
	}
}

// TestWarnedByAnother: of several hooks at once that want to warn, those say nothing that find that
// another one has.
func TestWarnedByAnother(t *testing.T) {
	t.Parallel()
	a := decision.Decide(bash(t, "ls"), decision.Pane{Options: pane("context_pct", "90")})
	for mark, want := range map[string]bool{"": true, "80": true, "90": false, "95": false} {
		if got := !opt.True(a.Unless, pane("context_warned", mark)); got != want {
			t.Errorf("behind a warning at %q: warns %v, want %v", mark, got, want)
		}
	}
	if text := a.Print(false); text != nil {
		t.Errorf("says %q although another one has", text)
	}
}
