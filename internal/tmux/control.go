package tmux

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"atm/internal/sys/ssh"
	"atm/tmuxopt"
)

// Subscribe connects to the server of a host in control mode, and calls changed with all of its panes, at
// once and whenever something has changed, until ctx or the connection ends: the error says why. tmux looks
// for changes once a second. A server that does not answer for some seconds counts as lost.
func (s Server) Subscribe(ctx context.Context, uses tmuxopt.Use, changed func([]Pane)) error {
	if err := checkHost(s.Host); err != nil {
		return err
	}
	connectionCtx, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	cmd := exec.CommandContext(connectionCtx, "ssh", ssh.Control(s.Host)...)
	setProcessGroup(cmd)
	stderr := output{maxBytes: maxErrors}
	cmd.Stderr, cmd.WaitDelay = &stderr, time.Second
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	c := &control{to: stdin, wanted: fieldsFor(uses), changed: changed, lastOutputAt: time.Now()}
	lines, ended := make(chan string), make(chan error, 1)
	go func() { ended <- sendLines(connectionCtx, stdout, lines) }()
	err = c.talk(ctx, lines, ended)
	if ctx.Err() != nil {
		leave(stdin, lines, ended)
	}
	if errors.Is(err, io.EOF) {
		defer time.AfterFunc(time.Second, hangUp).Stop() // ssh ends by itself, and prints the reason
	} else {
		hangUp()
	}
	_ = cmd.Wait() // the last output says more than the exit status
	switch message := stderr.text.String(); {
	case !errors.Is(err, io.EOF):
		return err
	case cmd.ProcessState.ExitCode() == sshFailed:
		return hostError(message)
	default:
		return Reply{Code: cmd.ProcessState.ExitCode(), Stderr: cmp.Or(message, "server exited")}.err()
	}
}

// leaveTimeout is how long a server may take to detach a client.
const leaveTimeout = 300 * time.Millisecond

// leave detaches the client by an empty line. If a client is cut off while the server writes to it, some
// servers, 3.2a and 3.5a, keep it until its process is killed there.
func leave(stdin io.WriteCloser, lines <-chan string, ended <-chan error) {
	_, err := io.WriteString(stdin, "\n")
	if errors.Join(err, stdin.Close()) != nil {
		return // nobody reads any more
	}
	for limit := time.After(leaveTimeout); ; {
		select {
		case <-lines:
		case <-ended:
			return
		case <-limit:
			return
		}
	}
}

// sendLines sends what is printed after the mark, line by line, until the end. A login shell may print something
// before.
func sendLines(ctx context.Context, from io.Reader, to chan<- string) error {
	lines, began := bufio.NewScanner(from), false
	lines.Buffer(nil, maxAnswer)
	for lines.Scan() {
		line := lines.Text()
		if !began {
			_, line, began = strings.Cut(line, ssh.Mark)
		}
		if !began {
			continue
		}
		select {
		case to <- line:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%w: a line of more than %d bytes", ErrTmux, maxAnswer)
	}
	return cmp.Or(lines.Err(), io.EOF)
}
