package effort_test

import (
	"fmt"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/longwork/effort"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestAgents: the list of subagents is longer than a text of an option may be. It is listed to its end, and safe.
func TestAgents(t *testing.T) {
	t.Parallel()
	list := " a0=\x1b[2J\tb0="
	for i := range 40 {
		list += fmt.Sprintf(" a%016x=general-purpose", i)
	}
	pane := tmux.Pane{ID: "%1", Options: tmuxopt.Options{tmuxopt.State: "working", tmuxopt.Agents: list}}
	records := fleet.Records(fleet.List([]tmux.Pane{pane}, time.Unix(1, 0)), hookmap.Plate)
	if len(records) != 1 {
		t.Fatalf("%d sessions", len(records))
	}
	for name, agents := range map[string][]fleet.Agent{
		"an effort": effort.New(pane).Agents, "a session": records[0].Agents,
	} {
		if len(agents) != 42 {
			t.Fatalf("%s: %d subagents", name, len(agents))
		}
		last := fleet.Agent{ID: "a0000000000000027", Type: "general-purpose"}
		if agents[41] != last || agents[0].Type != "\ufffd[2J" || agents[1].ID != "b0" {
			t.Errorf("%s: %+v", name, agents)
		}
	}
}
