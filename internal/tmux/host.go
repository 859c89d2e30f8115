package tmux

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"atm/internal/sys/ssh"
	"atm/tmuxopt"
)

// overSSH has ssh run tmux's own client on another host, and hands it the commands on its
// standard input: so no shell over there reads them.
type overSSH struct {
	host     string
	maxBytes int // bytes that the host may print
}

// ErrHost is that a host cannot be reached, with what ssh has said.
var ErrHost = errors.New("ssh")

// sshFailed is the exit status of ssh where it has not run the command.
const sshFailed = 255

func (t overSSH) run(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	if err := checkHost(t.host); err != nil {
		return Reply{Code: -1, Transport: Exec}, err
	}
	p := program{
		path:      "ssh",
		args:      ssh.Run(t.host),
		stdin:     tmuxopt.Source(cmds),
		stdout:    output{maxBytes: t.maxBytes},
		stderr:    output{maxBytes: maxErrors},
		drainTime: 50 * time.Millisecond,
	}
	r, err := p.run(ctx, until)
	_, printed, began := strings.Cut(r.Stdout, ssh.Mark)
	r.Stdout = printed
	exit := new(exec.ExitError)
	switch {
	case p.stdout.full:
		return r, ErrOutput
	case errors.As(err, &exit) && began && r.Code != sshFailed:
		return r, r.err()
	case errors.As(err, &exit), err == nil && !began:
		return r, hostError(r.Stderr)
	}
	return r, err
}

// checkHost returns an error for what ssh or a shell could take for something else than the
// name of a host.
func checkHost(host string) error {
	if !ssh.Valid(host) {
		return fmt.Errorf("%w: host %q: not the name of a host", ErrHost, host)
	}
	return nil
}

// hostError returns the error for what ssh has said about a connection.
func hostError(message string) error {
	lines := strings.Split(strings.TrimSpace(message), "\n")
	last := strings.TrimSpace(lines[len(lines)-1]) // why; before it may stand how ssh got there
	if last == "" {
		last = "no connection"
	}
	return fmt.Errorf("%w: %s", ErrHost, tmuxopt.Text(strings.TrimPrefix(last, ErrHost.Error()+": ")))
}
