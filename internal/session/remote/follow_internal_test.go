package remote

import (
	"testing"
	"time"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestLost: what a lost host has said is as old as its last answer, however late the loss is noticed, as after the
// suspension of this computer. The tries that follow do not make it newer.
func TestLost(t *testing.T) {
	t.Parallel()
	now := time.Now()
	answered := now.Add(-8 * time.Hour)
	panes := []tmux.Pane{{ID: "%0", Options: tmuxopt.Options{tmuxopt.SessionID: "s", tmuxopt.State: "idle"}}}
	f := &Follower{hosts: []string{"devbox"}, changed: make(chan struct{}, 1), answers: map[string]Answer{}}
	f.report(Answer{Host: "devbox", Panes: panes, AsOf: answered})
	for range 2 {
		f.reportUnreachable("devbox", tmux.ErrHost)
		answer := f.Answers()[0]
		sessions := answer.Sessions(now)
		if answer.Err == nil || len(sessions) != 1 || !sessions[0].AsOf.Equal(answered) {
			t.Errorf("%+v, sessions %+v", answer, sessions)
		}
	}
}
