package listener

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/caller"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/proc"
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
	dir, err := os.MkdirTemp(parent, "")
	if err != nil {
		return Opened{}, err
	}
	token := make([]byte, 16)
	_, _ = rand.Read(token) // it never fails
	address := gate.Address{
		Token: hex.EncodeToString(token), Pane: gate.PaneOf(getenv), Socket: filepath.Join(dir, socketName),
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
		dir = filepath.Join(runtime, "atm")
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

// listen opens the socket.
func listen(path string) (fd int, err error) {
	fd, err = unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return 0, os.NewSyscallError("socket", err)
	}
	unix.CloseOnExec(fd)
	if err = unix.Bind(fd, &unix.SockaddrUnix{Name: path}); err == nil {
		err = unix.Listen(fd, 2*maxConnections)
	}
	if err != nil {
		_ = unix.Close(fd)
		return 0, fmt.Errorf("socket %q: %w", path, err)
	}
	return fd, nil
}

// ListenerArg is what the arguments of a listener end with: the process whose end ends it.
// One that is not detached yet starts another one that is, and ends: so the listener is no
// child of the command, which may wait for all of its children.
type ListenerArg struct {
	Command  proc.ID
	Detached bool
}

const detached = "+"

// String returns the argument.
func (a ListenerArg) String() string {
	if a.Detached {
		return detached + string(a.Command)
	}
	return string(a.Command)
}

// UnmarshalText reads what String has written.
func (a *ListenerArg) UnmarshalText(text []byte) error {
	rest := string(text)
	if rest != "" && rest[:1] == detached {
		a.Detached, rest = true, rest[1:]
	}
	id, ok := proc.ParseID(rest)
	if !ok {
		return fmt.Errorf("%q: no process", text)
	}
	a.Command = id
	return nil
}

// start starts the listener, by way of a process that ends at once.
func start(o Opened, socket int, args []string) error {
	self, err := proc.Self()
	if err != nil {
		return err
	}
	pid, err := spawn(socket, append(args, ListenerArg{Command: self}.String()), o.Env(os.Environ()))
	if err != nil {
		return err
	}
	var status unix.WaitStatus
	for err = unix.EINTR; errors.Is(err, unix.EINTR); {
		_, err = unix.Wait4(pid, &status, 0, nil)
	}
	if err == nil && status.ExitStatus() != 0 {
		err = fmt.Errorf("the listener: exit status %d", status.ExitStatus())
	}
	return err
}

// spawn starts this program with the socket, in a session of its own: it has no terminal,
// so no key and no hang-up is meant for it.
func spawn(socket int, args, env []string) (pid int, err error) {
	program, err := os.Executable()
	if err != nil {
		return 0, err
	}
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(null)
	return syscall.ForkExec(program, append([]string{os.Args[0]}, args...), &syscall.ProcAttr{
		Dir: "/", Env: env, Sys: &syscall.SysProcAttr{Setsid: true},
		Files: []uintptr{uintptr(null), uintptr(null), uintptr(null), inherited: uintptr(socket)},
	})
}

// Main is the process that [Open] starts: args are those that Open got. host is the name
// that the pane shows as that of where the session runs; "" = what messages say.
func Main(arg ListenerArg, host string, getenv func(string) string, now func() time.Time, args ...string) error {
	if !arg.Detached {
		arg.Detached = true
		_, err := spawn(inherited, append(args, arg.String()), os.Environ())
		return err
	}
	unix.CloseOnExec(inherited)
	address, ok := gate.ParseAddress(getenv(gate.Variable))
	if !ok {
		return gate.ErrNoGate
	}
	defer os.RemoveAll(filepath.Dir(address.Socket))
	self, err := proc.Self()
	if err != nil {
		return err
	}
	file := os.NewFile(inherited, address.Socket)
	socket, err := net.FileListener(file)
	if err != nil {
		return err
	}
	_ = file.Close() // the listener has its own
	c := caller.New(getenv, now())
	pane := &Pane{
		Tmux: c.Tmux, ID: getenv("TMUX_PANE"), Now: now,
		Place: message.Place{Gate: string(self), Host: host},
		Log:   func() *caller.Report { return caller.New(getenv, now()).NewReport() },
	}
	ctx, stop := signal.NotifyContext(context.Background(), unix.SIGTERM, unix.SIGINT, unix.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		ended(ctx, arg.Command)
	}()
	l := Listener{Token: address.Token, Pane: pane}
	l.Run(ctx, socket)
	return nil
}

// look is how often a process is looked at where the system cannot wait for it.
const look = time.Second

// ended waits until a process has ended.
func ended(ctx context.Context, command proc.ID) {
	for command.Runs() && ctx.Err() == nil {
		if err := proc.Wait(ctx, command.PID()); err != nil {
			pause(ctx, look)
		}
	}
}
