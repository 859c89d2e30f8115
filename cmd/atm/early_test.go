package main

import (
	"os"
	"os/exec"
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
		parser bool
	}{
		{name: "the hook", args: []string{"hook"}},
		{name: "the hook with arguments that it has not", args: []string{"hook", "--unknown", "x"}},
		{name: "the status line", args: []string{"statusline"}},
		{name: "the status line with a command", args: []string{"statusline", "--", "true"}},
		{name: "the help of the hook", args: []string{"hook", "--help"}, parser: true},
		{name: "another command", args: []string{"--version"}, parser: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("atm", tt.args...)
			cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1", "TMUX_PANE=")
			out, err := cmd.CombinedOutput()
			if got := strings.Contains(string(out), "init github.com/alecthomas/kong "); err != nil ||
				got != tt.parser {
				t.Errorf("%v, the parser was initialised: %t, want %t\n%s", err, got, tt.parser, out)
			}
		})
	}
}
