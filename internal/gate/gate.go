// Package gate is the client of a gate: through a gate, a hook, a status line or a follower in a container or
// on another host reaches the pane in which a person sees its Claude Code.
//
// "atm gate -- COMMAND" runs COMMAND with the variable ATM_GATE, which names a private socket and a token.
// The client sends messages of package message to that socket. The gate, package listener, does the rest, so
// the client needs neither tmux nor a pane.
//
// It promises that a message is delivered, or an error returned, before the sender's deadline, and that a
// gate accepts successive messages in their order. If the gate has ended, the error is [ErrNoGate].
package gate

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/gate/message"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
)

// Environment variables of the command that atm gate runs.
const (
	Variable    = "ATM_GATE"     // an Address
	DirVariable = "ATM_GATE_DIR" // the directory of the socket, to be mounted into a container
)

// Address is the address of a gate, the value of ATM_GATE.
type Address struct {
	Token  string
	Pane   string // see PaneName
	Socket string // absolute path
}

// Env returns an environment in which a command finds the gate.
func (a Address) Env(environ []string) []string {
	environ = slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == Variable || name == DirVariable
	})
	return append(environ, Variable+"="+a.String(), DirVariable+"="+filepath.Dir(a.Socket))
}

// version is the first field of an address.
const version = "1"

// String returns the value of the variable.
func (a Address) String() string {
	return strings.Join([]string{version, a.Token, a.Pane, a.Socket}, ",")
}

// ParseAddress parses the value of the variable.
func ParseAddress(text string) (a Address, ok bool) {
	parts := strings.SplitN(text, ",", 4) // the path may have commas
	if len(parts) != 4 || parts[0] != version {
		return Address{}, false
	}
	a = Address{Token: parts[1], Pane: parts[2], Socket: parts[3]}
	return a, a.Token != "" && filepath.IsAbs(a.Socket)
}

// RandomDigits returns 32 hexadecimal digits from a secure random source.
func RandomDigits() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // it never fails
	return hex.EncodeToString(random)
}

// PaneName returns the hash of TMUX and TMUX_PANE, which names a pane without giving access to it; "" if
// either is empty.
func PaneName(getenv func(string) string) string {
	server, pane := getenv("TMUX"), getenv("TMUX_PANE")
	if server == "" || pane == "" {
		return ""
	}
	return Hash(server, pane)
}

// Hash returns a name for a pair of texts that does not reveal them.
func Hash(one, other string) string {
	h := fnv.New64a()
	h.Write([]byte(one + "\x00" + other))
	return hex.EncodeToString(h.Sum(nil))
}

// FromEnv returns the gate that leads to the nearest pane. There is no gate if the variable is not set, or if
// the process runs in a tmux behind the gate: then TMUX and TMUX_PANE differ from those with which the gate
// was opened. A job of tmux's status line has no TMUX_PANE.
func FromEnv(getenv func(string) string) (Address, bool) {
	a, ok := ParseAddress(getenv(Variable))
	if !ok {
		return Address{}, false
	}
	return a, getenv("TMUX") == "" || PaneName(getenv) == a.Pane
}

// IsNearest reports whether this gate leads to the nearest pane of a process, and whether that is known.
func (a Address) IsNearest(pid int) (isNearest, known bool) {
	var failed error
	address, ok := FromEnv(func(name string) string {
		value, err := proc.Getenv(pid, name)
		failed = errors.Join(failed, err)
		return value
	})
	return ok && address == a, failed == nil
}

// ErrNoGate means that there is no gate, or that it has ended.
var ErrNoGate = errors.New("no gate")

// errNotAccepted means that the gate has not accepted a message.
var errNotAccepted = errors.New("the gate has not accepted the message")

// Send delivers a message before the deadline until.
func (a Address) Send(m message.Message, until time.Time) error {
	conn, err := a.deliver(m, until)
	if err != nil {
		return err
	}
	return conn.Close()
}

// Ask delivers a message that waits for an answer, and returns the connection for the answer, which waits in
// Go's poller.
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
	_ = unix.SetNonblock(fd, true) // never fails for an open socket
	return os.NewFile(uintptr(fd), a.Socket), nil
}

// deliver delivers a message and returns the connection.
func (a Address) deliver(m message.Message, until time.Time) (*os.File, error) {
	m.Version, m.Token = message.Version, a.Token
	m.Host, _ = os.Hostname() // "" after an error
	frame, err := message.Frame(m, message.MaxLength)
	if err != nil {
		return nil, err
	}
	conn, err := connect(a.Socket, until)
	if err != nil {
		return nil, err
	}
	if _, err = conn.Write(frame); err == nil {
		var n int
		answer := make([]byte, len(message.Accepted)) // so short that it arrives in one piece
		reader := socket.DeadlineReader{File: conn, Deadline: until}
		if n, err = reader.Read(answer); err != nil || string(answer[:n]) != message.Accepted {
			err = errors.Join(errNotAccepted, err)
		}
	}
	if err != nil {
		_ = conn.Close() // the first error is more useful
		return nil, err
	}
	return conn, nil
}

// errForeignSocket means that another user may have created the socket.
var errForeignSocket = errors.New("somebody else may have made the socket")

// checkOwner returns an error if another user may have replaced the socket of the gate: that user would
// receive each message, and could answer the requests of a session. In a directory to which others can write,
// like /tmp, the socket must be our own, as one that sshd has created for us, and the directory must be
// sticky, so that nobody can replace it. Any other directory must be ours, or nobody else must be able to
// create one in its place: in a container, the mounted directory of a gate, or that of all gates, belongs to
// another user.
func checkOwner(path string) error {
	dir := filepath.Dir(path)
	var directory, file unix.Stat_t
	if err := unix.Stat(dir, &directory); err != nil {
		return err
	}
	if directory.Mode&othersWrite != 0 {
		if err := unix.Lstat(path, &file); err != nil {
			return err
		}
		if directory.Mode&unix.S_ISVTX == 0 || int(file.Uid) != unix.Geteuid() {
			return errForeignSocket
		}
		return nil
	}
	for owner := directory.Uid; !isOwner(directory); {
		if directory.Uid != owner || directory.Mode&othersWrite != 0 || dir == filepath.Dir(dir) {
			return errForeignSocket
		}
		dir = filepath.Dir(dir)
		if err := unix.Stat(dir, &directory); err != nil {
			return err
		}
	}
	if directory.Mode&othersWrite != 0 {
		return errForeignSocket
	}
	return nil
}

// othersWrite are the permissions by which users other than the owner can write to a directory.
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
