// Package gate is the far end of a gate: how a hook, a status line or a follower in a
// container or on another host reaches the pane in which a person sees its Claude Code.
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
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/gate/message"
	"atm/internal/sys/socket"
)

// The variables that lead through a gate.
const (
	Variable    = "ATM_GATE"     // an Address
	DirVariable = "ATM_GATE_DIR" // the directory of the socket, for those who mount it
)

// Address is where a gate is, the value of ATM_GATE.
type Address struct {
	Token  string
	Pane   string // the name of the pane: see PaneName
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

// RandomDigits returns 32 hexadecimal digits that nobody can guess.
func RandomDigits() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // it never fails
	return hex.EncodeToString(random)
}

// PaneName returns a name for the pane that TMUX and TMUX_PANE name, by which nothing can be
// reached, "" if they name none.
func PaneName(getenv func(string) string) string {
	server, pane := getenv("TMUX"), getenv("TMUX_PANE")
	if server == "" || pane == "" {
		return ""
	}
	h := fnv.New64a()
	h.Write([]byte(server + "\x00" + pane))
	return hex.EncodeToString(h.Sum(nil))
}

// FromEnv returns the gate that leads to the nearest pane. There is none if no gate is
// named, or if the process belongs to a tmux that runs on the other side of the gate: then TMUX and
// TMUX_PANE are not what they were where the gate was opened. A job of tmux's status line has no
// TMUX_PANE.
func FromEnv(getenv func(string) string) (Address, bool) {
	a, ok := ParseAddress(getenv(Variable))
	if !ok {
		return Address{}, false
	}
	return a, getenv("TMUX") == "" || PaneName(getenv) == a.Pane
}

// ErrNoGate is a gate that is not there, or not any more.
var ErrNoGate = errors.New("no gate")

// errNotAccepted means that the gate has not confirmed a message.
var errNotAccepted = errors.New("the gate has not accepted the message")

// Send hands a message over, and gives up at that time.
func (a Address) Send(m message.Message, until time.Time) error {
	conn, err := a.deliver(m, until)
	if err != nil {
		return err
	}
	return conn.Close()
}

// Ask hands a message over that waits for an answer, and returns the connection on which the answer
// arrives. A read of it does not block a thread.
func (a Address) Ask(m message.Message, until time.Time) (*os.File, error) {
	conn, err := a.deliver(m, until)
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

// deliver hands a message over, and returns the connection.
func (a Address) deliver(m message.Message, until time.Time) (*os.File, error) {
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
	err = socket.Limit(conn, until)
	if err == nil {
		_, err = conn.Write(frame)
	}
	if err == nil {
		err = socket.Limit(conn, until)
	}
	if err != nil {
		_ = conn.Close() // the first error says more
		return nil, err
	}
	answer := make([]byte, len(message.Accepted))
	// The answer is so short that it comes in one piece.
	if n, err := conn.Read(answer); err != nil || string(answer[:n]) != message.Accepted {
		_ = conn.Close() // the first error says more
		return nil, errors.Join(errNotAccepted, err)
	}
	return conn, nil
}

// errForeignSocket means that another user may have made the socket.
var errForeignSocket = errors.New("somebody else may have made the socket")

// checkOwner returns an error if another user can have replaced the socket of the gate: that user would
// get each message, and could answer what a session asks. In a directory that
// others can write to, like /tmp, the socket has to be our own, as it is if sshd has made it for
// us; nobody can replace it there. Any other directory must be ours, or stand where nobody else
// can make one: in a container the mounted directory of a gate belongs to another user.
func checkOwner(path string) error {
	dir := filepath.Dir(path)
	var directory, file unix.Stat_t
	if err := unix.Stat(dir, &directory); err != nil {
		return err
	}
	if directory.Mode&othersWrite == 0 {
		if isOwner(directory) {
			return nil
		}
		var parent unix.Stat_t
		if err := unix.Stat(filepath.Dir(dir), &parent); err != nil {
			return err
		}
		if parent.Mode&othersWrite != 0 || !isOwner(parent) {
			return errForeignSocket
		}
		return nil
	}
	if err := unix.Lstat(path, &file); err != nil {
		return err
	}
	if directory.Mode&unix.S_ISVTX == 0 || int(file.Uid) != unix.Geteuid() {
		return errForeignSocket
	}
	return nil
}

// othersWrite are the permissions by which others than the owner can write to a directory.
const othersWrite = 0o022

// isOwner reports whether a file belongs to this user or to root.
func isOwner(file unix.Stat_t) bool { return file.Uid == 0 || int(file.Uid) == unix.Geteuid() }

// connect connects to the socket of a gate.
func connect(path string, until time.Time) (*os.File, error) {
	if err := checkOwner(path); nobodyListens(err) {
		return nil, fmt.Errorf("%w: %w", ErrNoGate, err)
	} else if err != nil {
		return nil, fmt.Errorf("socket %q: %w", path, err)
	}
	conn, err := socket.Dial(path, until)
	if nobodyListens(err) {
		return nil, fmt.Errorf("%w: %w", ErrNoGate, err)
	}
	return conn, err
}

// nobodyListens reports whether an error means that nobody listens on a socket, or that there is none.
func nobodyListens(err error) bool {
	missing := errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR)
	return missing || errors.Is(err, syscall.ECONNREFUSED)
}
