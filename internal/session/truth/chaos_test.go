package truth_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
)

var runs = flag.Int("chaos", 3, "how many seeded runs of chaos")

// TestChaos has 50 scripted claudes whose entries and hooks come in any order, late,
// twice or half-written, and which are killed at random. In the quiet after that every pane becomes
// right. (How soon, the scenes with real clients measure.)
func TestChaos(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	var claudes []*claude
	for i := range 50 {
		claudes = append(claudes, start(t, s, from, i))
		claudes[i].register("idle")
	}
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { done <- follow(ctx, from.Corrector()) }()
	for seed := range *runs {
		chaos(claudes, rand.New(rand.NewPCG(uint64(seed), 1)))
		becomeRight(t, from, claudes)
		// What is right by then stays right, however long it is quiet.
		ahead := from
		ahead.Now = later(5 * time.Second)
		correct(t, ahead)
		got := states(t, from)
		for _, c := range claudes {
			if got[c.pane] != c.state() {
				options := s.Tmux("show-options", "-pt", c.pane)
				t.Errorf("seed %d, %s: state %q, claude is %q: %v", seed, c.pane, got[c.pane], c.status,
					options)
			}
			if c.status == "" {
				s.Tmux("respawn-pane", "-k", "-t", c.pane, "sleep 10000")
				c.findProcess(s)
				c.register("idle")
			}
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("follower: %v", err)
	}
}

// becomeRight polls until every pane shows what its claude does.
func becomeRight(t *testing.T, from truth.Sources, claudes []*claude) {
	t.Helper()
	deadline := time.Now().Add(tmuxtest.Patience)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		got := states(t, from)
		wrong := slices.IndexFunc(claudes, func(c *claude) bool { return got[c.pane] != c.state() })
		if wrong < 0 {
			return
		}
		if time.Now().After(deadline) {
			c := claudes[wrong]
			t.Errorf("%s: state %q, claude is %q", c.pane, got[c.pane], c.status)
			return
		}
		<-tick.C
	}
}

// chaos has each claude do a few things, in any order.
func chaos(claudes []*claude, r *rand.Rand) {
	events := []string{
		"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "PostToolBatch",
		"Stop", "StopFailure", "PreCompact", "SessionEnd",
	}
	tools, statuses := []string{"Bash", "AskUserQuestion"}, []string{"busy", "idle", "shell", "waiting"}
	for range 400 {
		c := claudes[r.IntN(len(claudes))]
		if c.status == "" && r.IntN(2) == 0 {
			c.hook(events[r.IntN(len(events))], "Bash") // late: its process has ended
			continue
		}
		switch n := r.IntN(20); {
		case n > 7:
			event, tool := events[r.IntN(len(events))], tools[r.IntN(len(tools))]
			for range 1 + r.IntN(2) {
				c.hook(event, tool)
			}
		case c.status == "": // it can neither end nor write
		case n == 0:
			c.kill()
		case n == 7: // half-written, and whole again later
			c.write(c.entry(c.status)[:r.IntN(100)])
			c.write(c.entry(c.status))
		default:
			c.register(statuses[r.IntN(len(statuses))])
		}
	}
}

// follow corrects the panes until ctx ends.
func follow(ctx context.Context, c truth.Corrector) error {
	return c.FollowUntil(ctx, func(context.Context) bool { return false })
}
