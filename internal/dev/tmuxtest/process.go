package tmuxtest

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Pgrep returns the processes that pgrep finds, separated by spaces. A pgrep that fails has not found that there is
// none. Where there is no pgrep the test is skipped.
func Pgrep(tb testing.TB, args ...string) string {
	tb.Helper()
	out, err := exec.Command("pgrep", args...).Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		skip(tb, "no pgrep: %v", err)
	case err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1): // 1: there is none
		tb.Fatalf("pgrep %q: %v", args, err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

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
