package tmux_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// TestOptionsOf: of several values the one counts that is nearest to the target, and
// it comes back as it was set.
func TestOptionsOf(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	const odd = "#[fg=red] #{E:@x} #(date) %H:%M $HOME ${x} 'a' \"b\", } é\nsecond line"
	s.Tmux("new-session", "-d", "-s", "other", "sleep 10000")
	s.Tmux("set-option", "-g", "status-right", "of all")
	s.Tmux("set-option", "-t", "other:", "status-right", odd)
	s.Tmux("set-option", "-wt", "other:", "pane-border-status", "bottom")
	for target, want := range map[string]map[string]string{
		"0:":     {"status-right": "of all", "pane-border-status": "off", "status": "on", "@none": ""},
		"other:": {"status-right": odd, "pane-border-status": "bottom", "status": "on", "@none": ""},
	} {
		got, err := s.Way().
			OptionsOf(t.Context(), target, "status-right", "pane-border-status", "status", "@none")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", target, diff)
		}
	}
}
