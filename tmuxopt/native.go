package tmuxopt

import (
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

func (n native) run(ctx context.Context, cmds [][]string) (Reply, error) {
	r, err := n.talk(ctx, Argv(cmds))
	if err != nil {
		return Reply{Code: -1, Transport: Native}, fmt.Errorf("%w: %w", errSurprise, err)
	}
	r.Transport = Native
	return r, r.err()
}

func (n native) talk(ctx context.Context, argv []string) (Reply, error) {
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
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return Reply{}, err
		}
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }) // wakes a read
	defer stop()
	if _, err := conn.Write(message); err != nil {
		return Reply{}, err
	}
	var c conversation
	for !c.done {
		f, err := readFrame(conn)
		if err != nil {
			return Reply{}, err
		}
		answer, err := c.take(f)
		if err != nil {
			return Reply{}, err
		}
		if _, err := conn.Write(answer); err != nil {
			return Reply{}, err
		}
	}
	return c.reply(), nil
}

// dial connects to a unix socket. The net package would do the same, at the
// price of a slower start.
func dial(socket string) (*os.File, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	syscall.CloseOnExec(fd)
	// A server that hangs fills its queue of connections: do not wait for it.
	if err = syscall.SetNonblock(fd, true); err == nil {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket})
	}
	if err != nil {
		_ = syscall.Close(fd)
		return nil, os.NewSyscallError("connect", err)
	}
	return os.NewFile(uintptr(fd), socket), nil
}
