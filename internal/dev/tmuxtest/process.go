package tmuxtest

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// Suspend stops the server's process, which so hangs until the test ends.
func (s *Server) Suspend() {
	s.tb.Helper()
	pid, err := strconv.Atoi(s.PID)
	if err != nil {
		s.tb.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		s.tb.Fatal(err)
	}
	s.tb.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGCONT) }) // so that it can be ended
}

// Resume lets a suspended server go on.
func (s *Server) Resume() {
	s.tb.Helper()
	if pid, err := strconv.Atoi(s.PID); err != nil || syscall.Kill(pid, syscall.SIGCONT) != nil {
		s.tb.Fatalf("server %s cannot go on: %v", s.PID, err)
	}
}

// Memory returns how many bytes of memory the server holds.
func (s *Server) Memory() int {
	s.tb.Helper()
	out, err := exec.Command("ps", "-o", "rss=", "-p", s.PID).Output()
	if err != nil {
		s.tb.Fatal(err)
	}
	kilobytes, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		s.tb.Fatal(err)
	}
	return kilobytes << 10
}
