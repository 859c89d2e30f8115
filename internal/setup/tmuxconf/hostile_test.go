package tmuxconf_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/tmuxconf"
	"atm/tmuxopt"
)

// TestPaneOptionsAreNoSettings: an attacker who can set options of a pane, but run nothing, sets each option
// that our configuration mentions. None is run or expanded when tmux reads the configuration, when the state
// changes, when a client visits the window, and when tmux draws it. No global option takes its value from the
// pane.
func TestPaneOptionsAreNoSettings(t *testing.T) {
	t.Parallel()
	conf := tmuxconf.Conf{Program: "/opt/atm", Resurrect: true}
	conf.Keys = tmuxconf.Keys(conf.Program)
	clean := start(t, conf)
	clean.read()

	s := start(t, conf)
	ran := filepath.Join(t.TempDir(), "ran")
	value := `a" ; run-shell "touch ` + ran + `" ; #(touch ` + ran + `)$(touch ` + ran + "`touch " + ran + "`"
	options := regexp.MustCompile(`@[a-z][a-z_-]+[a-z]`).FindAllString(conf.Text(), -1)
	slices.Sort(options)
	options = slices.Compact(options)
	if len(options) < 60 {
		t.Fatalf("only %q", options)
	}
	s.Tmux("set-option", "-g", "focus-events", "on") // as atm is used
	for _, option := range append(options, "pane-border-format") {
		s.Tmux("set-option", "-pt", "%0", option, value)
	}
	s.Tmux("set-option", "-pt", "%0", "window-style", "fg=red")
	s.Tmux("set-option", "-wt", "%0", "pane-border-style", "fg=red")
	s.Tmux("set-option", "-wt", "%0", "window-status-format", value)
	s.read()
	s.read()
	if diff := cmp.Diff(clean.globals(), s.globals()); diff != "" {
		t.Errorf("global options come from the pane (-clean +got):\n%s", diff)
	}
	s.Tmux("set-option", "-put", "%0", "pane-border-format")
	s.Tmux("set-option", "-wut", "%0", "window-status-format")
	for _, icons := range []string{"states", "ascii", "classic"} {
		s.Tmux("set-option", "-g", tmuxopt.IconsOption, icons)
		s.Tmux("set-option", "-put", "%0", tmuxopt.IconsOption)
		s.change(tmuxopt.Attention)
		s.change(tmuxopt.Idle)
	}
	terminal := s.Attach()
	s.Tmux("new-window", "sleep 1000")
	s.change(tmuxopt.Idle)
	s.Tmux("select-window", "-t", ":0")
	s.Tmux("select-pane", "-t", "%0")
	terminal.Until("the window is drawn", func() bool {
		return strings.Contains(terminal.Tmux("capture-pane", "-p"), "[0]")
	})
	// Jobs of drawing start at once, so jobs that the server has started earlier have ended.
	s.Tmux("run-shell", "sleep 0.2")
	if _, err := os.Stat(ran); err == nil {
		t.Error("an option of the pane was run")
	}
}

// globals returns the global options, except those that depend on the start of the server.
func (s server) globals() map[string]string {
	all := s.all()
	for kind, text := range all {
		var kept []string
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "@atm-was-focus") && !strings.HasPrefix(line, "@atm-now-focus") &&
				!strings.HasPrefix(line, "focus-events") && !strings.HasPrefix(line, "default-command") {
				kept = append(kept, strings.ReplaceAll(line, s.file, "FILE"))
			}
		}
		all[kind] = strings.Join(kept, "")
	}
	return all
}

// change gives the pane a new state, as a hook does.
func (s server) change(state tmuxopt.SessionState) {
	s.t.Helper()
	waiting := ""
	if state == tmuxopt.Attention {
		waiting = " main.1=permission"
	}
	edits := []tmuxopt.Edit{tmuxopt.Set(tmuxopt.SessionID, "x"), tmuxopt.Set(tmuxopt.Turn, string(tmuxopt.TurnDone)),
		tmuxopt.Set(tmuxopt.Waiting, waiting)}
	s.Send(s.t, append(edits, tmuxopt.DeriveAsserted(time.Now())...)...)
}
