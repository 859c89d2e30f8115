package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// TestParallelHooks runs 200 hooks of one pane at once: subagents that start,
// call tools, ask and stop, and parallel tools of the main thread. What they
// leave must be what they leave one after the other, in any order that keeps
// the order of each agent's own events.
func TestParallelHooks(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	pane, serial := s.NewPane(), s.NewPane()
	for _, p := range []string{pane, serial} {
		fire(t, s, p, `{"hook_event_name":"UserPromptSubmit","session_id":"s1"}`)
	}
	var work sync.WaitGroup
	for _, events := range agents() {
		work.Go(func() {
			for _, payload := range events {
				fire(t, s, pane, payload)
			}
		})
		for _, payload := range events {
			fire(t, s, serial, payload)
		}
	}
	work.Wait()
	panes := readPanes(t, s)
	if diff := cmp.Diff(outcome(panes[serial]), outcome(panes[pane])); diff != "" {
		t.Errorf("(-serial +parallel):\n%s", diff)
	}
	if got := len(tmuxopt.Entries(panes[pane][tmuxopt.Waiting])); got != 20 {
		t.Errorf("%d calls for attention, not 20: %s", got, panes[pane][tmuxopt.Waiting])
	}
}

// agents returns the events of 40 agents, five each. Of the first 20 each leaves
// one call open, the others all stop.
func agents() [][]string {
	var all [][]string
	for i := range 40 {
		event := func(name, tool string) string {
			return fmt.Sprintf(
				`{"hook_event_name":%q,"session_id":"s1","agent_id":"a%d","agent_type":"T%d","tool_name":%q,"tool_input":{"command":"same"}}`, name, i, i, tool)
		}
		events := []string{event("SubagentStart", ""), event("PreToolUse", "Bash"), event("PermissionRequest",
			"Bash"), event("PermissionRequest", "Edit")}
		if i < 20 {
			events = append(events, event("PostToolUse", "Bash"))
		} else {
			events = append(events, event("SubagentStop", ""))
		}
		all = append(all, events)
	}
	return all
}

// outcome is what of a pane does not depend on the order of events: the lists as
// sets, and neither what came last nor when.
func outcome(o tmuxopt.Options) tmuxopt.Options {
	out := maps.Clone(o)
	for _, f := range tmuxopt.Schema() {
		if f.Group == tmuxopt.Trace {
			delete(out, f.Option)
		}
	}
	for _, name := range []tmuxopt.Option{tmuxopt.Activity, tmuxopt.Reason, tmuxopt.Detail, tmuxopt.Since,
		tmuxopt.SessionIDSetOn} {
		delete(out, name)
	}
	for _, name := range []tmuxopt.Option{tmuxopt.Waiting, tmuxopt.Agents} {
		entries := strings.Fields(out[name])
		slices.Sort(entries)
		out[name] = strings.Join(entries, " ")
	}
	return out
}
