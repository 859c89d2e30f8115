package tmux

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
)

// native speaks to the server itself, which takes a tenth of the time that it takes to start tmux's own
// client. It also works if that client hangs or fails because the program was upgraded under a running
// server.
type native struct {
	socket   string
	maxBytes int               // how many bytes the server may print
	onOutput func(text string) // if set, is called with what was printed so far, whenever it grows
	listener bool              // the reply names the process that listens on the socket
}

// transportError is an error that keeps native from getting an answer.
type transportError struct {
	error
	unsent bool // the commands were certainly not carried out
}

func (s transportError) Error() string { return "native transport: " + s.error.Error() }
func (s transportError) Unwrap() error { return s.error }

func (n native) run(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	r := Reply{Code: -1, Transport: Native}
	if !littleEndian() {
		return r, transportError{errors.New("not on big-endian machines"), true}
	}
	message, err := request(os.Getpid(), Argv(cmds))
	if err != nil {
		return r, transportError{err, true}
	}
	conn, err := socket.Dial(n.socket, until)
	if err != nil {
		return r, transportError{timedOut(ctx, err), true}
	}
	defer conn.Close()
	c := conversation{maxBytes: n.maxBytes, onOutput: n.onOutput}
	if err := c.talk(ctx, until, conn, message); err != nil {
		return r, transportError{timedOut(ctx, err), c.unsent}
	}
	r.Stdout, r.Stderr, r.Code = c.stdout.String(), c.stderr.String(), int(c.code)
	if n.listener {
		r.Listener, _ = proc.Listener(int(conn.Fd())) // 0 where the kernel does not say
	}
	return r, r.err()
}

// timedOut returns the error of the context if that has ended the connection, and the error of a deadline if
// a read or write has timed out.
func timedOut(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, os.ErrDeadlineExceeded):
		return context.DeadlineExceeded
	}
	return err
}

// talk sends the message and reads from the server until it has carried it out.
func (c *conversation) talk(ctx context.Context, until time.Time, conn *os.File, message []byte) error {
	c.unsent = true
	// A waiting read must also end with the context. For a context that cannot end, as in a hook, this costs
	// nothing.
	defer context.AfterFunc(ctx, func() { hangUp(conn) })()
	if _, err := conn.Write(message); err != nil { // a part does nothing: the command comes last
		return err
	}
	c.unsent = false
	in := bufio.NewReader(socket.DeadlineReader{File: conn, Deadline: until})
	var f frame
	for answered := false; !c.done; answered = true {
		var err error
		if f, err = readFrame(in, f.body); err != nil {
			// A server that carries out a command says so before it closes the connection, unless it dies.
			c.unsent = !answered && closed(err) && ctx.Err() == nil
			return err
		}
		answer, err := c.handleFrame(f)
		if err != nil {
			return err
		}
		if len(answer) > 0 {
			if _, err := conn.Write(answer); err != nil {
				return err
			}
		}
	}
	return nil
}

// closed reports whether the server has closed the connection, between frames.
func closed(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// runInParts is run for a server that no other transport can reach: commands that are too large for one
// message are sent in several, and a missing server is reported in tmux's own words.
func (n native) runInParts(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	r, err := n.run(ctx, until, cmds)
	switch {
	case errors.Is(err, errTooLarge) && len(cmds) > 1:
		first, err := n.runInParts(ctx, until, cmds[:len(cmds)/2])
		if err != nil {
			return first, err
		}
		r, err = n.runInParts(ctx, until, cmds[len(cmds)/2:])
		r.Stdout, r.Stderr = first.Stdout+r.Stdout, first.Stderr+r.Stderr
		return r, err
	case errors.Is(err, syscall.ENOENT):
		return r, fmt.Errorf("%w: error connecting to %s (No such file or directory)", ErrTmux, n.socket)
	case errors.Is(err, syscall.ECONNREFUSED):
		return r, fmt.Errorf("%w: no server running on %s", ErrTmux, n.socket)
	case closed(err), errors.Is(err, errEnding):
		return r, fmt.Errorf("%w: server exited", ErrTmux)
	}
	return r, err
}

// hangUp makes a waiting read of the connection end.
func hangUp(conn *os.File) {
	if raw, err := conn.SyscallConn(); err == nil {
		// An error means that the connection is closed already.
		_ = raw.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) })
	}
}
