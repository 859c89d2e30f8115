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
	s.Tmux("set-option", "-p", "-t", "%0", string(tmuxopt.Bell), bell, ";", "wait-for", "-S", tmuxopt.PaneChannel+"%0")
}

// TestOddVisitors: whoever can write the options of a pane can announce any number of
// sockets. The hook gives none of them a thread (a Go program with too many ends with exit
// status 2) nor any amount of memory, and ends when its call is over.
func TestOddVisitors(t *testing.T) {
	t.Parallel()
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
			dir, err := os.MkdirTemp("", "v") // t.TempDir is too long for a socket
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(dir) })
			visited := make(chan struct{}, tt.sockets)
			for n := range tt.sockets {
				l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, strconv.Itoa(n)), Net: "unix"})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = l.Close() })
				go func() {
					conn, err := l.Accept()
					if err != nil {
						return // the test has ended
					}
					defer conn.Close()
					visited <- struct{}{}
					tt.serve(conn)
					<-t.Context().Done()
				}()
			}
			s.announce(dir, tt.sockets)
			select {
			case <-visited:
			case <-time.After(10 * time.Second):
				t.Fatal("nobody is visited")
			}
			for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
				if now := p.status(t, "Threads"); now > threads+20 {
					t.Fatalf("%d threads, %d before", now, threads)
				}
				// With the race detector it is several times as much.
				if kilobytes := p.status(t, "RssAnon"); kilobytes > 256<<10 {
					t.Fatalf("%d kB of memory", kilobytes)
				}
			}
			s.says("busy")
			if !p.endsWithin(5*time.Second) || p.out.Len() > 0 {
				t.Errorf("the hook goes on, or has printed %q", p.out.String())
			}
		})
	}
}
