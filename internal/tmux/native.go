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

// native speaks to the server itself: a tenth of the time that it takes to start
// tmux's own client. It also works where that one hangs or fails because the
// program was upgraded under a running server.
type native struct {
	socket   string
	maxBytes int               // bytes that the server may print
	onOutput func(text string) // if set, is called with what was printed so far, whenever it grows
}

// surprise is whatever keeps native from an answer.
type surprise struct {
	error
	unsent bool // the commands have not been carried out; else they may have been
}

func (s surprise) Error() string { return "native transport: " + s.error.Error() }
func (s surprise) Unwrap() error { return s.error }

func (n native) run(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	r, err := n.try(ctx, until, Argv(cmds))
	if err != nil {
		return Reply{Code: -1, Transport: Native}, err
	}
	r.Transport = Native
	return r, r.err()
}

func (n native) try(ctx context.Context, until time.Time, argv []string) (Reply, error) {
	if !littleEndian() {
		return Reply{}, surprise{errors.New("not on big-endian machines"), true}
	}
	message, err := request(os.Getpid(), argv)
	if err != nil {
		return Reply{}, surprise{err, true}
	}
	// A server that hangs lets its queue of connections fill up: do not wait.
	conn, err := socket.Dial(n.socket, time.Time{})
	if err != nil {
		return Reply{}, surprise{err, true}
	}
	defer conn.Close()
	c := conversation{maxBytes: n.maxBytes, onOutput: n.onOutput}
	if err := c.talk(ctx, until, conn, message); err != nil {
		return Reply{}, surprise{timedOut(ctx, err), c.unsent}
	}
	reply := c.reply()
	reply.Listener, _ = proc.Listener(int(conn.Fd())) // 0 where the kernel does not say
	return reply, nil
}

// timedOut returns the error of the context if that is why a connection has ended,
// and of a deadline if a read or write was given up.
func timedOut(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, syscall.EAGAIN):
		return context.DeadlineExceeded
	}
	return err
}

// talk sends the message and follows the server until it has carried it out.
func (c *conversation) talk(ctx context.Context, until time.Time, conn *os.File, message []byte) error {
	c.unsent = true
	// A read that waits ends with the context, too. Of one that cannot end, as that
	// of a hook, this costs nothing.
	defer context.AfterFunc(ctx, func() { hangUp(conn) })()
	if err := limit(conn, until); err != nil {
		return err
	}
	if _, err := conn.Write(message); err != nil { // the command comes last: a part of it is none
		return err
	}
	c.unsent = false
	in := bufio.NewReader(timed{conn, until})
	for answered := false; !c.done; answered = true {
		switch { // no single read takes that long, but a flood does
		case ctx.Err() != nil:
			return ctx.Err()
		case !until.IsZero() && time.Now().After(until):
			return context.DeadlineExceeded
		}
		f, err := readFrame(in)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			// A server that carries a command out says so before it closes, or dies with
			// all that it was told.
			c.unsent = !answered && closed(err)
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

// parts is run where there is no other transport: what is too large for one
// message goes in several, and a server that is missing is reported in tmux's
// own words.
func (n native) parts(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	r, err := n.run(ctx, until, cmds)
	switch {
	case errors.Is(err, errTooLarge) && len(cmds) > 1:
		first, err := n.parts(ctx, until, cmds[:len(cmds)/2])
		if err != nil {
			return first, err
		}
		r, err = n.parts(ctx, until, cmds[len(cmds)/2:])
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

// hangUp ends the connection for the reader that waits at the moment.
func hangUp(conn *os.File) {
	if raw, err := conn.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) {
			_ = syscall.Shutdown(int(fd),
				syscall.SHUT_RDWR)
		}) // it may be closed already
	}
}

// timed reads a connection until a time: the limit of one read starts again with
// each, and a frame may come in any number of pieces.
type timed struct {
	conn  *os.File
	until time.Time
}

func (t timed) Read(b []byte) (int, error) {
	if err := limit(t.conn, t.until); err != nil {
		return 0, err
	}
	return t.conn.Read(b)
}

// limit has the next read and write of the connection end at that time, if it is
// not zero.
func limit(conn *os.File, until time.Time) error {
	switch {
	case until.IsZero():
		return nil
	case !time.Now().Before(until):
		return context.DeadlineExceeded
	}
	return socket.Limit(conn, until)
}
