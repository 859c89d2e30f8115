package typing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"atm/internal/act/typing"
)

// TestPause: nobody waits for longer than somebody is interested.
func TestPause(t *testing.T) {
	t.Parallel()
	if err := typing.Pause(t.Context(), time.Millisecond); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := typing.Pause(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
