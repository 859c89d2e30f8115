package tmux_test

import (
	"strings"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// TestHeldUp: a server that was held up carries out an event late. It must not win over
// one that came after it, although the first tries of both were given up.
func TestHeldUp(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	batch := func(event hookmap.EventName, at time.Time) opt.Batch {
		edits := hookmap.Map(hookmap.Payload{
			Members: hookmap.Members{Event: string(event), SessionID: "a"},
		}, hookmap.Context{Now: at})
		return opt.Batch{Pane: "%0", ServerPID: s.PID, At: opt.Nanoseconds(at), Edits: edits}
	}
	for _, event := range []hookmap.EventName{hookmap.SessionStart, hookmap.UserPromptSubmit} {
		if _, err := s.Way().Send(t.Context(), batch(event, time.Now())); err != nil {
			t.Fatal(err)
		}
	}
	s.Suspend()
	done := make(chan struct{}, 2)
	send := func(event hookmap.EventName, within time.Duration) {
		way, at := s.Way(), time.Now()
		way.Until = at.Add(within)
		go func() {
			_, _ = way.Send(t.Context(), batch(event, at)) // what is refused is an error
			done <- struct{}{}
		}()
	}
	begin := time.Now()
	send(hookmap.Stop, 2*time.Second)
	s.Until("the second event comes later", func() bool { return time.Since(begin) > 300*time.Millisecond })
	send(hookmap.UserPromptSubmit, 4*time.Second)
	s.Until("the first event is in its second try", func() bool { return time.Since(begin) > 1200*time.Millisecond })
	s.Resume()
	<-done
	<-done
	if got := s.Options(t); got[opt.State] != "working" || got[opt.Turn] != "open" {
		t.Errorf("the older event has won: state %s, turn %s", got[opt.State], got[opt.Turn])
	}
}

// TestStartingTwice: a mark that is sent again, because it is not known whether it arrived, is noted once.
func TestStartingTwice(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for range 2 {
		s.Send(t, hookmap.Starting(7, "/", time.Now())...)
	}
	history := s.Tmux("show-options", "-pqvt", "%0", string(opt.History))
	if strings.Count(history, string(opt.Starting)) != 1 {
		t.Errorf("its history is %q", history)
	}
}
