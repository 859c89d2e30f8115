package tmuxtest

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// screen collects what a program writes to its terminal.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// String returns all that was written.
func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ReplaceAll(s.text.String(), "\r\n", "\n")
}

// onTerminal is set in the environment of what has a terminal of its own.
const onTerminal = "ATM_TEST_TERMINAL"

// LeaveTerminal takes the terminal away that the tests were started from. The
// commands of scripts begin with it: a question to the person who runs the tests would wait
// for an answer. It does nothing for a command that [Scripts] runs by "dialog", or that
// is the program of a pane.
func LeaveTerminal() {
	if os.Getenv(onTerminal) == "" {
		_, _ = syscall.Setsid() // the leader of a group cannot, and has its own terminal
	}
}

// dialog runs a command on a terminal of $COLUMNS columns, else of 80, and what stands in a
// file:
//
//	> REGEXP  waits until this is on the terminal
//	< TEXT    types this and Enter, or TEXT alone if it is in double quotes
//
// Then it waits for the end of the command, which must succeed unless negated.
func dialog(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = []string{onTerminal + "=1"}
	for _, name := range []string{"HOME", "PATH", "TMUX", "TMUX_PANE", "TMUX_TMPDIR", "ATM_TMUX",
		"ATM_TRANSPORT", "LC_ALL", "GORACE", "CLAUDE_CONFIG_DIR", "CLD_CLAUDE", "XDG_CONFIG_HOME", "PAGER", "TERM",
		"NO_COLOR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	columns, err := strconv.ParseUint(cmp.Or(ts.Getenv("COLUMNS"), "80"), 10, 16)
	ts.Check(err)
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: uint16(columns)})
	ts.Check(err)
	defer terminal.Close()
	shown, ended := &screen{}, make(chan struct{})
	go func() {
		defer close(ended)
		buffer := make([]byte, 4096)
		for {
			n, err := terminal.Read(buffer)
			_, _ = shown.Write(buffer[:n]) // a bytes.Buffer has no errors
			if err != nil {
				return // Linux says EIO at the end
			}
		}
	}()
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		verb, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch verb {
		case ">":
			want := regexp.MustCompile(text)
			if !within(Patience, func() bool { return want.MatchString(shown.String()) }) {
				_ = cmd.Process.Kill() // it may have ended
				ts.Fatalf("not within %v: %s\non the terminal:\n%s", Patience, text, shown)
			}
		case "<":
			typed := text + "\n"
			if raw, err := strconv.Unquote(text); err == nil {
				typed = raw
			}
			_, err := terminal.WriteString(typed)
			ts.Check(err)
		}
	}
	select {
	case <-ended:
	case <-time.After(Patience):
		_ = cmd.Process.Kill() // it may have ended
		ts.Fatalf("does not end; on the terminal:\n%s", shown)
	}
	err = cmd.Wait()
	ts.Logf("[terminal]\n%s", shown)
	ts.Check(os.WriteFile(ts.MkAbs("screen"), []byte(shown.String()), 0o644))
	if (err != nil) != neg {
		ts.Fatalf("%q: %v", args[1:], err)
	}
}
