package truth_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/tmuxopt"
)

// TestUnneeded: what a follower does not read makes no difference to what it corrects.
func TestUnneeded(t *testing.T) {
	t.Parallel()
	for _, agent := range []string{"", "codex"} {
		t.Run(agent, func(t *testing.T) { testUnneeded(t, agent) })
	}
}

func testUnneeded(t *testing.T, agent string) {
	t.Helper()
	now := time.Now()
	for _, state := range []tmuxopt.SessionState{tmuxopt.Starting, tmuxopt.Working, tmuxopt.Attention,
		tmuxopt.Idle, tmuxopt.Failed, ""} {
		all := tmuxopt.Options{}
		for _, f := range tmuxopt.Schema() {
			all[f.Option] = "1"
		}
		all[tmuxopt.State] = string(state)
		all[tmuxopt.Agent] = agent
		all[tmuxopt.StateNS] = tmuxopt.Nanoseconds(now.Add(-100 * time.Millisecond))
		all[tmuxopt.SinceNS] = tmuxopt.Nanoseconds(now.Add(-time.Hour))
		all[tmuxopt.Waiting] = " registry.0=dialog"
		read := maps.Clone(all)
		judged := tmuxopt.For(tmuxopt.Judged)
		maps.DeleteFunc(read, func(o tmuxopt.Option, _ string) bool { return !slices.Contains(judged, o) })
		if len(read) == len(all) {
			t.Fatal("everything is read")
		}
		for _, status := range []string{"busy", "idle", "shell", "waiting", ""} {
			w := hookmap.Witness{Entry: &hookmap.Entry{
				PID: 1, SessionID: "1", Title: "another", Status: status,
				Changed: now.Add(-time.Second), Updated: now.Add(-time.Second),
			}}
			for _, w := range []hookmap.Witness{w, {Died: true}, {Interrupted: now}} {
				for _, at := range []time.Time{now, now.Add(time.Minute)} {
					want, _ := hookmap.Reconcile(all, w, at)
					got, _ := hookmap.Reconcile(read, w, at)
					if diff := cmp.Diff(describe(want), describe(got)); diff != "" {
						t.Errorf("%s, registry %q (-all +read):\n%s", state, status, diff)
					}
				}
			}
		}
	}
}

// describe returns a correction as tmux commands.
func describe(c *hookmap.Correction) []string {
	if c == nil {
		return nil
	}
	var commands []string
	for _, e := range c.Edits {
		commands = append(commands, fmt.Sprint(e))
	}
	return commands
}
