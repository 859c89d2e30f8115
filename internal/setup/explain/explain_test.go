package explain_test

import (
	"strings"
	"testing"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/truth"
	"atm/internal/setup/explain"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestRegistry: for how long the registry has said that, if it says so.
func TestRegistry(t *testing.T) {
	t.Parallel()
	noon := time.Unix(1800000000, 0)
	for _, tt := range []struct {
		name    string
		changed time.Time
		want    int64
		text    string // the end of the line
	}{
		{"an entry with a time", noon.Add(-2 * time.Minute), 1800000000 - 120, " says idle, for 2m"},
		{"an entry without one", time.Time{}, 0, " says idle"},
		{"a time that cannot be", time.UnixMilli(-1), 0, " says idle"},
	} {
		pane := tmux.Pane{ID: "%1", Options: tmuxopt.Options{tmuxopt.State: "idle"}}
		e := explain.Pane(pane, truth.Report{Processes: map[string]claudehome.Process{
			"%1": {Status: claudehome.StatusIdle, StatusUpdatedAt: tt.changed, Version: "2.1.330"},
		}}, noon, func(string) string { return "" })
		if e.Registry.Changed != tt.want {
			t.Errorf("%s: changed %d, not %d", tt.name, e.Registry.Changed, tt.want)
		}
		if text := e.Text(cli.Sheet{}, noon); !strings.Contains(text, tt.text+"\n") {
			t.Errorf("%s: no %q in\n%s", tt.name, tt.text, text)
		}
	}
}
