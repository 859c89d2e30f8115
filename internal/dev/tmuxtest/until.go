package tmuxtest

import (
	"testing"
	"time"
)

// Until polls until the condition holds and fails the test after ten seconds.
func Until(tb testing.TB, what string, cond func() bool) {
	tb.Helper()
	if !within(10*time.Second, cond) {
		tb.Fatalf("not within ten seconds: %s", what)
	}
}

// Until is [Until] for the test that the server was started for.
func (s *Server) Until(what string, cond func() bool) {
	s.tb.Helper()
	Until(s.tb, what, cond)
}

// within polls until the condition holds, and reports whether it did so in time.
func within(limit time.Duration, cond func() bool) bool {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(limit); !cond(); <-tick.C {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
