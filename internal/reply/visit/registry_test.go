package visit_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestHalfEntry: Claude Code rewrites its entry in the registry in place, so a hook finds
// half of one now and then. It waits all the same, and can be answered.
func TestHalfEntry(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	defer s.rewrites("waiting")()
	for range 10 {
		v, err := s.visit()
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Decide([]byte(allow)); err != nil {
			t.Error(err)
		}
		v.Close()
		if !p.endsWithin(5 * time.Second) {
			t.Fatal("the hook goes on")
		}
		p = s.asks()
	}
}

// rewrites has the process rewrite its entry again and again, until stop is called.
func (s *session) rewrites(status string) (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			if err := os.Truncate(filepath.Join(s.home, "sessions", strconv.Itoa(s.pid)+".json"), 10); err != nil {
				s.t.Error(err)
			}
			time.Sleep(time.Millisecond)
			s.says(status)
			time.Sleep(3 * time.Millisecond)
		}
	}()
	return func() { cancel(); <-stopped }
}
