package reply_test

import (
	"errors"
	"syscall"
	"testing"

	"atm/internal/act/reply"
	"atm/internal/sys/proc"
)

// signal suspends or continues a hook, as Ctrl-Z and fg do with its Claude Code.
func (s *session) signal(p *process, signal syscall.Signal) {
	s.t.Helper()
	if err := p.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	s.Until("the hook obeys", func() bool {
		return proc.Suspended(p.Process.Pid) == (signal == syscall.SIGSTOP)
	})
}

// TestSuspended: an answer to a hook that is suspended is given up, and not printed later.
func TestSuspended(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	v, err := s.visit()
	if err != nil {
		t.Fatal(err)
	}
	s.signal(p, syscall.SIGSTOP)
	if _, err := s.visit(); !errors.Is(err, reply.ErrAsleep) {
		t.Errorf("a visit to a suspended hook: %v", err)
	}
	if err := v.Decide([]byte(allow)); !errors.Is(err, reply.ErrAsleep) {
		t.Errorf("a decision for a suspended hook: %v", err)
	}
	s.signal(p, syscall.SIGCONT)
	if _, err := s.visit(); err != nil {
		t.Errorf("a visit to a hook that was continued: %v", err)
	}
	s.setStatus("busy")
	s.ends(p, "")
}
