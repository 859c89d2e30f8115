package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestTheHookIsEarly holds Go to the order of initialisation that the hook owes
// a tenth of its speed to: it is over before the grammar's package begins.
func TestTheHookIsEarly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		args   []string
		parser bool
	}{
		{name: "the hook", args: []string{"hook"}},
		{name: "the hook with arguments that it has not", args: []string{"hook", "--unknown", "x"}},
		{name: "its help", args: []string{"hook", "--help"}, parser: true},
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
