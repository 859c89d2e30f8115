package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/longwork/work"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// worker runs one session after the other in a pane.
type worker struct {
	streams

	pane    string
	program string
	args    claudeArgs
	signals chan os.Signal

	start   []string // our own arguments for the next claude
	session string   // the id of the session
	progress
}

// progress is the state of the running session.
type progress struct {
	before    tmuxopt.Options // of the pane at the start of its process
	seen      bool            // the pane has named the session
	worked    bool            // it has worked
	written   work.Written    // the handoff of the session
	ending    bool            // cld has ended it, because it has handed over
	stopped   bool            // a person has ended it by a signal
	draftSeen time.Time       // when its input held a text last; zero = it was empty since
	idleSince time.Time       // since when it has handed over and is idle; zero = it does not
}

// run runs claude in the foreground, in the process group of cld, so that claude gets the terminal and its
// signals. It returns how the session has ended, and the exit status of claude.
func (w *worker) run() (end work.End, status int, err error) {
	restore := cli.SaveTerminal(w.stdin)
	w.progress = progress{}
	if w.before, err = w.options(); err != nil {
		return end, 0, err
	}
	cmd := exec.Command(w.program, w.instructed()...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = w.stdin, w.stdout, w.stderr
	cmd.SysProcAttr = endsWithUs()
	begun := w.now()
	// Before the start of claude, so that it misses no change of claude's state.
	children := make(chan os.Signal, 1)
	signal.Notify(children, syscall.SIGCHLD)
	defer signal.Stop(children)
	if err := cmd.Start(); err != nil {
		return end, 0, notExecutable(w.program, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	w.attend(cmd.Process, children, ended)

	state := cmd.ProcessState.Sys().(syscall.WaitStatus)
	killed := state.Signaled()
	restore(killed)
	o, err := w.options()
	if err != nil {
		return end, 0, err
	}
	if err := w.keepHandoff(context.Background(), o); err != nil {
		return end, 0, err
	}
	end = work.Of(o, w.before, w.session)
	end.Worked = end.Worked || w.worked
	end.Stopped, end.Lasted = w.stopped, w.now().Sub(begun)
	status = state.ExitStatus()
	if killed {
		status = 128 + int(state.Signal()) // as in shells
	}
	end.Crashed = !w.ending && crashed(status)
	return end, status, nil
}

// crashed reports whether an exit status is that of a failure. After a signal that asks it to end, Claude
// Code exits with 128 plus the number of the signal, and after an interrupt with 0.
func crashed(status int) bool {
	regular := []int{0, 128 + int(syscall.SIGHUP), 128 + int(syscall.SIGINT), 128 + int(syscall.SIGTERM)}
	return !slices.Contains(regular, status)
}

// attend handles signals, and watches the pane, until claude has ended.
func (w *worker) attend(claude *os.Process, children <-chan os.Signal, ended <-chan error) {
	ctx, cancel := context.WithCancel(context.Background())
	var watch sync.WaitGroup
	watch.Go(func() { w.watch(ctx, claude) })
	defer watch.Wait() // until it has disconnected from tmux
	defer cancel()
	for {
		select {
		case <-ended:
			return
		case <-children:
			w.suspend(claude)
		case sig := <-w.signals:
			w.stopped = true
			// An interrupt is a key: the terminal has sent it to claude as well.
			if sig == syscall.SIGTERM || sig == syscall.SIGHUP {
				o, _ := w.options()                 // without them it is the child
				_ = claudeOf(claude, o).Signal(sig) // it may have ended
			}
		}
	}
}

// suspend suspends cld if claude was suspended, so that the shell gets the terminal. The shell continues
// both.
func (w *worker) suspend(claude *os.Process) {
	if !proc.Suspended(claude.Pid) {
		return
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) // it cannot fail
	_ = claude.Signal(syscall.SIGCONT)             // it may have ended
}

// countDown waits before the next session, and returns false if the person leaves instead.
func (w *worker) countDown(pause time.Duration, announcement string) bool {
	start := make(chan struct{}, 1)
	restore := cli.Keys(w.stdin, func(key byte) {
		if key == '\r' || key == '\n' {
			select {
			case start <- struct{}{}:
			default:
			}
		}
	})
	defer restore()
	fmt.Fprintf(w.stderr, "cld: %s\n", announcement)
	defer fmt.Fprintln(w.stderr)
	for left := pause; left > 0; left -= time.Second {
		line := fmt.Sprintf("in %.0f s (Ctrl-C leaves, Enter goes on at once)", left.Seconds())
		if width := cli.Width(w.stderr); width > 0 {
			line = cli.Clip(line, width-1) // a line that wraps cannot be written over
		}
		fmt.Fprintf(w.stderr, "\r\x1b[K%s ", line)
		select {
		case <-w.signals:
			return false
		case <-start:
			return true
		case <-time.After(min(left, time.Second)):
		}
	}
	select {
	case <-w.signals:
		return false
	default:
		return true
	}
}
