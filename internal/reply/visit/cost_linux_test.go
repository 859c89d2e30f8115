package visit_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/tmuxopt"
)

// status returns a number of /proc/PID/status.
func (p *process) status(t *testing.T, name string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); fields[0] == name+":" {
			n, _ := strconv.Atoi(fields[1])
			return n
		}
	}
	t.Fatalf("no %s in %s", name, text)
	return 0
}

// announce lets the hook know of sockets in a directory.
func (s *session) announce(dir string, sockets int) {
	s.t.Helper()
	bell := ""
	for n := range sockets {
		at := base64.RawURLEncoding.EncodeToString([]byte(filepath.Join(dir, strconv.Itoa(n))))
		bell += tmuxopt.Entry{Key: fmt.Sprintf("%s.v%d", s.call(), n), Word: at}.String()
	}
	s.Tmux("set-option", "-p", "-t", "%0", string(tmuxopt.Bell), bell)
	s.ring()
}

// ring has the hook look at the pane.
func (s *session) ring() {
	s.t.Helper()
	s.Tmux("wait-for", "-S", tmuxopt.PaneChannel+"%0")
}

// visitors are sockets that the hook comes to. They do something with it, and then wait for
// each other: the hook has to do with many at a time.
type visitors struct {
	came  chan struct{}
	leave chan struct{} // a visitor that has done its part takes one, and goes
}

// visitors announces sockets.
func (s *session) visitors(sockets int, serve func(net.Conn)) visitors {
	s.t.Helper()
	dir, err := os.MkdirTemp("", "v") // t.TempDir is too long for a socket
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	v := visitors{came: make(chan struct{}, sockets), leave: make(chan struct{}, sockets)}
	for n := range sockets {
		path := filepath.Join(dir, strconv.Itoa(n))
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			s.t.Fatal(err)
		}
		s.t.Cleanup(func() { _ = l.Close() })
		go func() {
			conn, err := l.Accept()
			if err != nil {
				return // the test has ended
			}
			defer conn.Close()
			v.came <- struct{}{}
			serve(conn)
			select {
			case <-v.leave:
			case <-s.t.Context().Done():
			}
		}()
	}
	s.announce(dir, sockets)
	return v
}

// next waits until another visitor has come in, which takes a look at the pane if there was no
// room before.
func (v visitors) next(s *session) {
	s.t.Helper()
	s.Until("the hook comes to another visitor", func() bool {
		select {
		case <-v.came:
			return true
		default:
			s.ring()
			return false
		}
	})
}

// out has one of those that are in go.
func (v visitors) out(s *session) {
	s.t.Helper()
	s.Until("a visitor has done its part", func() bool {
		select {
		case v.leave <- struct{}{}:
			return true
		default:
			return false
		}
	})
}

// TestOddVisitors: whoever can write the options of a pane can announce any number of
// sockets. The hook gives none of them a thread (a Go program with too many ends with exit
// status 2) nor any amount of memory, and ends when its call is over.
func TestOddVisitors(t *testing.T) {
	t.Parallel()
	const atOnce = 8 // are let in
	for _, tt := range []struct {
		name    string
		sockets int
		serve   func(net.Conn)
	}{
		{"that say nothing", 150, func(net.Conn) {}},
		{"that never stop", 20, func(conn net.Conn) {
			_, err := conn.Write([]byte(`{"decision":"`))
			for text := bytes.Repeat([]byte("x"), 1<<20); err == nil; {
				_, err = conn.Write(text)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			p := s.asks()
			threads := p.status(t, "Threads")
			v := s.visitors(tt.sockets, tt.serve)
			for left := tt.sockets; left > 0; left -= atOnce {
				for range min(atOnce, left) {
					v.next(s)
				}
				for range min(atOnce, left) {
					v.out(s)
				}
			}
			// Neither number falls: a Go program keeps its threads, and VmHWM is the most memory
			// that there ever was.
			if now := p.status(t, "Threads"); now > threads+20 {
				t.Errorf("%d threads, %d before", now, threads)
			}
			// With the race detector it is several times as much.
			if kilobytes := p.status(t, "VmHWM"); kilobytes > 256<<10 {
				t.Errorf("%d kB of memory", kilobytes)
			}
			s.says("busy")
			if !p.endsWithin(5*time.Second) || p.out.Len() > 0 {
				t.Errorf("the hook goes on, or has printed %q", p.out.String())
			}
		})
	}
}
