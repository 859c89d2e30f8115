package tmuxtest

import (
	"os"
	"testing"
)

// TestPwned: a text that runs as a command is noted, wherever it runs.
func TestPwned(t *testing.T) {
	t.Parallel()
	s := Start(t)
	s.Tmux("run-shell", "touch other; rm other")
	if _, err := os.Stat(s.pwned()); err == nil {
		t.Error("another file counts")
	}
	s.Tmux("run-shell", "cd /; touch pwned")
	if err := os.Remove(s.pwned()); err != nil {
		t.Error(err)
	}
}
