package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/install"
)

// The environment that scripts/e2e sets:
//
//	ATM_E2E_ATM      the atm to test
//	ATM_E2E_CLIENTS  the clients, as VERSION=PATH with ":" between them
//	ATM_E2E_SOURCES  "hooks" or "statusline": the scenes are played without a follower, with hooks
//	                 alone or with them and the status line, and only measured; "gate":
//	                 the clients run in a sandbox behind atm gate; "gate-statusline": the
//	                 same without a follower there, only measured; "ssh": on another host
//	ATM_E2E_PICTURES the scene pictures writes the pictures, and does not compare them
//	ATM_TEST_FZF     the fzf of the inbox
//	ATM_E2E_ROUNDS   plays another number of rounds in the scenes answer_*
//	ATM_E2E_SLACK    multiplies all bounds on time (default 1): for a machine that
//	                 does other things, where the client itself is late
//
// TestScenes plays all scenes with all clients.
func TestScenes(t *testing.T) {
	atm, clients := os.Getenv("ATM_E2E_ATM"), os.Getenv("ATM_E2E_CLIENTS")
	if atm == "" || clients == "" {
		t.Skip("no client: scripts/e2e installs some and runs the scenes")
	}
	r := &results{begin: time.Now(), slack: 1, sources: sources(os.Getenv("ATM_E2E_SOURCES"))}
	if slack := os.Getenv("ATM_E2E_SLACK"); slack != "" {
		if _, err := fmt.Sscan(slack, &r.slack); err != nil {
			t.Fatalf("ATM_E2E_SLACK=%s: %v", slack, err)
		}
	}
	t.Run("with", func(t *testing.T) {
		for _, client := range strings.Split(clients, ":") {
			version, path, _ := strings.Cut(client, "=")
			t.Run(version, func(t *testing.T) {
				t.Parallel()
				play(t, r, version, path, atm)
			})
		}
	})
	r.check(t)
}

// play plays all scenes with one client. The condition [since:VERSION] asks for
// its version, [named] whether somebody has asked for this scene: one that takes a minute is
// played with the newest client only, unless it was asked for. [elsewhere] asks for other sources
// than the ordinary ones, [complete] for some that have a follower.
func play(t *testing.T, r *results, version, client, atm string) {
	cmds := map[string]func(*testscript.TestScript, bool, []string){}
	for name, c := range commands(r.stretch(agreement)) {
		cmds[name] = func(ts *testscript.TestScript, neg bool, args []string) {
			if neg || len(args) < c.args {
				ts.Fatalf("usage: %s with at least %d arguments", name, c.args)
			}
			c.do(ts.Value("stage").(*stage), ts, args)
		}
	}
	tmuxtest.Scripts(t, testscript.Params{
		Dir:  "../../../testdata/script-e2e",
		Cmds: cmds,
		Setup: func(env *testscript.Env) error {
			tb := env.T().(testing.TB)
			st, err := newStage(tb, env.Values["tmux"].(*tmuxtest.Server), version, client, atm, r.sources)
			if err != nil {
				return err
			}
			st.slack = r.slack
			env.Values["stage"] = st
			env.Setenv("HOOKS", st.home.log)
			env.Setenv("PROJECT", st.home.work)
			env.Setenv("ATM", atm)
			env.Setenv("FZF", os.Getenv("ATM_TEST_FZF"))
			env.Setenv("CLAUDE_CONFIG_DIR", st.home.claude())
			tb.Cleanup(func() { r.add(tb, st, filepath.Base(tb.Name())) })
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "named":
				return os.Getenv("ATM_E2E_NAMED") != "", nil
			case "elsewhere":
				return r.sources != everything, nil
			case "complete":
				return r.sources.complete(), nil
			}
			first, found := strings.CutPrefix(cond, "since:")
			if !found {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return install.Claude{Version: version}.Knows(first), nil
		},
	})
}
