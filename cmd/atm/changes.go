package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"atm/internal/fleet"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/internal/truth"
)

// lookAgain is how long who waits for changes may miss one of which no word came.
const lookAgain = 30 * time.Second

// changes tells of changes of the sessions of a server.
type changes struct {
	streams
	before int        // how many there were when it began
	told   chan error // nil after changes, one for several that nobody has taken; an error once the server has ended
	pane   string     // of which alone it tells; "" = all

	again     *time.Ticker
	panes     map[string]int // the processes whose end is waited for
	following bool
	leaving   atomic.Bool
	left      chan struct{}
	hangUp    context.CancelFunc
}

// changes begins to listen, and tells of all that changes from then on.
func (s streams) changes(ctx context.Context) (*changes, error) {
	return s.listen(ctx, "", s.tmux.WaitChange)
}

// changesOf tells of the changes of one pane.
func (s streams) changesOf(ctx context.Context, pane string) (*changes, error) {
	return s.listen(ctx, pane, func(ctx context.Context, history string) (string, error) { return s.tmux.WaitPane(ctx, pane, history) })
}

// listen listens by a call that returns once there is something else than what it
// is given. One connection waits all the time, until close.
func (s streams) listen(ctx context.Context, pane string, wait func(ctx context.Context, last string) (string, error)) (*changes, error) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	count, err := s.tmux.Changes(bounded)
	if err != nil {
		return nil, err
	}
	c := &changes{streams: s, pane: pane, told: make(chan error, 1), again: time.NewTicker(lookAgain), panes: map[string]int{}, left: make(chan struct{})}
	c.before, _ = strconv.Atoi(count) // none is 0
	var held context.Context          // without a deadline, of which each transport would get a part
	held, c.hangUp = context.WithCancel(context.Background())
	go c.hear(held, wait)
	return c, nil
}

// hear waits for one change after the other.
func (c *changes) hear(ctx context.Context, wait func(ctx context.Context, last string) (string, error)) {
	defer close(c.left)
	for last := ""; ; {
		now, err := wait(ctx, last)
		switch {
		case c.leaving.Load():
			return
		case err != nil:
			// The server is ending, or is another one: tmux's own client says it in words.
			bounded, cancel := context.WithTimeout(context.Background(), timeout)
			defer cancel()
			if _, said := c.tmux.Run(bounded, [][]string{{"list-sessions"}}); said != nil {
				err = said
			}
			c.told <- err
			return
		case now == last: // others were woken; what somebody has written may never be equal to itself
			time.Sleep(notAgain)
		}
		last = now
		c.poke()
	}
}

// notAgain is the least time between two looks at the same.
const notAgain = 50 * time.Millisecond

// close ends the listening: it has itself woken, so that nothing of it stays in
// the server.
func (c *changes) close() {
	c.again.Stop()
	c.leaving.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	select {
	case <-c.told: // there may be nobody to tell
	default:
	}
	if c.tmux.Wake(ctx, c.pane) == nil {
		select {
		case <-c.left:
		case <-ctx.Done():
		}
	}
	c.hangUp()
	select { // a tmux that waits for us ends with us
	case <-c.left:
	case <-time.After(goodbye):
	}
}

// goodbye is how long a server may take to be left, in peace or not.
const goodbye = 200 * time.Millisecond

// next waits for a change. It is full if all has to be looked at, because no word
// may have come of something.
func (c *changes) next(ctx context.Context) (full bool, err error) {
	select {
	case err := <-c.told:
		return false, err
	case <-c.again.C:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// poke says that something may have changed, unless nobody has looked since the
// last time.
func (c *changes) poke() {
	select {
	case c.told <- nil:
	default:
	}
}

// of also tells of the end of the panes of those sessions: a pane that is killed
// says nothing.
func (c *changes) of(ctx context.Context, sessions []fleet.Session) {
	for _, one := range sessions {
		if p := one.Pane; c.panes[p.ID] != p.PID && !p.Dead {
			c.panes[p.ID] = p.PID
			go c.end(ctx, p)
		}
	}
}

// end pokes once the process of a pane has ended, some times until tmux has
// noticed it, too.
func (c *changes) end(ctx context.Context, p tmux.Pane) {
	if proc.Wait(ctx, p.PID) != nil {
		return // to look again will tell
	}
	for _, pause := range []time.Duration{20, 100, 500} {
		time.Sleep(pause * time.Millisecond)
		c.poke()
	}
}

// follow sees to silent changes as long as the context lives, unless the server's
// status line has somebody who does.
func (c *changes) follow(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	reply, err := c.tmux.Run(bounded, [][]string{{"show-options", "-sqv", truth.FollowerOption}})
	if c.following || err == nil && truth.Follows(strings.TrimSpace(reply.Stdout)) {
		return
	}
	c.following = true
	go func() { _ = c.statesOnly().corrector().Follow(ctx) }() // its errors are those of who waits, too
}

// resized pokes whenever the terminal gets another size.
func (c *changes) resized(ctx context.Context) {
	sizes := make(chan os.Signal, 1)
	signal.Notify(sizes, syscall.SIGWINCH)
	defer signal.Stop(sizes)
	for {
		select {
		case <-sizes:
			c.poke()
		case <-ctx.Done():
			return
		}
	}
}

// untilEnded is a context that lives until the person ends the command, or the
// terminal does. Who does not read any more is told of by an error.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// watching shows something now, and after each change of any session or of the
// size of the terminal, until the person ends it, nobody reads it any more, or the
// server ends.
func (s streams) watching(show func(context.Context) ([]fleet.Session, error)) error {
	ctx, stop := untilEnded()
	defer stop()
	changes, err := s.listen(ctx, "", func(ctx context.Context, _ string) (string, error) {
		return time.Now().String(), s.tmux.WaitShown(ctx)
	})
	if err != nil {
		return err
	}
	defer changes.close()
	go changes.resized(ctx)
	for full := true; err == nil; {
		if full {
			changes.follow(ctx)
		}
		var sessions []fleet.Session
		if sessions, err = show(ctx); err == nil {
			changes.of(ctx, sessions)
			full, err = changes.next(ctx)
		}
	}
	if ctx.Err() != nil || errors.Is(err, syscall.EPIPE) {
		return nil // it was meant to end
	}
	return err
}
