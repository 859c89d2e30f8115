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

// transportError is an error that keeps native from getting an answer.
type transportError struct {
	error
	unsent bool // the commands were certainly not carried out
}

func (s transportError) Error() string { return "native transport: " + s.error.Error() }
func (s transportError) Unwrap() error { return s.error }

// connectTimeout is how long a busy server may take to have room in its queue. Ctrl-C does not interrupt that.
const connectTimeout = time.Second

// native speaks to the server itself, which takes a tenth of the time that it takes to start tmux's own
// client. It also works if that client hangs or fails because the program was upgraded under a running
// server.
func (c invocation) native(ctx context.Context, until time.Time, path string) (Reply, error) {
	r := Reply{Code: -1, Transport: Native}
	if !littleEndian() {
		return r, transportError{errors.New("not on big-endian machines"), true}
	}
	message, err := request(os.Getpid(), Argv(c.cmds))
	if err != nil {
		return r, transportError{err, true}
	}
	connected := until
	if limit := time.Now().Add(connectTimeout); until.After(limit) {
		connected = limit
	}
	conn, err := socket.Dial(path, connected)
	if err != nil {
		return r, transportError{timedOut(ctx, err), true}
	}
	defer conn.Close()
	with := conversation{invocation: c}
	if err := with.talk(ctx, until, conn, message); err != nil {
		return r, transportError{timedOut(ctx, err), with.unsent}
	}
	r.Stdout, r.Stderr, r.Code = with.stdout.String(), with.stderr.String(), int(with.code)
	if c.listener {
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

// inParts is native for a server that no other transport can reach: commands that are too large for one
// message are sent in several, and a missing server is reported in tmux's own words.
func (c invocation) inParts(ctx context.Context, until time.Time, path string) (Reply, error) {
	r, err := c.native(ctx, until, path)
	switch half := len(c.cmds) / 2; {
	case errors.Is(err, errTooLarge) && half > 0:
		rest := c.cmds[half:]
		c.cmds = c.cmds[:half]
		first, err := c.inParts(ctx, until, path)
		if err != nil {
			return first, err
		}
		c.cmds = rest
		r, err = c.inParts(ctx, until, path)
		r.Stdout, r.Stderr = first.Stdout+r.Stdout, first.Stderr+r.Stderr
		return r, err
	case errors.Is(err, syscall.ENOENT):
		return r, fmt.Errorf("%w: error connecting to %s (No such file or directory)", ErrTmux, path)
	case errors.Is(err, syscall.ECONNREFUSED):
		return r, fmt.Errorf("%w: no server running on %s", ErrTmux, path)
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
