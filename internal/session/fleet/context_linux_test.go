package fleet_test

import (
	"testing"

	"golang.org/x/sys/unix"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestWorkOutContextOpens: a transcript is opened only where nothing else tells the
// context of a session that runs.
func TestWorkOutContextOpens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		options tmuxopt.Options
		opens   bool
	}{
		{name: "no status line", options: tmuxopt.Options{tmuxopt.State: "idle"}, opens: true},
		{
			name:    "a status line has told the per cent",
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.ContextPct: "4"},
		},
		{
			name:    "a status line has told the tokens",
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.ContextTokens: "4000"},
		},
		{name: "it has ended", options: tmuxopt.Options{tmuxopt.SessionID: sessionID}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := transcript(t, t.TempDir(), response(42_100))
			events, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
			if err != nil {
				t.Fatal(err)
			}
			defer unix.Close(events)
			if _, err := unix.InotifyAddWatch(events, path, unix.IN_OPEN); err != nil {
				t.Fatal(err)
			}
			tt.options[tmuxopt.TranscriptPath] = path
			sessions := fleet.List([]tmux.Pane{{ID: "%1", Options: tt.options}}, noon)
			fleet.WorkOutContext(sessions)
			n, err := unix.Read(events, make([]byte, unix.SizeofInotifyEvent+unix.NAME_MAX+1))
			if opened := n > 0; opened != tt.opens {
				t.Errorf("opened: %t (%v)", opened, err)
			}
		})
	}
}
