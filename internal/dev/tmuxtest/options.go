package tmuxtest

import (
	"testing"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Way is the way to the server, as commands find it in the environment of a pane.
func (s *Server) Way() tmux.Server {
	return tmux.Server{Binary: s.Binary, Socket: s.Socket, PID: s.PID}
}

// Send has the server make the edits in pane %0.
func (s *Server) Send(t *testing.T, edits ...tmuxopt.Edit) {
	t.Helper()
	batch := tmuxopt.Batch{Pane: "%0", ServerPID: s.PID, Edits: edits}
	if reply, err := s.Way().Send(t.Context(), batch); err != nil || reply.Stdout != "" {
		t.Fatalf("%v: %+v, error %v", edits, reply, err)
	}
}

// Reshow sets what a pane shows after its options were set by hand.
func (s *Server) Reshow(pane string) {
	s.tb.Helper()
	batch := tmuxopt.Batch{Pane: pane, Edits: tmuxopt.Reshow()}
	if _, err := s.Way().Send(s.tb.Context(), batch); err != nil {
		s.tb.Fatal(err)
	}
}

// SetOption returns the tmux command that sets an option of pane %0.
func SetOption(option tmuxopt.Option, value string) []string {
	return []string{"set-option", "-pt", "%0", string(option), value}
}

// Options returns the options of the contract that pane %0 holds, without the
// version and the history.
func (s *Server) Options(t *testing.T) tmuxopt.Options {
	t.Helper()
	panes, err := s.Way().Panes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	delete(panes[0].Options, tmuxopt.ContractVersion)
	delete(panes[0].Options, tmuxopt.History)
	return panes[0].Options
}

// InternalOptions are the options of a pane that are used within a transaction: package tmuxopt keeps them to itself.
var InternalOptions = []tmuxopt.Option{"@atm_now", "@atm_changing", "@atm_unfinished"}
