// Package socket opens and connects all unix sockets of the programs. It does not use package net, whose
// initialisation would delay every hook.
//
// It promises that a connection of [Connect] and [Listener.Accept] has a process of this user at both ends,
// waits in Go's poller and obeys deadlines. [Dial] does not check the user, nor does a [Listener] for anyone. A
// connection of Dial blocks: the poller would take too long for a hook that reads one answer.
package socket

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/sys/proc"
)

// Dir returns the path of this user's directory for sockets in a shared directory.
func Dir(parent string) string { return filepath.Join(parent, "atm-"+strconv.Itoa(os.Getuid())) }

// MakePrivate creates a directory unless it exists. It returns an error if another user can use the
// directory, and may have created it.
func MakePrivate(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(owner.Uid) != os.Getuid() || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("directory %q: not ours alone", dir)
	}
	return nil
}

// Listener is a listening socket.
type Listener struct {
	*os.File
	Anyone bool // it accepts connections from processes of any user
	path   string
}

// Listen opens a listening socket. backlog is the number of connections that the kernel keeps until they are
// accepted. A path that is too long is an error.
func Listen(path string, backlog int) (Listener, error) {
	fd, err := stream()
	if err == nil {
		if err = unix.Bind(fd, &unix.SockaddrUnix{Name: path}); err == nil {
			err = unix.Listen(fd, backlog)
		}
		if err != nil {
			_ = unix.Close(fd) // the first error is more useful
		}
	}
	if err != nil {
		return Listener{}, fmt.Errorf("socket %q: %w", path, err)
	}
	return Listener{File: os.NewFile(uintptr(fd), path), path: path}, nil
}

// Inherited returns the listening socket that this process has inherited as a descriptor.
func Inherited(fd int, path string) (Listener, error) {
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil {
		return Listener{}, os.NewSyscallError("fcntl", err)
	}
	return Listener{File: os.NewFile(uintptr(fd), path), path: path}, nil
}

// Accept waits for a connection, and closes those of other users unless Anyone may connect. process is 0 if that has
// no id in our pid namespace. After Close it returns [os.ErrClosed].
func (l Listener) Accept() (conn *os.File, process int, err error) {
	for {
		fd, err := l.accept()
		if err != nil {
			return nil, 0, err
		}
		if process, err = peer(fd); err == nil || l.Anyone {
			return os.NewFile(uintptr(fd), l.path), process, nil
		}
		_ = unix.Close(fd) // nothing was sent
	}
}

// accept returns the descriptor of the next connection.
func (l Listener) accept() (fd int, err error) {
	raw, err := l.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = raw.Read(func(listener uintptr) bool {
		fd, failed = descriptor(func() (int, error) {
			fd, _, err := unix.Accept(int(listener))
			return fd, err
		})
		return failed != unix.EAGAIN
	})
	switch {
	case err != nil: // an error of the poller, which package os does not export
		return 0, os.ErrClosed
	case failed != nil:
		return 0, os.NewSyscallError("accept", failed)
	}
	_ = unix.SetNonblock(fd, true) // never fails for an open socket
	return fd, nil
}

// Close closes the socket and removes its file.
func (l Listener) Close() {
	_ = os.Remove(l.path) // it may be removed already
	_ = l.File.Close()
}

// Connect connects to a socket on which a process of this user listens.
func Connect(path string) (conn *os.File, process int, err error) {
	fd, err := stream()
	if err != nil {
		return nil, 0, err
	}
	if err = unix.Connect(fd, &unix.SockaddrUnix{Name: path}); err == nil {
		process, err = peer(fd)
	}
	if err != nil {
		_ = unix.Close(fd) // nothing was sent
		return nil, 0, os.NewSyscallError("connect", err)
	}
	return os.NewFile(uintptr(fd), path), process, nil
}

// Dial connects to a socket, and returns the connection in blocking mode: for a single answer Go's poller
// would take longer than the other end. Until then it waits if the queue of the socket is full; zero = for
// [connectTimeout]. A deadline that has passed is an error. A write to the connection waits no longer than there was
// time; a [DeadlineReader] reads it.
func Dial(path string, until time.Time) (*os.File, error) {
	if until.IsZero() {
		until = time.Now().Add(connectTimeout)
	}
	limit := time.Until(until)
	if limit <= 0 {
		return nil, os.ErrDeadlineExceeded
	}
	fd, err := descriptor(newSocket)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	timeout := unix.NsecToTimeval(max(limit, time.Millisecond).Nanoseconds())
	if err = unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &timeout); err == nil {
		// The signals of Go's scheduler interrupt a wait with a timeout.
		for err = unix.EINTR; err == unix.EINTR && time.Now().Before(until); {
			err = unix.Connect(fd, &unix.SockaddrUnix{Name: path})
		}
	}
	switch err {
	case nil:
		return os.NewFile(uintptr(fd), path), nil
	case unix.EINTR:
		err = os.ErrDeadlineExceeded
	}
	_ = unix.Close(fd) // nothing was sent
	return nil, os.NewSyscallError("connect", err)
}

// connectTimeout is how long a busy process may take to have room for one more connection in its queue.
const connectTimeout = 500 * time.Millisecond

// DeadlineReader reads a file in blocking mode, such as a connection of [Dial] or the standard input, until a deadline;
// zero = none. It needs no timer of Go, which would start a thread: that takes longer than the rest of a hook.
type DeadlineReader struct {
	File     *os.File // not embedded: io.Copy would use its WriteTo, which waits
	Deadline time.Time
}

func (r DeadlineReader) Read(b []byte) (int, error) {
	for wait := -1; ; {
		if !r.Deadline.IsZero() {
			left := time.Until(r.Deadline)
			if left <= 0 {
				return 0, os.ErrDeadlineExceeded
			}
			wait = int(left.Milliseconds()) + 1
		}
		poll := []unix.PollFd{{Fd: int32(r.File.Fd()), Events: unix.POLLIN}}
		if n, err := unix.Poll(poll, wait); n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return r.File.Read(b) // also after an error, which the read then returns
		}
	}
}

// Abandoned reports whether no process listens on a socket any more. A socket that is bound but does not
// listen yet looks the same.
func Abandoned(path string) bool {
	conn, _, err := Connect(path)
	_ = conn.Close() // conn may be nil
	return errors.Is(err, unix.ECONNREFUSED)
}

// Pair returns the two ends of a connection within this process.
func Pair() (one, other *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	for _, fd := range fds {
		unix.CloseOnExec(fd)
		_ = unix.SetNonblock(fd, true) // never fails for an open socket
	}
	return os.NewFile(uintptr(fds[0]), "pair"), os.NewFile(uintptr(fds[1]), "pair"), nil
}

// stream returns the descriptor of a new socket that does not block.
func stream() (fd int, err error) {
	if fd, err = descriptor(newSocket); err == nil {
		_ = unix.SetNonblock(fd, true) // never fails for an open socket
	}
	return fd, err
}

func newSocket() (fd int, err error) { return unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0) }

// descriptor creates a descriptor that no process inherits, even if one is started at the same time.
func descriptor(create func() (int, error)) (fd int, err error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if fd, err = create(); err != nil {
		return 0, err
	}
	unix.CloseOnExec(fd)
	return fd, nil
}

// peer returns the process at the other end, and an error if another user runs it.
func peer(fd int) (process int, err error) {
	process, user, err := proc.Peer(fd)
	if err == nil && user != os.Getuid() {
		err = unix.EPERM
	}
	return process, err
}
