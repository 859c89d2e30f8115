package socket

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asForeigner has the test binary connect to a socket as another user, and wait.
const asForeigner = "SOCKET_TEST_CONNECT"

func TestMain(m *testing.M) {
	if path := os.Getenv(asForeigner); path != "" {
		_, _, err := Connect(path)
		if !errors.Is(err, syscall.EPERM) {
			os.Exit(1)
		}
		os.Exit(0)
	}
	m.Run()
}

// listen opens a socket with a short enough path in a shared directory.
func listen(t *testing.T) Listener {
	t.Helper()
	dir, err := os.MkdirTemp("", "s")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	l, err := Listen(filepath.Join(dir, "s"), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// TestConnection: both ends know the process at the other end, obey deadlines, and see the end of the
// connection.
func TestConnection(t *testing.T) {
	t.Parallel()
	l := listen(t)
	here, process, err := Connect(l.Name())
	if err != nil || process != os.Getpid() {
		t.Fatalf("process %d, error %v", process, err)
	}
	accepted, process, err := l.Accept()
	if err != nil || process != os.Getpid() {
		t.Fatalf("process %d, error %v", process, err)
	}
	if _, err := here.WriteString("hello"); err != nil {
		t.Error(err)
	}
	text := make([]byte, 10)
	if n, err := accepted.Read(text); err != nil || string(text[:n]) != "hello" {
		t.Errorf("%q, error %v", text[:n], err)
	}
	if err := accepted.SetReadDeadline(time.Now()); err != nil {
		t.Error(err)
	}
	if _, err := accepted.Read(text); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("after the deadline: %v", err)
	}
	_ = accepted.Close()
	if _, err := here.Read(text); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	_ = here.Close()
}

// TestClose: Accept ends when the socket is closed, and the file is removed.
func TestClose(t *testing.T) {
	t.Parallel()
	l := listen(t)
	accepted := make(chan error)
	go func() {
		_, _, err := l.Accept()
		accepted <- err
	}()
	l.Close()
	if err := <-accepted; !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(l.Name()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file: %v", err)
	}
}

// TestForeigner: neither end accepts a connection with another user.
func TestForeigner(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can be another user")
	}
	l := listen(t)
	if err := os.Chmod(l.Name(), 0o777); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(filepath.Dir(l.Name()), "program")
	self, err := os.ReadFile(os.Args[0]) // its directory is not for others
	if err == nil {
		err = os.WriteFile(program, self, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	foreigner := exec.Command(program)
	foreigner.Env = []string{asForeigner + "=" + l.Name()}
	foreigner.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := foreigner.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	own, _, err := Connect(l.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	conn, process, err := l.Accept()
	if err != nil || process != os.Getpid() {
		t.Errorf("process %d, error %v", process, err)
	}
	_ = conn.Close()
}

// TestAbandoned: a socket is abandoned if its file exists and no process listens.
func TestAbandoned(t *testing.T) {
	t.Parallel()
	l := listen(t)
	if Abandoned(l.Name()) {
		t.Error("one on which somebody listens")
	}
	_ = l.File.Close() // as if the process was killed
	if !Abandoned(l.Name()) {
		t.Error("not one on which nobody listens")
	}
	if Abandoned(l.Name() + "x") {
		t.Error("one that is not there")
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	if _, err := Listen(path, 1); err == nil {
		t.Error("it listens")
	}
	if _, _, err := Connect(path); err == nil {
		t.Error("it is connected")
	}
}

func TestPair(t *testing.T) {
	t.Parallel()
	one, other, err := Pair()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.WriteString("hello"); err != nil {
		t.Error(err)
	}
	_ = one.Close()
	if text, err := io.ReadAll(other); err != nil || string(text) != "hello" {
		t.Errorf("%q, error %v", text, err)
	}
	_ = other.Close()
}

func TestMakePrivate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		prepare func(dir string) error
		valid   bool
	}{
		{name: "none so far", prepare: func(string) error { return nil }, valid: true},
		{name: "ours", prepare: func(dir string) error { return os.Mkdir(dir, 0o700) }, valid: true},
		{name: "a group's", prepare: func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o750))
		}},
		{name: "somebody else's", prepare: func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, 65534, 65534))
		}},
		{name: "a link to ours", prepare: func(dir string) error {
			return errors.Join(os.Mkdir(dir+"x", 0o700), os.Symlink(dir+"x", dir))
		}},
		{name: "a file", prepare: func(dir string) error { return os.WriteFile(dir, nil, 0o600) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "d")
			if err := tt.prepare(dir); errors.Is(err, os.ErrPermission) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			if err := MakePrivate(dir); (err == nil) != tt.valid {
				t.Errorf("error %v", err)
			}
		})
	}
}
