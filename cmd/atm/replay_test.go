package main

import (
	"bytes"
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/internal/dev/trace"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestReplay feeds each recording, event by event, to the real hook in a real
// tmux server and to the model. They must agree on every option at each step,
// and no other pane may have any.
func TestReplay(t *testing.T) {
	t.Parallel()
	for _, scene := range trace.All() {
		t.Run(scene, func(t *testing.T) {
			t.Parallel()
			rows, err := trace.Read(scene)
			if err != nil {
				t.Fatal(err)
			}
			s := tmuxtest.Start(t)
			pane := s.NewPane()
			model := tmuxopt.Options{}
			for _, row := range rows {
				if row.Hook == nil {
					continue
				}
				fire(t, s, pane, string(row.Hook), "CLAUDE_PID="+row.ClaudePID, "CLAUDE_CODE_ENTRYPOINT=cli")
				panes := readPanes(t, s)
				got := panes[pane]
				// The model does not know how many changes the server has seen.
				if history := tmuxopt.ChangesAfter(0, got[tmuxopt.History]); len(history) == 0 ||
					history[len(history)-1].State != got.State() {
					t.Errorf("%6.2f s: the state is %q, the history %v", row.T, got[tmuxopt.State], history)
				}
				delete(got, tmuxopt.History)
				model = step(t, model, row, got)
				want := map[string]tmuxopt.Options{"%0": {}, pane: model}
				if diff := cmp.Diff(want, panes); diff != "" {
					t.Fatalf("%6.2f s, %s (-model +tmux):\n%s", row.T, row.Hook, diff)
				}
			}
		})
	}
}

// step has the model take the event at the time at which the hook took it.
func step(t *testing.T, model tmuxopt.Options, row trace.Row, got tmuxopt.Options) tmuxopt.Options {
	t.Helper()
	p, err := hookmap.Decode(bytes.NewReader(row.Hook))
	if err != nil {
		t.Fatal(err)
	}
	var now time.Time
	if ns := got[tmuxopt.StateNS]; ns != model[tmuxopt.StateNS] {
		now = time.Unix(0, number(t, ns))
	} else if ns := got[tmuxopt.SinceNS]; ns != "" && ns != model[tmuxopt.SinceNS] {
		now = time.Unix(0, number(t, ns))
	} else {
		now = time.Unix(number(t, got[tmuxopt.LatestHookTime]), 0)
	}
	if age := time.Since(now); age < -time.Second || age > time.Minute {
		t.Errorf("%s: its time is %v", row.Hook, now)
	}
	pid := int(number(t, row.ClaudePID))
	after := tmuxopt.Apply(model, hookmap.Map(p, hookmap.Context{Now: now, Process: pid}))
	for _, name := range tmuxtest.InternalOptions {
		delete(after, name)
	}
	return after
}

func number(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// readPanes returns the options of all panes of a server.
func readPanes(tb testing.TB, s *tmuxtest.Server) map[string]tmuxopt.Options {
	tb.Helper()
	panes, err := tmux.Server{Binary: s.Binary, Socket: s.Socket}.Panes(context.Background(), 0)
	if err != nil {
		tb.Fatal(err)
	}
	all := map[string]tmuxopt.Options{}
	for _, p := range panes {
		all[p.ID] = p.Options
	}
	return all
}
