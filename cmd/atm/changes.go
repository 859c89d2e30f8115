package main

import (
	"context"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"atm/internal/fleet"
	"atm/internal/proc"
	"atm/tmuxopt"
)

// lookAgain is how long who waits for changes may miss one of which no word came.
const lookAgain = 30 * time.Second

// changes tells of changes of any session of a server.
type changes struct {
	before int        // how many there were when it began
	told   chan error // nil after changes, one for several that nobody has taken; an error once the server has ended
	panes  map[string]bool
}

// changes begins to listen, and tells of all that changes from then on. One
// connection waits all the time: a wait that is given up stays in the server,
// until the next change.
func (s streams) changes(ctx context.Context) (*changes, error) {
	return s.listen(ctx, s.tmux.WaitChange)
}

// changesOf tells of the changes of one pane.
func (s streams) changesOf(ctx context.Context, pane string) (*changes, error) {
	if _, err := s.tmux.Run(ctx, [][]string{{"set-option", "-pt", pane, tmuxopt.WaitedOption, "1"}}); err != nil {
		return nil, err
	}
	return s.listen(ctx, func(ctx context.Context, history string) (string, error) { return s.tmux.WaitPane(ctx, pane, history) })
}

// listen listens by a call that returns once there is something else than what it
// is given.
func (s streams) listen(ctx context.Context, wait func(ctx context.Context, last string) (string, error)) (*changes, error) {
	count, err := s.tmux.Changes(ctx)
	if err != nil {
		return nil, err
	}
	// Of a deadline each transport would get a part.
	held, end := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, end)
	c := &changes{told: make(chan error, 1), panes: map[string]bool{}}
	c.before, _ = strconv.Atoi(count) // none is 0
	go func() {
		for last := ""; ; {
			now, err := wait(held, last)
			if err != nil {
				// The server is ending, or is another one: tmux's own client says it in words.
				if _, said := s.tmux.Run(ctx, [][]string{{"list-sessions"}}); said != nil {
					err = said
				}
				c.told <- err
				return
			}
			last = now
			c.poke()
		}
	}()
	return c, nil
}

// next waits for a change. It is full if no word has come for long: then all has
// to be looked at.
func (c *changes) next(ctx context.Context) (full bool, err error) {
	again := time.NewTimer(lookAgain)
	defer again.Stop()
	select {
	case err := <-c.told:
		return false, err
	case <-again.C:
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
		if p := one.Pane; !c.panes[p.ID] && !p.Dead {
			c.panes[p.ID] = true
			go c.end(ctx, p)
		}
	}
}

// end pokes once the process of a pane has ended, some times until tmux has
// noticed it, too.
func (c *changes) end(ctx context.Context, p tmuxopt.Pane) {
	if proc.Wait(ctx, p.PID) != nil {
		return // to look again will tell
	}
	for _, pause := range []time.Duration{20, 100, 500} {
		time.Sleep(pause * time.Millisecond)
		c.poke()
	}
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

// followUnlessLed sees to silent changes as long as the context lives, unless the
// server's status line has somebody who does.
func (s streams) followUnlessLed(ctx context.Context) {
	reply, err := s.tmux.Run(ctx, [][]string{{"show-options", "-sqv", followerOption}})
	if err == nil && follows(strings.TrimSpace(reply.Stdout)) {
		return
	}
	go func() { _ = s.spare().world().Follow(ctx) }() // its errors are those of who waits, too
}

// watching shows something now, and after each change of any session or of the
// size of the terminal, until the person ends it or the server does.
func (s streams) watching(show func(context.Context) ([]fleet.Session, error)) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	changes, err := s.changes(ctx)
	if err == nil {
		s.followUnlessLed(ctx)
		go changes.resized(ctx)
	}
	for err == nil {
		var sessions []fleet.Session
		if sessions, err = show(ctx); err == nil {
			changes.of(ctx, sessions)
			_, err = changes.next(ctx)
		}
	}
	if ctx.Err() != nil {
		return nil // it was meant to end
	}
	return err
}
