package watching

import (
	"context"
	"errors"

	"atm/internal/session/fleet"
)

// Show shows the sessions as they are now, and returns them.
type Show func(context.Context) ([]fleet.Session, error)

// Each listens, and calls show at once, after each change, and for each value of changed, until ctx ends, show fails
// or the server ends. It also counts as a change if a pane is killed whose session show has returned. changed may be
// nil.
func Each(ctx context.Context, source Source, changed <-chan struct{}, show Show) error {
	listener, err := Listen(ctx, source)
	if err != nil {
		return err
	}
	defer listener.Close()
	listener.also = changed
	return listener.each(ctx, show)
}

func (l *Listener) each(ctx context.Context, show Show) error {
	for {
		sessions, err := show(ctx)
		if err == nil {
			err = l.next(ctx, sessions)
		}
		if err != nil {
			return err
		}
	}
}

// Begin begins to wait: no state that a session has after that is missed.
func Begin(ctx context.Context, source Source, await *fleet.Await) (*Listener, error) {
	listener, err := Listen(ctx, source)
	if err != nil {
		return nil, err
	}
	if await.Before, err = source.Tmux.Changes(ctx); err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// Wait reads the sessions at once and after each change, until judge returns another outcome than [fleet.Pending]: see
// [fleet.Await.Update]. The error is that of read, of ctx, or of a server that has ended.
func (l *Listener) Wait(
	ctx context.Context, read Show, judge func([]fleet.Session) (fleet.Session, fleet.Outcome),
) (session fleet.Session, outcome fleet.Outcome, err error) {
	errDecided := errors.New("the wait is over")
	err = l.each(ctx, func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := read(ctx)
		if err == nil {
			if session, outcome = judge(sessions); outcome != fleet.Pending {
				err = errDecided
			}
		}
		return sessions, err
	})
	if err == errDecided {
		err = nil
	}
	return session, outcome, err
}
