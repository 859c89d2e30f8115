package press_test

import (
	"errors"
	"testing"

	"atm/internal/act/press"
	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

// TestLook: a screen without a dialog is said to be one.
func TestLook(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	presser := press.Presser{Tmux: s.Way()}
	target := press.Target{Pane: tmux.Pane{ID: "%0"}}
	if _, err := presser.Look(t.Context(), target); !errors.Is(err, press.ErrNone) {
		t.Errorf("an empty pane: %v", err)
	}
	target.Pane.ID = "%77"
	if d, err := presser.Look(t.Context(), target); err == nil {
		t.Errorf("no pane: %+v", d)
	}
}
