package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"syscall"
	"time"

	"atm/internal/fleet"
	"atm/internal/truth"
	"atm/tmuxopt"
)

type watchCmd struct {
	JSON bool `name:"json" help:"Print each change as a JSON object, as the sessions of atm ls --json."`
	Keep bool `help:"Wait for the next tmux server when this one ends."`
}

// Help ends the help text.
func (watchCmd) Help() string {
	return `Prints a line for each change of any session, as it happens, until you end it: time, pane, place, state, detail. Of changes of one session that follow each other within some milliseconds it prints the last.

Examples:
  atm watch
  atm watch --json | jq -r 'select(.state == "attention") | .where'
  atm watch >>~/claude-changes.log`
}

// Run prints changes.
func (c watchCmd) Run(s streams) error {
	last := map[string]fleet.Session{}
	show := func(ctx context.Context) error { return c.show(ctx, s, last) }
	for {
		err := s.watching(show)
		// Whatever the server says while it ends; only who reads us has to be there.
		var unread *fs.PathError
		if err == nil || !c.Keep || errors.As(err, &unread) {
			return err
		}
		time.Sleep(time.Second) // until there may be a server again
	}
}

// show prints what differs from the last time.
func (c watchCmd) show(ctx context.Context, s streams, last map[string]fleet.Session) error {
	sessions, err := s.sessions(ctx, false)
	if err != nil {
		return err
	}
	gone := map[string]bool{}
	for pane := range last {
		gone[pane] = true
	}
	for _, one := range sessions {
		delete(gone, one.Pane.ID)
		before, known := last[one.Pane.ID]
		last[one.Pane.ID] = one
		if known && same(before, one) {
			continue
		}
		if err := c.line(s, one); err != nil {
			return err
		}
	}
	for pane := range gone {
		one := last[pane]
		delete(last, pane)
		if err := c.line(s, goneFrom(one)); err != nil {
			return err
		}
	}
	return nil
}

// goneFrom is a session whose pane is gone.
func goneFrom(one fleet.Session) fleet.Session {
	one.State, one.Detail, one.Unseen, one.Agents = "", "the pane is gone", false, nil
	one.Pane.Options = maps.Clone(one.Pane.Options)
	for _, option := range []tmuxopt.Option{tmuxopt.State, tmuxopt.Status, tmuxopt.Turn, tmuxopt.Detail} {
		delete(one.Pane.Options, option)
	}
	return one
}

// same reports whether nothing is to be told: what a session does while it works
// is none of a watcher's business, what it asks for is.
func same(a, b fleet.Session) bool {
	asks := a.State == "attention" && a.Detail != b.Detail
	return a.State == b.State && a.ID == b.ID && a.Pane.Options[tmuxopt.SinceNS] == b.Pane.Options[tmuxopt.SinceNS] && !asks
}

func (c watchCmd) line(s streams, one fleet.Session) error {
	if !c.JSON {
		state := one.State
		if state == "" {
			state = "ended"
		}
		_, err := fmt.Fprintf(s.stdout, "%s %s %s %s%s\n", s.now().Format(time.TimeOnly), one.Pane.ID, tmuxopt.Text(one.Pane.Where()), state, after(": ", one.Detail))
		return err
	}
	text, err := json.Marshal(lsCmd{}.record(one))
	if err == nil {
		_, err = fmt.Fprintf(s.stdout, "%s\n", text)
	}
	return err
}

// watching shows something now, after each change of any session or of the size of
// the terminal, and each tick (a pane that is killed says nothing), until the person ends it or the server
// does. Meanwhile it sees to silent changes itself, like a follower.
func (s streams) watching(show func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { _ = s.world().Follow(ctx) }() // its errors are those of the loop, too
	changes, err := s.changes(ctx)
	go resized(ctx, changes)
	for err == nil {
		if err = show(ctx); err == nil {
			err = next(ctx, changes)
		}
	}
	if ctx.Err() != nil {
		return nil // it was meant to end
	}
	return err
}

// resized pokes whenever the terminal gets another size.
func resized(ctx context.Context, changes chan<- error) {
	sizes := make(chan os.Signal, 1)
	signal.Notify(sizes, syscall.SIGWINCH)
	defer signal.Stop(sizes)
	for {
		select {
		case <-sizes:
			poke(changes)
		case <-ctx.Done():
			return
		}
	}
}

// next waits for a change, or for a tick.
func next(ctx context.Context, changes <-chan error) error {
	tick := time.NewTimer(truth.Tick)
	defer tick.Stop()
	select {
	case err := <-changes:
		return err
	case <-tick.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// changes returns what gets a nil after changes of any session, one for several
// that nobody has taken, and an error once the server has ended. One connection
// waits all the time: a wait that is given up stays in the server, until the next
// change.
func (s streams) changes(ctx context.Context) (chan error, error) {
	count, err := s.tmux.Changes(ctx)
	if err != nil {
		return nil, err
	}
	// Of a deadline each transport would get a part.
	held, end := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, end)
	changes := make(chan error, 1)
	go func() {
		for {
			now, err := s.tmux.WaitChange(held, count)
			if err != nil {
				// The server is ending, or is another one: tmux's own client says it in words.
				if _, said := s.tmux.Run(ctx, [][]string{{"list-sessions"}}); said != nil {
					err = said
				}
				changes <- err
				return
			}
			count = now
			poke(changes)
		}
	}()
	return changes, nil
}

// poke says that something may have changed, unless nobody has looked since the
// last time.
func poke(changes chan<- error) {
	select {
	case changes <- nil:
	default:
	}
}
