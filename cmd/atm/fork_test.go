package main

import (
	"testing"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
)

// TestForkPlace: a fork opens beside the session or, with --split, beside this pane.
func TestForkPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		flags     besideFlags
		own, pane string // this pane, and that of the session
		want      string // the pane beside which it opens, "" = a window
		isRefused bool
	}{
		{name: "no flag", own: "%1", pane: "%2", want: "%2"},
		{name: "split", flags: besideFlags{Split: true}, own: "%1", pane: "%2", want: "%1"},
		{name: "split outside of a pane", flags: besideFlags{Split: true}, pane: "%2", isRefused: true},
		{name: "window", flags: besideFlags{Window: true}, own: "%1", pane: "%2", want: ""},
		{name: "a session in the background", own: "%1", pane: "1a2b3c4d", want: ""},
		{name: "split, in the background", flags: besideFlags{Split: true}, own: "%1", pane: "1a2b3c4d", want: "%1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := streams{}
			s.Getenv = func(name string) string { return map[string]string{"TMUX_PANE": tt.own}[name] }
			session := fleet.Session{ID: "s", Dir: "/src", State: "idle", Pane: tmux.Pane{ID: tt.pane}}
			begin, err := forkCmd{besideFlags: tt.flags}.fork(s, session, []fleet.Session{session})
			if begin.Beside != tt.want || (err != nil) != tt.isRefused {
				t.Errorf("beside %q, error %v", begin.Beside, err)
			}
		})
	}
}
