package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
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
