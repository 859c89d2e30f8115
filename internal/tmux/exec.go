package tmux

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"atm/tmuxopt"
)

// ErrOutput means that more was printed than is allowed.
var ErrOutput = errors.New("too much output")

// output collects what is written to it, and reports it at once.
type output struct {
	text     bytes.Buffer // not embedded: its ReadFrom would be called instead of Write
	maxBytes int          // bytes; 0 = any number
	full     bool         // more than maxBytes were written
	onOutput func(text string)
}

func (o *output) Write(p []byte) (int, error) {
	if o.maxBytes > 0 && o.text.Len()+len(p) > o.maxBytes {
		o.full = true
		return 0, ErrOutput
	}
	n, err := o.text.Write(p)
	if o.onOutput != nil {
		o.onOutput(o.text.String())
	}
	return n, err
}

// byClient runs tmux's own client.
func (c invocation) byClient(ctx context.Context, until time.Time, s Server) (Reply, error) {
	// Without -u tmux prints _ for every non-ASCII byte under LC_ALL=C.
	args := []string{"-u"}
	if s.Socket != "" {
		args = append(args, "-S", s.Socket)
	}
	p := program{path: cmp.Or(s.Binary, "tmux"), stdout: output{onOutput: c.onOutput}}
	argv := Argv(c.cmds)
	if _, err := packCommand(argv); errors.Is(err, errTooLarge) { // tmux's client sends the arguments in one message
		p.args, p.stdin = append(args, "source-file", "-"), tmuxopt.Source(c.cmds)
	} else {
		p.args = append(args, argv...)
	}
	r, err := p.run(ctx, until)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return r, r.err()
	}
	return r, err
}

// program is a process that sends commands to a server.
type program struct {
	path      string
	args      []string
	stdin     string
	stdout    output
	stderr    output
	drainTime time.Duration // the part of its time in which remaining output is read; 0 = a second at most
}

// run runs the program until a deadline, and returns its output. An exit status other than 0 is an error.
func (p *program) run(ctx context.Context, until time.Time) (Reply, error) {
	grace := cmp.Or(p.drainTime, time.Second)
	if !until.IsZero() {
		grace = min(grace, time.Until(until)/4)
		limited, cancel := context.WithDeadline(ctx, until.Add(-grace))
		defer cancel()
		ctx = limited
	}
	cmd := exec.CommandContext(ctx, p.path, p.args...)
	cmd.Stdout, cmd.Stderr = &p.stdout, &p.stderr
	if p.stdin != "" {
		cmd.Stdin = strings.NewReader(p.stdin)
	}
	setProcessGroup(cmd)
	cmd.WaitDelay = max(grace, time.Millisecond)
	err := cmd.Run()
	r := Reply{Stdout: p.stdout.text.String(), Stderr: p.stderr.text.String(), Code: -1, Transport: Exec}
	if cmd.ProcessState != nil {
		r.Code = cmd.ProcessState.ExitCode()
	}
	switch {
	case ctx.Err() != nil:
		return r, fmt.Errorf("tmux: %w", ctx.Err())
	case errors.Is(err, exec.ErrWaitDelay):
		// The program has succeeded, so its output is complete. A process that it left in the background
		// keeps its output open.
		return r, nil
	}
	return r, err
}

// setProcessGroup starts a command in a process group of its own, which is killed with it. $ATM_TMUX may be a
// script, and ssh may have started other processes: they may hold commands that a hanging server has not
// received yet.
func setProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
