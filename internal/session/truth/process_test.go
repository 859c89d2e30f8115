package truth_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// TestSuspended: Ctrl-Z at work ends the turn, and fg goes on with it. The registry
// says busy all the while.
func TestSuspended(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.moveBelow(s) // tmux itself continues the process of a pane
	c.hook("UserPromptSubmit", "")
	c.register("busy")
	from.Now = later(5 * time.Second)
	for _, step := range []struct {
		name          string
		signal        syscall.Signal
		reason, state string
	}{
		{name: "suspended", signal: syscall.SIGSTOP, reason: "suspended", state: "idle"},
		{name: "still suspended", signal: syscall.SIGSTOP, state: "idle"},
		{name: "continued", signal: syscall.SIGCONT, reason: "busy", state: "working"},
	} {
		c.signal(step.signal)
		stopped := step.signal == syscall.SIGSTOP
		s.Until(step.name, func() bool { return proc.Suspended(c.pid) == stopped })
		reason := reasons(correct(t, from))[c.pane]
		if state := states(t, from)[c.pane]; reason != step.reason || state != step.state {
			t.Errorf("%s: corrected %q, state %q", step.name, reason, state)
		}
	}
}

// TestFailed: a claude that ends before its first hook leaves nothing behind. While
// it runs it may be asking whether the folder is to be trusted.
func TestFailed(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Hour)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	c := start(t, s, from, 1)
	c.mark()
	if r := correct(t, from); len(r.Wrong) > 0 || states(t, from)[c.pane] != "starting" {
		t.Errorf("while it runs: %+v", r.Wrong)
	}
	c.kill()
	s.Until("the process is gone", func() bool { return !proc.Is(c.pid, "") })
	reason := reasons(correct(t, from))[c.pane]
	if state := states(t, from)[c.pane]; reason != "failed" || state != "" {
		t.Errorf("corrected %q, state %q", reason, state)
	}
}

// TestWrapped: cld may have become npx, or a script, which starts claude below itself.
func TestWrapped(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	below := start(t, s, from, 1)
	below.moveBelow(s)
	wrapper := *below
	wrapper.findProcess(s)
	wrapper.mark()
	below.register("idle")
	reason := reasons(correct(t, from))[below.pane]
	if state := states(t, from)[below.pane]; reason != "adopted idle" || state != "idle" {
		t.Errorf("corrected %q, state %q", reason, state)
	}
}

// TestHidden: where the server's processes cannot be seen, nothing is judged. A
// number that the server names is here that of a process that runs, or of none.
func TestHidden(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(5 * time.Second)
	works, gone := start(t, s, from, 1), start(t, s, from, 2)
	works.hook("UserPromptSubmit", "")
	works.register("idle")
	gone.pid = 1 << 30
	gone.hook("UserPromptSubmit", "")
	before := states(t, from)
	far := from
	far.Tmux.Socket = tmuxtest.Forward(t, s.Socket)
	if r := correct(t, far); !r.Hidden || len(r.Wrong) > 0 || len(r.Panes) != 3 {
		t.Errorf("hidden %t, wrong %v, %d panes", r.Hidden, r.Wrong, len(r.Panes))
	}
	if diff := cmp.Diff(before, states(t, from)); diff != "" {
		t.Errorf("changed from afar (-before +after):\n%s", diff)
	}
	want := map[string]string{works.pane: "interrupted", gone.pane: "died"}
	if diff := cmp.Diff(want, reasons(correct(t, from))); diff != "" {
		t.Errorf("beside the server (-want +got):\n%s", diff)
	}
}
