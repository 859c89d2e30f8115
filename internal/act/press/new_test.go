package press_test

import (
	"testing"
	"time"

	"atm/internal/act/press"
	"atm/internal/claude/claudehome"
)

// TestChooseNew: a dialog that has just opened drops keys, so the key comes later.
func TestChooseNew(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		ago  time.Duration // since when the registry says that it waits
	}{
		{name: "just opened", ago: 0},
		{name: "by a clock that was set back", ago: -time.Hour},
		{name: "just on the screen, after another one that the registry has listed for long", ago: time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, "2.1.329/bash-80", "1=busy+"+screen("made/input-80"))
			target := c.target(t)
			d, err := target.ReadDialog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			read, opened := target.Process, time.Now().Add(-tt.ago)
			var pressed time.Time // when the key was first seen to have arrived
			target.Process = func() (claudehome.Process, error) {
				if pressed.IsZero() && c.keys() != "" {
					pressed = time.Now()
				}
				p, err := read()
				p.StatusUpdatedAt = opened
				return p, err
			}
			began := time.Now()
			if err := target.Choose(t.Context(), d, 1); err != nil {
				t.Error(err)
			}
			if took := pressed.Sub(began); took < press.OpeningDelay || c.keys() != `"1"` {
				t.Errorf("keys %s after %v, not before %v", c.keys(), took, press.OpeningDelay)
			}
		})
	}
}
