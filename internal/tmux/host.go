package tmux

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"atm/internal/sys/ssh"
	"atm/tmuxopt"
)

// ErrHost means that a host cannot be reached. The error says what ssh has printed.
var ErrHost = errors.New("ssh")

// sshFailed is the exit status of ssh if it has not run the command.
const sshFailed = 255

// overSSH makes ssh run tmux's own client on another host, and writes the commands to its standard input, so
// no shell on that host parses them.
func (c invocation) overSSH(ctx context.Context, until time.Time, host string) (Reply, error) {
	if err := checkHost(host); err != nil {
		return Reply{Code: -1, Transport: Exec}, err
	}
	p := program{
		path:      "ssh",
		args:      ssh.Run(host),
		stdin:     tmuxopt.Source(c.cmds),
		stdout:    output{maxBytes: min(c.maxBytes, maxAnswer)},
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

// checkHost returns an error if ssh or a shell could take the name of a host for something else.
func checkHost(host string) error {
	if !ssh.Valid(host) {
		return fmt.Errorf("%w: host %q: not the name of a host", ErrHost, host)
	}
	return nil
}

// hostError returns the error for a message of ssh about a connection.
func hostError(message string) error {
	lines := strings.Split(strings.TrimSpace(message), "\n")
	last := strings.TrimSpace(lines[len(lines)-1]) // the last line has the reason
	if last == "" {
		last = "no connection"
	}
	return fmt.Errorf("%w: %s", ErrHost, tmuxopt.Text(strings.TrimPrefix(last, ErrHost.Error()+": ")))
}

// Attach attaches the terminal of this process to a pane, and returns when it is detached.
func (s Server) Attach(ctx context.Context, pane string) error {
	program, args := cmp.Or(s.Binary, "tmux"), []string{"-u"}
	if s.Socket != "" {
		args = append(args, "-S", s.Socket)
	}
	args = append(args, "attach-session", "-t", pane)
	if s.Host != "" {
		command, err := sshAttach(s.Host, pane)
		if err != nil {
			return err
		}
		program, args = command[0], command[1:]
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// AttachCommand returns the command for a window that attaches to a pane of another host. If that fails the
// window stays open with the error of ssh until a key is pressed.
func AttachCommand(host, pane string) ([]string, error) {
	const script = `"$@" || { printf "\nPress Enter to close this window. "; read -r _; }`
	command, err := sshAttach(host, pane)
	return append([]string{"sh", "-c", script, "sh"}, command...), err
}

// sshAttach returns the ssh command that attaches a terminal to a pane of another host. It finds ssh on the
// PATH of this process, because a tmux server may have another PATH.
func sshAttach(host, pane string) ([]string, error) {
	if err := checkHost(host); err != nil {
		return nil, err
	}
	if !PaneID(pane) {
		return nil, fmt.Errorf("pane %q: not a pane id", pane)
	}
	program, err := exec.LookPath("ssh")
	return append([]string{program}, ssh.Attach(host, pane)...), err
}
