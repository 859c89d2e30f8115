package truth_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"atm/tmuxopt"
)

// TestHookEnded: a hook that was killed, or that tmux was too late for, is taken from the calls that can be answered.
// Nobody believes it: a command that shows sessions corrects the pane first. What is not ours stays.
func TestHookEnded(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.hook("UserPromptSubmit", "")
	c.hook("PermissionRequest", "Bash")
	c.register("waiting")
	from.Now = later(time.Minute)
	correct(t, from)
	hook := exec.Command("true")
	if err := hook.Run(); err != nil {
		t.Fatal(err)
	}
	const hostile = " #{pane_id}=%d a.b=word"
	ended, runs := hook.Process.Pid, fmt.Sprintf(" agent.2=%d", os.Getpid())
	listed := fmt.Sprintf(" main.1=%d"+runs+hostile, ended, ended)
	s.Tmux("set-option", "-pt", c.pane, string(tmuxopt.Answerable), listed)
	if reason := reasons(correct(t, from))[c.pane]; reason != "unanswerable" {
		t.Errorf("corrected %q", reason)
	}
	got := s.Tmux("show-options", "-pqvt", c.pane, string(tmuxopt.Answerable))
	if want := runs + fmt.Sprintf(hostile, ended); got != want {
		t.Errorf("answerable %q, not %q", got, want)
	}
	if r := correct(t, from); len(r.Wrong) > 0 {
		t.Errorf("corrected again: %v", reasons(r))
	}
}
