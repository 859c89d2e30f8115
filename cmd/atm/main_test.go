package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/tmuxtest"
)

// TestMain makes the test binary the atm of all scripts and child processes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"atm": main})
}

// TestScripts runs the scripts, each in pane %0 of a private tmux server.
// Beyond testscript's own commands they know
//
//	tmux ARGS...          a tmux command for that server
//	until REGEXP ARGS...  the same, again and again until its output matches
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			tmux := tmuxtest.Start(env.T().(testing.TB))
			env.Vars = append(env.Vars, tmux.Vars("%0")...)
			env.Vars = append(env.Vars, "SOCKET="+tmux.Socket, "SERVER="+tmux.PID)
			env.Values["tmux"] = tmux
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"tmux": func(ts *testscript.TestScript, neg bool, args []string) {
				tmux := ts.Value("tmux").(*tmuxtest.Server)
				if err := ts.Exec(tmux.Binary, append([]string{"-u", "-S", tmux.Socket}, args...)...); (err != nil) != neg {
					ts.Fatalf("tmux %q: %v", args, err)
				}
			},
			"until": func(ts *testscript.TestScript, _ bool, args []string) {
				tmux := ts.Value("tmux").(*tmuxtest.Server)
				want := regexp.MustCompile(args[0])
				tmux.Until(fmt.Sprintf("%q prints %q", args[1:], args[0]), func() bool {
					return want.MatchString(tmux.Tmux(args[1:]...))
				})
			},
		},
	})
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
