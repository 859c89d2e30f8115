// Package gate is the far end of a gate: how a hook, a status line or a follower in a
// container or on another host tells the pane in which a person sees its Claude Code.
//
// "atm gate -- COMMAND" runs COMMAND with the variable ATM_GATE, which names a private
// socket and a token. What happens is handed over there, as package message has it, and
// the gate, package listener, does the rest: here neither tmux nor a pane is needed.
//
// It promises that a message is handed over or given up within the time that its sender
// has, and that messages that are sent one after the other are taken in that order. It does
// not promise that a gate is there: one that has ended is an error.
package gate

import (
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/gate/message"
)

// The variables that lead through a gate.
const (
	Variable    = "ATM_GATE"     // an Address
	DirVariable = "ATM_GATE_DIR" // the directory of the socket, for those who mount it
)

// Address is where a gate is, the value of ATM_GATE.
type Address struct {
	Token  string
	Pane   string // which pane the gate tells: see PaneOf
	Socket string // absolute path
}

// version begins an address.
const version = "1"

// String returns the address as the variable holds it.
func (a Address) String() string {
	return strings.Join([]string{version, a.Token, a.Pane, a.Socket}, ",")
}

// ParseAddress reads what String has written.
func ParseAddress(text string) (a Address, ok bool) {
	parts := strings.SplitN(text, ",", 4) // the path may have commas
	if len(parts) != 4 || parts[0] != version {
		return Address{}, false
	}
	a = Address{Token: parts[1], Pane: parts[2], Socket: parts[3]}
	return a, a.Token != "" && filepath.IsAbs(a.Socket)
}

// RandomDigits returns 32 hexadecimal digits that nobody can guess. It reads what crypto/rand
// would ask the system for: with that package, and the tests of itself that come with it, a
// program has 160 KB more.
func RandomDigits() (string, error) {
	file, err := os.Open("/dev/urandom")
	if err != nil {
		return "", err
	}
	defer file.Close()
	random := make([]byte, 16)
	if _, err := io.ReadFull(file, random); err != nil {
		return "", err
	}
	return hex.EncodeToString(random), nil
}

// PaneOf returns a name for the pane that TMUX and TMUX_PANE name, by which nothing can be
// reached, "" if they name none.
func PaneOf(getenv func(string) string) string {
	server, pane := getenv("TMUX"), getenv("TMUX_PANE")
	if server == "" || pane == "" {
		return ""
	}
	h := fnv.New64a()
	h.Write([]byte(server + "\x00" + pane))
	return hex.EncodeToString(h.Sum(nil))
}

// FromEnv returns the gate that leads to the nearest pane. There is none if no gate is
// named, or if the process belongs to a tmux that was started behind the gate: then TMUX and
// TMUX_PANE are not what they were where the gate was opened. A job of tmux's status line has no
// TMUX_PANE.
func FromEnv(getenv func(string) string) (Address, bool) {
	a, ok := ParseAddress(getenv(Variable))
	if !ok {
		return Address{}, false
	}
	return a, getenv("TMUX") == "" || PaneOf(getenv) == a.Pane
}

// ErrNoGate is a gate that is not there, or not any more.
var ErrNoGate = errors.New("no gate")

// errNotTaken is a message that the gate has given no answer to.
var errNotTaken = errors.New("the gate has not taken the message")

// Send hands a message over, and gives up at that time.
func (a Address) Send(m message.Message, until time.Time) error {
	conn, err := a.hand(m, until)
	if err != nil {
		return err
	}
	return conn.Close()
}

// Ask hands a message over that waits for an answer, and returns the connection on which it
// comes. It does not block a thread.
func (a Address) Ask(m message.Message, until time.Time) (*os.File, error) {
	conn, err := a.hand(m, until)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	fd, err := unix.FcntlInt(conn.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		_ = unix.Close(fd) // nobody has it
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), a.Socket), nil
}

