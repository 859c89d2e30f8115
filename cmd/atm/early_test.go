package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
)

// TestEarly holds Go to the order of initialisation that the hook and the status line
// owe a tenth of their speed to: they are over before the grammar's package begins.
func TestEarly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		args   []string
		env    string
		parser bool
	}{
		{name: "the hook", args: []string{"hook"}},
		{name: "the hook with arguments that it has not", args: []string{"hook", "--unknown", "x"}},
		{name: "the guard", args: []string{"guard"}},
		{name: "the status line", args: []string{"statusline"}},
		{name: "the status line with a command", args: []string{"statusline", "--", "true"}},
		{name: "the hook of a Claude Code that ignores args", env: "CLAUDE_PROJECT_DIR=/"},
		{name: "Claude Code's Bash tool", env: "CLAUDECODE=1", parser: true},
		{name: "the help of the hook", args: []string{"hook", "--help"}, parser: true},
		{name: "another command", args: []string{"--version"}, parser: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("atm", tt.args...)
			cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1", "TMUX_PANE=", "CLAUDE_PROJECT_DIR=", tt.env)
			cmd.Stdin = strings.NewReader(`{"hook_event_name":"SessionStart"}`)
			out, err := cmd.CombinedOutput()
			if got := strings.Contains(string(out), "init github.com/alecthomas/kong "); err != nil ||
				got != tt.parser {
				t.Errorf("%v, the parser was initialised: %t, want %t\n%s", err, got, tt.parser, out)
			}
		})
	}
}

// TestEarlyWork: packages of ours that are initialised before the hook do next to nothing,
// whether the hook needs them or not. A regular expression has more allocations than this.
func TestEarlyWork(t *testing.T) {
	t.Parallel()
	const most = 20
	cmd := exec.Command("atm", "hook")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1", "TMUX_PANE=")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "\ninit atm/") {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		// init atm/hookmap @1.6 ms, 0.024 ms clock, 672 bytes, 4 allocs
		fields := strings.Fields(line)
		if len(fields) != 11 || !strings.HasPrefix(fields[1], "atm/") {
			continue
		}
		if allocations, err := strconv.Atoi(fields[9]); err != nil || allocations > most {
			t.Errorf("more than %d allocations, %v: %s", most, err, line)
		}
	}
}

// TestHookTime: a hook takes about as long as "tmux set-option", the test binary twice as long. On a busy machine the
// shortest times count, and there are more rounds: a hook that is slow has none that is short. No other test of the
// package runs at the same time.
func TestHookTime(t *testing.T) {
	const least, most, limit = 30, 300, 5.0 // rounds, and how many times as long a hook may take
	s := tmuxtest.Start(t)
	shortest := func(before time.Duration, cmd *exec.Cmd) time.Duration {
		t.Helper()
		cmd.Env = s.Env("%0")
		began := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%q: %v, output %q", cmd.Args, err, out)
		}
		return min(before, time.Since(began))
	}
	hook, tmux := time.Minute, time.Minute
	for round := 0; round < least || round < most && hook.Seconds() > limit*tmux.Seconds(); round++ {
		cmd := exec.Command("atm", "hook")
		cmd.Stdin = strings.NewReader(`{"hook_event_name":"Stop","session_id":"s"}`)
		hook = shortest(hook, cmd)
		tmux = shortest(tmux, exec.Command(s.Binary, "-S", s.Socket, "set-option", "-pt", "%0", "@x", "y"))
	}
	if hook.Seconds() > limit*tmux.Seconds() {
		t.Errorf("a hook takes %v, tmux %v", hook, tmux)
	}
}
