// Package tmuxtest runs a private tmux server for a test: its own socket in its
// own directory, an empty configuration, and gone with the test. It never
// touches a server of the user's.
package tmuxtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Server is a running private tmux server with one window of one pane, %0.
type Server struct {
	tb     testing.TB
	Binary string // the tmux program
	Socket string // path of the server's socket
	PID    string // process id of the server

	hosts *Hosts // those of a script
}

// Binary returns the tmux program that tests use: $ATM_TEST_TMUX, else tmux on
// PATH. Where there is none the test is skipped, but in CI it fails.
func Binary(tb testing.TB) string {
	tb.Helper()
	name := os.Getenv("ATM_TEST_TMUX")
	if name == "" {
		name = "tmux"
	}
	binary, err := exec.LookPath(name)
	switch {
	case err == nil:
		return binary
	case os.Getenv("CI") != "":
		tb.Fatalf("no tmux: %v", err)
	default:
		tb.Skipf("no tmux: %v", err)
	}
	return ""
}

// skip skips a test for want of something that not every machine can have. The file $ATM_TEST_SKIPPED says so, which
// scripts/test prints at its end: a skipped test would go unnoticed.
func skip(tb testing.TB, format string, args ...any) {
	tb.Helper()
	if name := os.Getenv("ATM_TEST_SKIPPED"); name != "" {
		if file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			fmt.Fprintf(file, "%s: %s\n", tb.Name(), strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
			file.Close()
		}
	}
	tb.Skipf(format, args...)
}

// Start starts a server of 80 by 24 cells that ends with the test.
func Start(tb testing.TB) *Server {
	tb.Helper()
	return StartWith(tb, "/dev/null")
}

// StartWith is Start for a server that reads a configuration, and has further
// variables in its environment.
func StartWith(tb testing.TB, conf string, env ...string) *Server {
	tb.Helper()
	s := &Server{tb: tb, Binary: Binary(tb), Socket: filepath.Join(Dir(tb), "s")}
	tb.Cleanup(func() {
		if where, err := os.ReadFile(s.pwned()); err == nil {
			tb.Errorf("a text was run as a command, in %s", where)
		}
	})
	tb.Cleanup(func() {
		_ = s.command("kill-server").Run() // it may be gone already
	})
	start := s.command("-f", conf, "new-session", "-d", "-x", "80", "-y", "24", "sleep 10000")
	start.Env = append(append(start.Env, "PATH="+s.path()), env...)
	if out, err := start.CombinedOutput(); err != nil {
		tb.Fatalf("tmux %q: %v\n%s", start.Args[1:], err, out)
	}
	s.PID = s.Tmux("display-message", "-p", "#{pid}")
	return s
}

// bin is a directory with the server's own tmux, and with a touch that notes it if it is called with "pwned".
func (s *Server) bin() string { return filepath.Join(filepath.Dir(s.Socket), "bin") }

// pwned is the file that says that a text such as "#(touch pwned)" was run as a command. Its path is absolute: the
// working directory of the command is not known.
func (s *Server) pwned() string { return filepath.Join(filepath.Dir(s.Socket), "pwned") }

// path is the PATH of programs that the server starts. The first tmux there is the
// server's own: a client of another version may not understand it.
func (s *Server) path() string {
	s.tb.Helper()
	dir := s.bin()
	real, err := exec.LookPath("touch")
	touch := "#!/bin/sh\ncase $* in *pwned*) pwd >>" + s.pwned() + "; exit ;; esac\nexec " + real + " \"$@\"\n"
	if err := errors.Join(err, os.Mkdir(dir, 0o700),
		os.Symlink(s.Binary, filepath.Join(dir, "tmux")),
		os.WriteFile(filepath.Join(dir, "touch"), []byte(touch), 0o700)); err != nil {
		s.tb.Fatal(err)
	}
	return dir + string(filepath.ListSeparator) + os.Getenv("PATH")
}

