package listener

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/gate"
	"atm/internal/sys/socket"
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
// [ListenerArg] after them.
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
	address := gate.Address{
		Token: gate.RandomDigits(), Pane: gate.PaneName(getenv), Socket: filepath.Join(dir, socketName),
	}
	opened := Opened{Address: address, Dir: dir}
	l, err := listen(address.Socket)
	if err == nil {
		err = start(opened, int(l.Fd()), args)
		_ = l.File.Close() // the listener has it
	}
	if err != nil {
		_ = os.RemoveAll(dir) // the error of the listener is returned
	}
	return opened, err
}

// socketsDir returns the directory in which the gates of this user have theirs. /tmp is everybody's.
func socketsDir(getenv func(string) string) (string, error) {
	dir := socket.Dir("/tmp")
	if runtime := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		if info, err := os.Stat(runtime); err == nil && info.IsDir() {
			dir = filepath.Join(runtime, "atm")
		}
	}
	return dir, socket.MakePrivate(dir)
}

// sweep removes the directories of listeners that were killed.
func sweep(parent string) {
	entries, _ := os.ReadDir(parent) // what is not seen stays
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		if path := filepath.Join(dir, socketName); socket.Abandoned(path) {
			_ = os.RemoveAll(dir)
		}
	}
}

// listen opens the socket. It gets its name when it listens: another gate that opens meanwhile
// would take it for that of a listener that was killed.
func listen(path string) (socket.Listener, error) {
	bound := filepath.Join(filepath.Dir(path), "new")
	l, err := socket.Listen(bound, 2*maxConnections)
	if err == nil {
		err = os.Rename(bound, path)
	}
	return l, err
}
