package tmuxopt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// native speaks to the server itself: a tenth of the time that it takes to start
// tmux's own client. It also works where that one hangs or fails because the
// program was upgraded under a running server.
type native struct{ socket string }

// errSurprise is whatever keeps native from an answer. The commands may have
// been carried out or not.
var errSurprise = errors.New("native transport")

func (n native) run(ctx context.Context, until time.Time, cmds [][]string) (Reply, error) {
	r, err := n.talk(ctx, until, Argv(cmds))
	if err != nil {
		return Reply{Code: -1, Transport: Native}, fmt.Errorf("%w: %w", errSurprise, err)
	}
	r.Transport = Native
	return r, r.err()
}

func (n native) talk(ctx context.Context, until time.Time, argv []string) (Reply, error) {
	if !littleEndian() {
		return Reply{}, errors.New("not on big-endian machines")
	}
	message, err := request(os.Getpid(), argv)
	if err != nil {
		return Reply{}, err
	}
	conn, err := dial(n.socket)
	if err != nil {
		return Reply{}, err
	}
	defer conn.Close()
	// A read that waits ends with the context, too. Of one that cannot end, as that
	// of a hook, this costs nothing.
	defer context.AfterFunc(ctx, func() { hangUp(conn) })()
	if err := limit(conn, until); err != nil {
		return Reply{}, err
	}
	if _, err := conn.Write(message); err != nil {
		return Reply{}, err
	}
	var c conversation
	for in := bufio.NewReader(timed{conn, until}); !c.done; {
		switch { // no single read takes that long, but a flood does
		case ctx.Err() != nil:
			return Reply{}, ctx.Err()
		case !until.IsZero() && time.Now().After(until):
			return Reply{}, context.DeadlineExceeded
		}
		f, err := readFrame(in)
		switch {
		case ctx.Err() != nil:
			return Reply{}, ctx.Err()
		case err != nil:
			return Reply{}, err
		}
		answer, err := c.take(f)
		if err != nil {
			return Reply{}, err
		}
		if len(answer) > 0 {
			if _, err := conn.Write(answer); err != nil {
				return Reply{}, err
			}
		}
	}
	return c.reply(), nil
}

// dial connects to a unix socket and returns it in blocking mode: for the one
// answer that is read here, the net package and its poller would take longer
// than the server.
func dial(socket string) (*os.File, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	syscall.CloseOnExec(fd)
	// A server that hangs lets its queue of connections fill up: do not wait.
	if err = syscall.SetNonblock(fd, true); err == nil {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket})
	}
	if err == nil {
		err = syscall.SetNonblock(fd, false)
	}
	if err != nil {
		_ = syscall.Close(fd)
		return nil, os.NewSyscallError("connect", err)
	}
	return os.NewFile(uintptr(fd), socket), nil
}

// hangUp ends the connection for whoever reads from it at the moment.
func hangUp(conn *os.File) {
	if raw, err := conn.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) }) // it may be closed already
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
// not zero. A timer of Go's would start a thread, which takes longer than all
// that is done here.
func limit(conn *os.File, until time.Time) error {
	if until.IsZero() {
		return nil
	}
	d := time.Until(until)
	if d <= 0 {
		return context.DeadlineExceeded
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	tv := syscall.NsecToTimeval(max(d, time.Millisecond).Nanoseconds())
	var first, second error
	err = raw.Control(func(fd uintptr) {
		first = syscall.SetsockoptTimeval(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &tv)
		second = syscall.SetsockoptTimeval(int(fd), syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &tv)
	})
	return errors.Join(err, first, second)
}
