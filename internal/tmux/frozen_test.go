package tmux_test

import (
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
)

// TestFrozen: of two messages one after the other the server remembers when the first one began. Where it goes on
// drawing it remembers nothing.
func TestFrozen(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Attach()
	clients, err := s.Way().Clients(t.Context())
	if err != nil || len(clients) != 1 {
		t.Fatalf("%d clients: %v", len(clients), err)
	}
	for range 2 {
		before, err := s.Way().Frozen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.Until("a millisecond has passed", func() bool { return time.Now().UnixMilli() > before.From.UnixMilli() })
		if err := s.Way().ShowMessage(t.Context(), "hello", 0, clients...); err != nil {
			t.Fatal(err)
		}
		now, err := s.Way().Frozen(t.Context())
		switch isNew := before.From.IsZero(); {
		case err != nil:
			t.Fatal(err)
		case now.From.IsZero() == clients[0].IsFrozen():
			t.Errorf("frozen %v, and the server knows of %v", clients[0].IsFrozen(), now)
		case !isNew && (!now.From.Equal(before.From) || !now.To.After(before.To)):
			t.Errorf("first %v, then %v", before, now)
		}
	}
}
