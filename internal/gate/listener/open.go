package listener

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/gate"
)

// inherited is the file descriptor of the socket in the listener.
const inherited = 3

// socketName is the name of the socket in its directory.
const socketName = "gate"

// Opened is a gate that has been opened.
type Opened struct {
	Address gate.Address
	Dir     string // the directory of the socket, which has nothing else in it
}

// Env returns an environment in which a command finds the gate.
func (o Opened) Env(environ []string) []string {
	environ = slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == gate.Variable || name == gate.DirVariable
	})
	return append(environ, gate.Variable+"="+o.Address.String(), gate.DirVariable+"="+o.Dir)
}

// Open opens a gate for the pane of this process, for as long as this process runs, whatever
// it becomes. args are the arguments by which this program becomes the listener, with
// [ListenerArg] behind them.
func Open(getenv func(string) string, args ...string) (Opened, error) {
	parent, err := socketsDir(getenv)
	if err != nil {
		return Opened{}, err
	}
	sweep(parent)
	token, err := gate.RandomDigits()
	if err != nil {
		return Opened{}, err
	}
	dir, err := os.MkdirTemp(parent, "")
	if err != nil {
		return Opened{}, err
	}
	address := gate.Address{
		Token: token, Pane: gate.PaneOf(getenv), Socket: filepath.Join(dir, socketName),
	}
	opened := Opened{Address: address, Dir: dir}
	socket, err := listen(address.Socket)
	if err == nil {
		err = start(opened, socket, args)
		_ = unix.Close(socket) // the listener has it
	}
	if err != nil {
		_ = os.RemoveAll(dir) // so that nothing is left; the error is told
	}
	return opened, err
}

// socketsDir returns the directory in which the gates of this user have theirs. One that
// others can change is refused: /tmp is everybody's.
func socketsDir(getenv func(string) string) (string, error) {
	dir := filepath.Join("/tmp", "atm-"+strconv.Itoa(os.Getuid()))
	if runtime := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		if info, err := os.Stat(runtime); err == nil && info.IsDir() {
			dir = filepath.Join(runtime, "atm")
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(owner.Uid) != os.Getuid() || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("directory %q: not ours alone", dir)
	}
	return dir, nil
}

// sweep removes what listeners have left behind that were killed: nobody listens on their
// sockets.
func sweep(parent string) {
	entries, _ := os.ReadDir(parent) // what is not seen stays
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		conn, err := net.DialTimeout("unix", filepath.Join(dir, socketName), time.Second)
		if err == nil {
			_ = conn.Close()
		}
		if errors.Is(err, syscall.ECONNREFUSED) {
			_ = os.RemoveAll(dir)
		}
	}
}

// listen opens the socket. It gets its name when it listens: another gate that opens meanwhile
// would take it for one that was left behind.
func listen(path string) (fd int, err error) {
	syscall.ForkLock.RLock() // no process that starts meanwhile inherits it, and keeps it open
	fd, err = unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return 0, os.NewSyscallError("socket", err)
	}
	bound := filepath.Join(filepath.Dir(path), "new")
	if err = unix.Bind(fd, &unix.SockaddrUnix{Name: bound}); err == nil {
		err = unix.Listen(fd, 2*maxConnections)
	}
	if err == nil {
		err = os.Rename(bound, path)
	}
	if err != nil {
		_ = unix.Close(fd)
		return 0, fmt.Errorf("socket %q: %w", path, err)
	}
	return fd, nil
}
