package visit_test

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"atm/internal/proc"
	"atm/internal/reply/visit"
)

// TestSuspended: whoever answers a hook that is suspended, as its Claude Code is by Ctrl-Z,
// does not wait for it for ever, and does not say that nothing was answered: the hook prints
// what it has been given when it goes on.
func TestSuspended(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	suspend := func() {
		t.Helper()
		if err := p.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		s.Until("the hook is suspended", func() bool { return proc.Suspended(p.Process.Pid) })
	}
	suspend()
	if _, err := s.visit(); !errors.Is(err, visit.ErrNobody) {
		t.Errorf("a visit to a suspended hook: %v", err)
	}
	if err := p.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	v, err := s.visit()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	suspend()
	decided := make(chan error, 1)
	go func() { decided <- v.Decide([]byte(allow)) }()
	select {
	case err := <-decided:
		if !errors.Is(err, visit.ErrSilent) {
			t.Errorf("a decision for a suspended hook: %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("a decision for a suspended hook is waited for")
	}
	if err := p.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if !p.endsWithin(5*time.Second) || p.out.String() != allow+"\n" {
		t.Errorf("the hook goes on, or has printed %q", p.out.String())
	}
}
