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
	presser := press.Presser{Tmux: s.Way()}
	target := press.Target{Pane: tmux.Pane{ID: "%0"}}
	if _, err := presser.ReadDialog(t.Context(), target); !errors.Is(err, press.ErrNone) {
		t.Errorf("an empty pane: %v", err)
	}
	target.Pane.ID = "%77"
	if d, err := presser.ReadDialog(t.Context(), target); err == nil {
		t.Errorf("no pane: %+v", d)
	}
}
