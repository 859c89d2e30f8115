package reply_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
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

// files returns how many files a process has open.
func (p *process) files(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/proc/" + p.pid() + "/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// connect connects to the hook that waits.
func (s *session) connect() net.Conn {
	s.t.Helper()
	conn, err := net.Dial("unix", s.sockets()[0])
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// TestOddConnections: anyone who runs programs as this user can connect to a hook any number of times. No
// connection gets a thread (a Go program with too many ends with exit status 2) or any amount of
// memory, only some stay open, none keeps out the one that answers, and the hook ends when its call is over.
func TestOddConnections(t *testing.T) {
	t.Parallel()
	half := "\x00\x00\x80\x00" + `{"decision":` // of the 32 KiB that it promises
	for _, tt := range []struct {
		name  string
		count int
		odd   func(net.Conn)
	}{
		{"that say nothing", 150, func(net.Conn) {}},
		{"that say half of something", 50, func(conn net.Conn) { _, _ = conn.Write([]byte(half)) }},
		{"that are gone", 150, func(conn net.Conn) { _ = conn.Close() }},
		{"that promise too much", 50, func(conn net.Conn) { _, _ = conn.Write([]byte("\xff\xff\xff\xff")) }},
		{"that never stop", 20, func(conn net.Conn) {
			var err error
			for text := bytes.Repeat([]byte("\x00\x00\x00\x02{}"), 1<<10); err == nil; {
				_, err = conn.Write(text)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			p := s.asks()
			threads := p.status(t, "Threads")
			for range tt.count {
				conn := s.connect()
				go tt.odd(conn)
			}
			v, err := s.visit()
			if err != nil {
				t.Fatal(err)
			}
			if err := s.allows(v); err != nil {
				t.Error(err)
			}
			s.ends(p, allow+"\n")
			s.setStatus("busy")
			p = s.asks()
			for range tt.count {
				conn := s.connect()
				go tt.odd(conn)
			}
			if _, err := s.visit(); err != nil { // all of those before were accepted
				t.Error(err)
			}
			s.Until("only so many connections are open", func() bool { return p.files(t) < 50 })
			// Neither number falls: a Go program keeps its threads, and VmHWM is the most memory
			// that there ever was.
			if now := p.status(t, "Threads"); now > threads+20 {
				t.Errorf("%d threads, %d before", now, threads)
			}
			// With the race detector it is several times as much.
			if kilobytes := p.status(t, "VmHWM"); kilobytes > 256<<10 {
				t.Errorf("%d kB of memory", kilobytes)
			}
			s.setStatus("busy")
			s.ends(p, "")
		})
	}
}
