package press_test

import (
	"errors"
	"testing"

	"atm/internal/act/press"
	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

// TestReadDialog: a screen without a dialog is reported as one.
func TestReadDialog(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	target := press.Target{Tmux: s.Way(), Pane: tmux.Pane{ID: "%0"}}
	if _, err := target.ReadDialog(t.Context()); !errors.Is(err, press.ErrNone) {
		t.Errorf("an empty pane: %v", err)
	}
	target.Pane.ID = "%77"
	if d, err := target.ReadDialog(t.Context()); err == nil {
		t.Errorf("no pane: %+v", d)
	}
}