// hand hands a message over, and returns the connection.
func (a Address) hand(m message.Message, until time.Time) (*os.File, error) {
	m.Version, m.Token = message.Version, a.Token
	m.Host, _ = os.Hostname() // a host without a name has none
	frame, err := m.Frame()
	if err != nil {
		return nil, err
	}
	conn, err := connect(a.Socket, until)
	if err != nil {
		return nil, err
	}
	err = limit(conn.Fd(), until)
	if err == nil {
		_, err = conn.Write(frame)
	}
	if err == nil {
		err = limit(conn.Fd(), until)
	}
	if err != nil {
		_ = conn.Close() // the first error says more
		return nil, err
	}
	answer := make([]byte, len(message.Taken))
	// The answer is so short that it comes in one piece.
	if n, err := conn.Read(answer); err != nil || string(answer[:n]) != message.Taken {
		_ = conn.Close() // the first error says more
		return nil, errors.Join(errNotTaken, err)
	}
	return conn, nil
}

// errNotOurs is a socket in the place of the gate that somebody else may have put there.
var errNotOurs = errors.New("somebody else may have made the socket")

// ours returns an error if somebody else can have put a socket into the place of the gate's: he
// would get what goes through it, and could answer what a session asks. In a directory that
// others can write to, like /tmp, the socket has to be our own, as it is if sshd has made it for
// us; nobody can replace it there. Any other directory must be ours, or stand where nobody else
// can make one: in a container the mounted directory of a gate belongs to another user.
func ours(socket string) error {
	dir := filepath.Dir(socket)
	var directory, file unix.Stat_t
	if err := unix.Stat(dir, &directory); err != nil {
		return err
	}
	if directory.Mode&othersWrite == 0 {
		if owns(directory) {
			return nil
		}
		var parent unix.Stat_t
		if err := unix.Stat(filepath.Dir(dir), &parent); err != nil {
			return err
		}
		if parent.Mode&othersWrite != 0 || !owns(parent) {
			return errNotOurs
		}
		return nil
	}
	if err := unix.Lstat(socket, &file); err != nil {
		return err
	}
	if directory.Mode&unix.S_ISVTX == 0 || int(file.Uid) != unix.Geteuid() {
		return errNotOurs
	}
	return nil
}

// othersWrite are the permissions by which others than the owner can write to a directory.
const othersWrite = 0o022

// owns reports whether a file belongs to this user or to root.
func owns(file unix.Stat_t) bool { return file.Uid == 0 || int(file.Uid) == unix.Geteuid() }

// connect connects to a socket, in blocking mode with a limit: package net and its poller
// would take longer than all the rest.
func connect(socket string, until time.Time) (*os.File, error) {
	if err := ours(socket); gone(err) {
		return nil, fmt.Errorf("%w: %w", ErrNoGate, err)
	} else if err != nil {
		return nil, fmt.Errorf("socket %q: %w", socket, err)
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	unix.CloseOnExec(fd)
	if err = limit(uintptr(fd), until); err == nil {
		// A wait with a limit is interrupted by the signals of Go's scheduler.
		for err = unix.EINTR; err == unix.EINTR && time.Now().Before(until); {
			err = unix.Connect(fd, &unix.SockaddrUnix{Name: socket})
		}
	}
	if err == nil {
		return os.NewFile(uintptr(fd), socket), nil
	}
	_ = unix.Close(fd) // nothing was written to it
	if gone(err) {
		return nil, fmt.Errorf("%w: %w", ErrNoGate, err)
	}
	return nil, os.NewSyscallError("connect", err)
}

// limit has the next call on a socket in blocking mode give up at that time.
func limit(fd uintptr, until time.Time) error {
	limit := unix.NsecToTimeval(max(time.Until(until), time.Millisecond).Nanoseconds())
	return errors.Join(
		unix.SetsockoptTimeval(int(fd), unix.SOL_SOCKET, unix.SO_SNDTIMEO, &limit),
		unix.SetsockoptTimeval(int(fd), unix.SOL_SOCKET, unix.SO_RCVTIMEO, &limit))
}

// gone reports whether nobody listens on a socket, or there is none.
func gone(err error) bool {
	missing := errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR)
	return missing || errors.Is(err, syscall.ECONNREFUSED)
}
