package listener

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
)

const (
	inherited  = 3      // the file descriptor of the socket in the listener
	socketName = "gate" // the name of the socket in its directory
)

// Open opens a gate for the pane of this process. The gate exists as long as this process runs, even if it
// becomes another program. args, followed by the id of this process, are the arguments with which this program becomes
// the listener.
func Open(getenv func(string) string, args ...string) (opened gate.Address, err error) {
	parent, err := socketsDir(getenv)
	if err != nil {
		return opened, err
	}
	removeStaleDirs(parent)
	dir, err := os.MkdirTemp(parent, "")
	if err != nil {
		return opened, err
	}
	opened = gate.Address{
		Token: gate.RandomDigits(), Pane: gate.PaneName(getenv), Socket: filepath.Join(dir, socketName),
	}
	l, err := listen(opened.Socket)
	if err == nil {
		err = start(opened, int(l.Fd()), args)
		_ = l.File.Close() // the listener has inherited it
	}
	if err != nil {
		_ = os.RemoveAll(dir) // the error of the listener matters more
	}
	return opened, err
}

// socketsDir returns the directory for the sockets of this user's gates. /tmp is shared by all users.
func socketsDir(getenv func(string) string) (string, error) {
	dir := socket.Dir("/tmp")
	if runtime := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		if info, err := os.Stat(runtime); err == nil && info.IsDir() {
			dir = filepath.Join(runtime, "atm")
		}
	}
	return dir, socket.MakePrivate(dir)
}

// removeStaleDirs removes the directories of killed listeners.
func removeStaleDirs(parent string) {
	entries, _ := os.ReadDir(parent) // an unreadable directory is kept
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		if path := filepath.Join(dir, socketName); socket.Abandoned(path) {
			_ = os.RemoveAll(dir)
		}
	}
}

// listen opens the socket. The socket gets its name only when it listens: otherwise another gate that opens
// at the same time would remove it, as if its listener had been killed.
func listen(path string) (socket.Listener, error) {
	bound := filepath.Join(filepath.Dir(path), "new")
	l, err := socket.Listen(bound, 2*maxConnections)
	if err == nil {
		err = os.Rename(bound, path)
	}
	return l, err
}

// start starts the listener through a process that ends at once: see [Detach].
func start(to gate.Address, socket int, args []string) error {
	self, err := proc.Self()
	if err != nil {
		return err
	}
	pid, err := spawn(socket, append(args, string(self), detachFlag), to.Env(os.Environ()))
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

// detachFlag makes the process that [Open] starts call [Detach].
const detachFlag = "--detach"

// Detach starts the listener, which so is no child of the command: that may wait for all of its children.
func Detach() error {
	isFlag := func(arg string) bool { return arg == detachFlag }
	_, err := spawn(inherited, slices.DeleteFunc(slices.Clone(os.Args[1:]), isFlag), os.Environ())
	return err
}

// spawn starts this program, detached, with the socket.
func spawn(socket int, args, env []string) (pid int, err error) {
	program, err := os.Executable()
	if err != nil {
		return 0, err
	}
	listener := proc.Detached{
		Program: program, Args: append([]string{os.Args[0]}, args...), Env: env, Dir: "/",
		Files: map[int]uintptr{inherited: uintptr(socket)},
	}
	return listener.Start()
}

// Main is the listener, which ends with the process of the command. host is the name that the pane shows for the
// host of the session; "" = the name in the messages.
func Main(command proc.ID, host string, getenv func(string) string, now func() time.Time) error {
	address, ok := gate.ParseAddress(getenv(gate.Variable))
	if !ok {
		return gate.ErrNoGate
	}
	defer os.RemoveAll(filepath.Dir(address.Socket))
	self, err := proc.Self()
	if err != nil {
		return err
	}
	on, err := socket.Inherited(inherited, address.Socket)
	if err != nil {
		return err
	}
	c := caller.New(getenv, now())
	pane := &Pane{
		Tmux: c.Tmux, ID: getenv("TMUX_PANE"), Now: now,
		Origin: message.Origin{Gate: string(self), Host: host},
		Log:    func() *caller.Report { return caller.New(getenv, now()).NewReport() },
	}
	ctx, stop := signal.NotifyContext(context.Background(), unix.SIGTERM, unix.SIGINT, unix.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		command.Wait(ctx)
	}()
	l := Listener{Token: address.Token, Pane: pane}
	l.Run(ctx, on)
	return nil
}
