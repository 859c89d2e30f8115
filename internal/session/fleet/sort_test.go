package fleet_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestSort: the most first, what is not known last, and else as it was.
func TestSort(t *testing.T) {
	t.Parallel()
	list := panes(
		pane{id: "nothing", state: "working", since: 4 * time.Minute},
		pane{id: "tokens", state: "idle", seen: true, since: 3 * time.Minute,
			options: tmuxopt.Options{tmuxopt.ContextTokens: "900000", tmuxopt.Cost: "0.2"}},
		pane{id: "half", state: "attention", since: 2 * time.Minute,
			options: tmuxopt.Options{tmuxopt.ContextPct: "50", tmuxopt.Cost: "10.5"}},
		pane{id: "full", state: "error", seen: true, since: 5 * time.Minute,
			options: tmuxopt.Options{tmuxopt.ContextPct: "91", tmuxopt.Cost: "0"}},
		pane{id: "empty", state: "idle", seen: true, since: time.Minute,
			options: tmuxopt.Options{tmuxopt.ContextPct: "0"}},
	)
	delete(list[5].Options, tmuxopt.Since)
	delete(list[5].Options, tmuxopt.Seen)
	for key, want := range map[fleet.SortKey]string{
		fleet.ByState:   "half full nothing empty tokens",
		fleet.ByContext: "full half empty tokens nothing",
		fleet.ByCost:    "half tokens full nothing empty",
		fleet.BySince:   "full nothing tokens half empty",
	} {
		sessions := fleet.List(list, noon)
		fleet.Sort(sessions, key)
		var got []string
		for _, s := range sessions {
			got = append(got, s.ID)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("by %s (-want +got):\n%s", key, diff)
		}
	}
}

// TestTotal: only sessions that run are added up, one in two panes once, and what is not known of any is nil.
func TestTotal(t *testing.T) {
	t.Parallel()
	list := panes(
		pane{id: "a", state: "working", options: tmuxopt.Options{tmuxopt.Cost: "0.1"}},
		pane{id: "b", state: "attention", options: tmuxopt.Options{
			tmuxopt.Cost: "0.2", tmuxopt.ContextTokens: "1000", tmuxopt.ContextPct: "1",
		}},
		pane{id: "c", options: tmuxopt.Options{tmuxopt.Cost: "100", tmuxopt.ContextTokens: "7"}},
	)
	twice := panes(
		pane{id: "a", state: "working", options: tmuxopt.Options{tmuxopt.ContextTokens: "1000", tmuxopt.ContextPct: "1"}},
		pane{id: "a", state: "working", options: tmuxopt.Options{tmuxopt.Cost: "0.2"}},
		pane{id: "a", state: "idle", options: tmuxopt.Options{
			tmuxopt.Cost: "0.3", tmuxopt.ContextTokens: "900", tmuxopt.ContextPct: "1",
		}},
		pane{state: "working", options: tmuxopt.Options{tmuxopt.Cost: "1"}}, // two sessions without an id are two
		pane{state: "working", options: tmuxopt.Options{tmuxopt.Cost: "1"}},
	)
	for want, of := range map[string][]tmux.Pane{
		`{"version":1,"sessions":5,"need_you":1,"cost_usd":2.3,"cost_sessions":5,` +
			`"context_tokens":1000,"context_sessions":3}`: twice,
		`{"version":1,"sessions":2,"need_you":1,"cost_usd":0.3,"cost_sessions":2,` +
			`"context_tokens":1000,"context_sessions":1}`: list,
		`{"version":1,"sessions":0,"need_you":0,"cost_usd":null,"cost_sessions":0,` +
			`"context_tokens":null,"context_sessions":0}`: nil,
	} {
		got, err := json.Marshal(fleet.NewTotal(fleet.List(of, noon)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestDistinct: what several servers list is listed once, and in its pane if it has one.
func TestDistinct(t *testing.T) {
	t.Parallel()
	row := func(pane, job, id string) fleet.Session {
		return fleet.Session{Pane: tmux.Pane{ID: pane}, Job: job, ID: id}
	}
	got := fleet.Distinct([]fleet.Session{
		row("", "j1", "a"), row("", "j2", "b"), row("%1", "", "c"), // a server
		row("%1", "j1", "a"), row("", "j2", "b"), row("%2", "", "c"), row("", "j2", "d"), // another one
	})
	want := []fleet.Session{
		row("", "j2", "b"), row("%1", "", "c"), row("%1", "j1", "a"), row("%2", "", "c"), row("", "j2", "d"),
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(fleet.Session{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
