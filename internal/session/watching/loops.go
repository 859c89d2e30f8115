package watching

import (
	"context"

	"atm/internal/session/fleet"
)

// Show shows the sessions as they are now, and returns them.
type Show func(context.Context) ([]fleet.Session, error)

// Each calls show at once, after each change, and for each value of changed, until ctx ends, show fails or
// the server ends. It also counts as a change if a pane is killed whose session show has returned. changed
// may be nil.
func Each(ctx context.Context, source Source, changed <-chan struct{}, show Show) error {
	listener, err := Listen(ctx, source)
	if err != nil {
		return err
	}
	defer listener.Close()
	listener.also = changed
	for {
		sessions, err := show(ctx)
		if err == nil {
			_, err = listener.Next(ctx, sessions)
		}
		if err != nil {
			return err
		}
	}
}

// Read reads the sessions of a server. If correct is true it first looks for changes that no hook has
// reported, and corrects the panes.
type Read func(ctx context.Context, correct bool) ([]fleet.Session, error)

// Waiter waits until an awaited session is found.
type Waiter struct {
	listener *Listener
	await    *fleet.Await
	read     Read
	sessions []fleet.Session // when the wait began
}

// Begin begins to wait: no state that a session has after that is missed.
func Begin(ctx context.Context, source Source, read Read, await *fleet.Await) (*Waiter, error) {
	listener, err := Listen(ctx, source)
	if err != nil {
		return nil, err
	}
	w := &Waiter{listener: listener, await: await, read: read}
	if await.Before, err = source.Tmux.Changes(ctx); err == nil {
		w.sessions, err = read(ctx, true)
	}
	if err != nil {
		listener.Close()
		return nil, err
	}
	return w, nil
}

// Close ends the wait.
func (w *Waiter) Close() { w.listener.Close() }

// Wait returns the awaited session when it has reached its state or has ended; else the error of ctx, or of
// a server that has ended.
func (w *Waiter) Wait(ctx context.Context) (fleet.Session, fleet.Outcome, error) {
	for sessions := w.sessions; ; {
		if session, outcome := w.await.Update(sessions); outcome != fleet.Pending {
			return session, outcome, nil
		}
		correct, err := w.listener.Next(ctx, sessions)
		if err == nil {
			sessions, err = w.read(ctx, correct)
		}
		if err != nil {
			return fleet.Session{}, fleet.Pending, err
		}
	}
}
