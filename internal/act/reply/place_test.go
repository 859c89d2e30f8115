package reply_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/act/reply"
	"atm/internal/sys/socket"
)

// TestKilledHook: a hook that was killed cannot be visited, and leaves a file, which the next hook
// removes.
func TestKilledHook(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	p.kill()
	disconnected := s.sockets()
	if len(disconnected) != 1 {
		t.Fatalf("sockets %q", disconnected)
	}
	if _, err := s.visit(); !errors.Is(err, reply.ErrNobody) {
		t.Errorf("a visit to a hook that was killed: %v", err)
	}
	s.run(`{"hook_event_name":"PermissionRequest","session_id":"a","tool_name":"Bash",` +
		`"tool_input":{"command":"ls"}}`)
	s.Until("the next hook has removed the socket", func() bool {
		sockets := s.sockets()
		return len(sockets) == 1 && sockets[0] != disconnected[0]
	})
}

// TestOtherProcess: the pane may list a process that is not the one that listens.
func TestOtherProcess(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.asks()
	call, _ := s.answerable()
	path := s.sockets()[0]
	_, hash, _ := strings.Cut(filepath.Base(path), ".")
	if err := os.Symlink(path, filepath.Join(filepath.Dir(path), "1."+hash)); err != nil {
		t.Fatal(err)
	}
	for _, process := range []string{"1", "0", "", "-1", "../1", "#(x)"} {
		if _, err := reply.Open(t.Context(), s.Way(), call, process); !errors.Is(err, reply.ErrNobody) {
			t.Errorf("process %q: %v", process, err)
		}
	}
}

// TestTwoAtOnce: of two who answer at the same time one is the first, and the other one learns that
// the call is over.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.asks()
	var visits []*reply.Visit
	for range 2 {
		v, err := s.visit()
		if err != nil {
			t.Fatal(err)
		}
		visits = append(visits, v)
	}
	decided := make(chan error)
	for _, v := range visits {
		go func() { decided <- v.Decide([]byte(allow)) }()
	}
	first, second := <-decided, <-decided
	if second == nil {
		first, second = second, first
	}
	if first != nil || !errors.Is(second, reply.ErrOver) {
		t.Errorf("%v and %v", first, second)
	}
	s.ends(p, allow+"\n")
}

// TestElsewhere: where no socket can be beside that of tmux, it is in the directory of this user in
// /tmp.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		dir     string
		prepare func(dir string) error
	}{
		{name: "the path is too long", dir: strings.Repeat("x", 70)},
		{name: "the directory is everybody's", dir: "x", prepare: func(dir string) error {
			if err := os.Mkdir(socket.Dir(dir), 0o777); err != nil {
				return err
			}
			return os.Chmod(socket.Dir(dir), 0o777)
		}},
		{name: "the directory is somebody else's", dir: "x", prepare: func(dir string) error {
			if err := os.Mkdir(socket.Dir(dir), 0o700); err != nil {
				return err
			}
			return os.Chown(socket.Dir(dir), 65534, 65534)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			dir := filepath.Join(filepath.Dir(s.Socket), tt.dir)
			err := os.Mkdir(dir, 0o700)
			if err == nil && tt.prepare != nil {
				err = tt.prepare(dir)
			}
			if errors.Is(err, os.ErrPermission) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			way := s.Way()
			way.Socket = filepath.Join(dir, "t")
			if err := os.Symlink(s.Socket, way.Socket); err != nil {
				t.Fatal(err)
			}
			s.env = []string{"TMUX=" + way.Socket + "," + s.PID + ",0"}
			p := s.asks()
			v, err := s.visitBy(way)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.allows(v); err != nil {
				t.Error(err)
			}
			s.ends(p, allow+"\n")
			if disconnected, _ := filepath.Glob(socket.Dir("/tmp") + "/" + p.pid() + ".*"); disconnected != nil {
				t.Errorf("left behind: %q", disconnected)
			}
		})
	}
}
