package main

import (
	"fmt"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// TestIconsAgree compares, for every combination of options, what the commands
// print with what tmux draws from the printed formats.
func TestIconsAgree(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	commands := map[string][]string{"pane": {"pane-icon", "%0"}, "pane-id": {"pane-icon", "--id", "%0"},
		"window": {"window-icon", "@0"}}
	formats := map[string]string{}
	for _, icons := range []string{"", "classic", "states", "ascii"} {
		for name := range commands {
			formats[name+" "+icons] = atm(t, s, "%0", "format", name, "--icons="+icons)
		}
	}
	states := []string{"/", "starting/", "working/running", "attention/stopped", "idle/stopped",
		"error/stopped", "odd/odd"}
	for i, state := range states {
		for j, global := range []string{"@atm-icons=", "@atm-icons=states", "@atm-icons=ascii",
			"@atm-icon-idle=#[fg=red]I,}", "@atm-icon-stopped=#(x)"} {
			for _, session := range []string{"", "23e30f82-0000"} {
				state, status, _ := strings.Cut(state, "/")
				option, value, _ := strings.Cut(global, "=")
				s.Tmux("set-option", "-pt", "%0", string(tmuxopt.State), state, ";", "set-option", "-pt",
					"%0", string(tmuxopt.Status), status,
					";", "set-option", "-pt", "%0", string(tmuxopt.SessionID), session, ";", "set-option",
					"-g", option, value)
				// Each combination is tried with one of the sets: all of them come by in turn.
				icons := []string{"", "classic", "states", "ascii"}[(i+j)%4]
				for name, command := range commands {
					want := draw.Uncoloured(s.Tmux("list-panes", "-F", formats[name+" "+icons]))
					if got := runInPane(t, s, "%0", "", append(command, "--icons="+icons)...); got != want {
						t.Errorf("%s: the command prints %q, the format %q", fmt.Sprint(command, icons, state,
							global, session), got, want)
					}
				}
			}
		}
	}
}

// TestStatusAgrees compares what atm status prints with what tmux draws from the
// format of the counts.
func TestStatusAgrees(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	check := func() {
		t.Helper()
		for _, icons := range []string{"", "classic", "states", "ascii"} {
			want := draw.Unstyled(s.Tmux("display-message", "-p", atm(t, s, "%0", "format", "counts",
				"--icons="+icons)))
			if got := atm(t, s, "%0", "status", "--icons="+icons); got != want {
				t.Errorf("%s: status prints %q, the format %q", icons, got, want)
			}
		}
	}
	check()
	for i, state := range []string{"idle", "working", "attention", "error", "idle", "starting", "odd"} {
		pane := s.NewPane()
		s.Tmux("set-option", "-pt", pane, string(tmuxopt.State), state)
		s.Reshow(pane)
		s.Tmux("set-option", "-g", []string{"@atm-icon-idle", "@atm-icon-attention", "@atm-icons"}[i%3],
			[]string{"#[fg=red]I|,}", "A 1", "ascii"}[i%3])
		check()
	}
}
