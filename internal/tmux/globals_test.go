package tmux_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// odd is a value with what tmux gives a meaning, or prints differently. In 3.4 that is the dollar sign.
const odd = "#[fg=red] #{E:@x} #(date) %H:%M $HOME ${x} 'a' \"b\", } é\tx\nsecond line"

// TestOptionsOf: of several values the one counts that is nearest to the target, and
// it comes back as it was set.
func TestOptionsOf(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
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

// TestPaneFormat: a text comes back as it was set; of a pane that is gone there is none.
func TestPaneFormat(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-p", "@odd", odd)
	for pane, want := range map[string]string{"%0": odd, "%9": ""} {
		if got, err := s.Way().PaneFormat(t.Context(), pane, "#{@odd}"); err != nil || got != want {
			t.Errorf("%s: %q, %v, not %q", pane, got, err, want)
		}
	}
}

// TestPlaces: names and directories come back as they were given.
func TestPlaces(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	const name = `odd $HOME ${x} \$y`
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s.Tmux("new-session", "-d", "-s", name, "-c", dir, "sleep 10000")
	s.Tmux("kill-session", "-t", "0")
	s.Tmux("rename-window", name)
	s.Until("the pane has a directory", func() bool {
		return s.Tmux("display-message", "-p", "#{m:*/odd*,#{pane_current_path}}") == "1"
	})
	places, err := s.Way().Places(t.Context())
	if err != nil || len(places) != 1 {
		t.Fatalf("%v, %v", places, err)
	}
	got := []string{places[0].Session, places[0].WindowName, places[0].Dir}
	if diff := cmp.Diff([]string{name, name, dir}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
