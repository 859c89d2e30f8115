package fleet_test

import (
	"testing"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestChangedAt: since when a session has its state, as atm watch prints it.
func TestChangedAt(t *testing.T) {
	t.Parallel()
	now, since, ended := time.Unix(1800000000, 0), time.Unix(1700000000, 0), time.Unix(1750000000, 0)
	pane := tmux.Pane{ID: "%1", Options: tmuxopt.Options{tmuxopt.StateNS: tmuxopt.Nanoseconds(ended)}}
	hasEnded := fleet.Session{Pane: pane}
	for _, tt := range []struct {
		name    string
		session fleet.Session
		want    time.Time
	}{
		{"it works", fleet.Session{Pane: pane, State: tmuxopt.Working, Since: since}, since},
		{"it has ended, which clears since", hasEnded, ended},
		{"its pane has just disappeared", hasEnded.Gone(), now},
		{"an earlier state", hasEnded.In(tmuxopt.Working), now},
	} {
		if got := tt.session.ChangedAt(now); !got.Equal(tt.want) {
			t.Errorf("%s: %v, not %v", tt.name, got, tt.want)
		}
	}
}
