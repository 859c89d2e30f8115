package tmuxtest

import (
	"testing"
	"time"
)

// Patience is how long a test waits for something that must happen at some time: longer than a busy
// machine takes. A test that passes never waits for so long.
const Patience = time.Minute

// Until polls until the condition holds and fails the test after [Patience].
func Until(tb testing.TB, description string, cond func() bool) {
	tb.Helper()
	if !within(Patience, cond) {
		tb.Fatalf("not within %v: %s", Patience, description)
	}
}

// Until is [Until] for the test that the server was started for.
func (s *Server) Until(description string, cond func() bool) {
	s.tb.Helper()
	Until(s.tb, description, cond)
}

// within polls until the condition holds, and reports whether it did so in time.
func within(limit time.Duration, cond func() bool) bool { return Poll(5*time.Millisecond, limit, cond) }

// Poll asks at each beat whether the condition holds, and reports whether it did so in time.
func Poll(beat, limit time.Duration, cond func() bool) bool {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for end := time.Now().Add(limit); !cond(); <-tick.C {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
