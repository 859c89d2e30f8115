package truth_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/tmuxopt"
)

// TestTitle: the title of an agent's pane tells that its dialog is answered. It is read often while the agent asks, and
// only of agents that show something there.
func TestTitle(t *testing.T) {
	t.Parallel()
	type result struct {
		Reason, State string
		Beat          bool
	}
	for _, tt := range []struct {
		name, agent, title string
		want               result
	}{
		{name: "it asks", agent: "codex", title: "[ ! ] Action Required | x", want: result{State: "attention", Beat: true}},
		{name: "it works", agent: "codex", title: "⠧ x", want: result{Reason: "answered", State: "working", Beat: true}},
		{name: "a title of the person's own", agent: "codex", title: "x", want: result{State: "attention", Beat: true}},
		{name: "an agent that shows nothing there", agent: "build", title: "⠧ x", want: result{State: "attention"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, from := newSources(t)
			c := start(t, s, from, 1)
			asks := hookmap.Announcement{
				Agent: tt.agent, State: tmuxopt.Attention, Process: c.pid, Now: time.Now().Add(-time.Minute),
			}
			_, err := from.Tmux.Send(context.Background(), tmuxopt.Batch{Pane: c.pane, Edits: asks.Edits()})
			if err != nil {
				t.Fatal(err)
			}
			s.Tmux("select-pane", "-t", c.pane, "-T", tt.title)
			r := correct(t, from)
			got := result{reasons(r)[c.pane], states(t, from)[c.pane], r.Beat > 0}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