// Dir returns a new directory, gone with the test, whose path is short: that of a
// socket may have about 100 bytes, and tb.TempDir is too long. It lies in
// $ATM_TEST_DIR, or /tmp: who sets that can clean up after a test that was killed.
func Dir(tb testing.TB) string {
	tb.Helper()
	root := os.Getenv("ATM_TEST_DIR")
	if root == "" {
		root = "/tmp"
	}
	dir, err := os.MkdirTemp(root, "atm")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		// A process that ends may still be writing its last words there.
		var err error
		removed := func() bool {
			err = os.RemoveAll(dir)
			return err == nil
		}
		if !within(2*time.Second, removed) {
			tb.Error(err)
		}
	})
	return dir
}

// For returns the same server for another test: a fuzz target shares one.
func (s *Server) For(tb testing.TB) *Server {
	shared := *s
	shared.tb = tb
	return &shared
}

// Tmux runs a tmux command and returns what it printed, less the last newline.
func (s *Server) Tmux(args ...string) string {
	s.tb.Helper()
	out, err := s.command(args...).CombinedOutput()
	if err != nil {
		s.tb.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// WriteProgram writes a script or program that the test then runs. No other process can be started meanwhile: it would
// inherit the open file, and Linux runs no file that is open for writing ("text file busy").
func WriteProgram(tb testing.TB, path, text string) {
	tb.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		tb.Fatal(err)
	}
}

// NewPane opens another pane, in a window of its own, and returns its id.
func (s *Server) NewPane() string {
	s.tb.Helper()
	return s.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "sleep 10000")
}

// Attach attaches a client to the server, in the pane of another private server
// of 200 by 50 cells: capture-pane there is what a person would see.
func (s *Server) Attach() *Server {
	s.tb.Helper()
	return s.attach("attach")
}

// AttachTo attaches a client to a session of the server.
func (s *Server) AttachTo(session string) *Server {
	s.tb.Helper()
	return s.attach("attach -t '=" + session + "'")
}

// AttachControl attaches a client in control mode that has a terminal, as iTerm2 does. Nothing is drawn there;
// pipe-pane gets the protocol.
func (s *Server) AttachControl() *Server {
	s.tb.Helper()
	return s.attach("-CC attach")
}

func (s *Server) attach(command string) *Server {
	s.tb.Helper()
	outer := Start(s.tb)
	outer.Tmux("resize-window", "-x", "200", "-y", "50")
	outer.Tmux("set-option", "-g", "status", "off")
	clients := func() int { return len(strings.Fields(s.Tmux("list-clients", "-F", "#{client_name}"))) }
	before := clients()
	outer.Tmux("respawn-pane", "-k", "env -u TMUX "+s.Binary+" -u -S "+s.Socket+" "+command)
	s.Until("another client is attached", func() bool { return clients() > before })
	return outer
}

// Vars returns the variables that a process in that pane has on top of others.
// $ATM_TEST_TRANSPORT chooses the transport that is tested. The user's other
// servers are those of a directory without any.
func (s *Server) Vars(pane string) []string {
	return []string{
		"TMUX=" + s.Socket + "," + s.PID + ",0", "TMUX_PANE=" + pane, "TMUX_TMPDIR=" + filepath.Dir(s.Socket),
		"ATM_TMUX=" + s.Binary, "ATM_TRANSPORT=" + os.Getenv("ATM_TEST_TRANSPORT"),
		"LC_ALL=C", "GORACE=atexit_sleep_ms=0",
	}
}

// Env returns the environment of a process in that pane, on top of the test's.
func (s *Server) Env(pane string) []string { return append(baseEnv(), s.Vars(pane)...) }

func (s *Server) command(args ...string) *exec.Cmd {
	cmd := exec.Command(s.Binary, append([]string{"-u", "-S", s.Socket}, args...)...)
	cmd.Env = append(baseEnv(), "LC_ALL=C")
	return cmd
}

// baseEnv is the test's environment without what would lead to a real server
// or name a real session.
func baseEnv() []string {
	var env []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "TMUX") && !strings.HasPrefix(kv, "CLAUDE") && !strings.HasPrefix(kv,
			"ATM_") {
			env = append(env, kv)
		}
	}
	return env
}

// Shows returns what tells whether a text is on the screen of the server's only pane,
// where a client of another server is attached: see Attach.
func (s *Server) Shows(text string) func() bool {
	return func() bool { return strings.Contains(s.Tmux("capture-pane", "-p"), text) }
}
