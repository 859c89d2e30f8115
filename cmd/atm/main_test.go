package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/tmuxtest"
)

// TestMain makes the test binary the atm of all scripts and child processes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"atm": main})
}

// TestScripts runs the scripts.
func TestScripts(t *testing.T) {
	t.Parallel()
	tmuxtest.Scripts(t, testscript.Params{Dir: "../../testdata/script"})
}

// hook feeds a payload to atm hook in a pane. It fails the test unless the hook
// keeps its promise: exit status 0, and not a byte of output.
func hook(tb testing.TB, s *tmuxtest.Server, pane, payload string, env ...string) {
	tb.Helper()
	cmd := exec.Command("atm", "hook")
	cmd.Env = append(s.Env(pane), env...)
	cmd.Stdin = strings.NewReader(payload)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		tb.Errorf("atm hook < %.200s: %v, output %q", payload, err, out)
	}
}

// atm runs a command in a pane and returns what it printed.
func atm(tb testing.TB, s *tmuxtest.Server, pane string, args ...string) string {
	tb.Helper()
	cmd := exec.Command("atm", args...)
	cmd.Env = s.Env(pane)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		tb.Errorf("atm %q: %v", args, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}
