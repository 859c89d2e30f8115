package fleet_test

import (
	"testing"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestAgentAsks: which subagent asks, and what, as far as that is known.
func TestAgentAsks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, waiting, agents, turn, call string
		request                           string
		asks                              bool
	}{
		{"it asks", " a1.q=permission", " a1=Explore", "done", "a1.q", "make", true},
		{"it has asked before another one", " a1.q=permission a2.q=permission", " a1=Explore a2=Plan", "done", "a2.q", "", true},
		{"another one asks", " a2.q=permission", " a1=Explore a2=Plan", "done", "a2.q", "", false},
		{"nobody else can ask", " registry.0=permission", " a1=Explore", "done", "registry.0", "make", true},
		{"the main thread may ask", " registry.0=permission", " a1=Explore", "open", "registry.0", "", false},
		{"another one may ask", " registry.0=permission", " a1=Explore a2=Plan", "done", "registry.0", "", false},
		{"a panel is open", " registry.0=dialog", " a1=Explore", "done", "", "", false},
	} {
		s := fleet.Session{
			Agents: tmuxopt.Entries(tt.agents),
			Pane: tmux.Pane{Options: tmuxopt.Options{
				tmuxopt.Waiting: tt.waiting, tmuxopt.Turn: tt.turn, tmuxopt.RequestCall: tt.call,
			}},
		}
		s.Request = "make"
		if request, asks := s.AgentAsks("a1"); request != tt.request || asks != tt.asks {
			t.Errorf("%s: %q, %t", tt.name, request, asks)
		}
	}
}
