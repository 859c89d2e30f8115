package tmux

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"atm/tmuxopt"
)

// execTmux runs tmux's own client.
type execTmux struct {
	binary, socket string
	heard          func(text string) // if set, is called with what was printed so far, whenever it grows
}

// output collects what is written to it, and tells of it at once.
type output struct {
	text  bytes.Buffer // not embedded: its ReadFrom would be called instead of Write
	heard func(text string)
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.text.Write(p)
	if o.heard != nil {
		o.heard(o.text.String())
	}
	return n, err
}

func (t execTmux) run(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	grace := time.Second // in which to read what is left
	if !until.IsZero() {
		grace = min(grace, time.Until(until)/4)
		limited, cancel := context.WithDeadline(ctx, until.Add(-grace))
		defer cancel()
		ctx = limited
	}
	binary := t.binary
	if binary == "" {
		binary = "tmux"
	}
	// Without -u tmux prints _ for every non-ASCII byte under LC_ALL=C.
	args := []string{"-u"}
	if t.socket != "" {
		args = append(args, "-S", t.socket)
	}
	var stdin string
	if argv := Argv(cmds); fits(argv) {
		args = append(args, argv...)
	} else {
		args, stdin = append(args, "source-file", "-"), tmuxopt.Source(cmds)
	}
	stdout, stderr := output{heard: t.heard}, bytes.Buffer{}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if stdin == "" {
		cmd.Stdin = nil
	}
	// $ATM_TMUX may be a script: what it has started goes with it. Its output may be
	// held by a server that hangs: tmux's client hands it over.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = max(grace, time.Millisecond)
	err := cmd.Run()
	r := Reply{Stdout: stdout.text.String(), Stderr: stderr.String(), Code: -1, Transport: Exec}
	if cmd.ProcessState != nil {
		r.Code = cmd.ProcessState.ExitCode()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return r, fmt.Errorf("tmux: %w", ctx.Err())
	case errors.Is(err, exec.ErrWaitDelay):
		// It has ended well, so all that it has printed is there. A process that it has
		// left in the background keeps its output open.
		return r, nil
	case errors.As(err, &exit):
		return r, r.err()
	}
	return r, err
}

// fits reports whether one message of tmux's client can hold the arguments.
func fits(argv []string) bool {
	_, err := packCommand(argv)
	return !errors.Is(err, errTooLarge)
}
