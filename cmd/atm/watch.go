package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"time"

	"atm/internal/fleet"
	"atm/tmuxopt"
)

type watchCmd struct {
	JSON bool `name:"json" help:"Print each change as a JSON object, as the sessions of atm ls --json."`
	Keep bool `help:"Wait for the next tmux server when this one ends."`
}

// Help ends the help text.
func (watchCmd) Help() string {
	return `Prints a line for each session as it is, then one for each change of any, as it happens, until you end it: since when, pane, place, state, detail. Of a state that was left again at once, only the state is known.

Examples:
  atm watch
  atm watch --json | jq -r 'select(.state == "attention") | .where'
  atm watch >>~/claude-changes.log`
}

// Run prints changes.
func (c watchCmd) Run(s streams) error {
	last := map[string]fleet.Session{}
	show := func(ctx context.Context) ([]fleet.Session, error) { return c.show(ctx, s, last) }
	for {
		err := s.watching(show)
		// Whatever the server says while it ends; only who reads us has to be there.
		var unread *fs.PathError
		if err == nil || !c.Keep || errors.As(err, &unread) {
			return err
		}
		for pane := range last { // another server counts from the beginning
			if err := c.gone(s, last, pane); err != nil {
				return err
			}
		}
		time.Sleep(time.Second) // until there may be a server again
	}
}

// show prints what differs from the last time.
func (c watchCmd) show(ctx context.Context, s streams, last map[string]fleet.Session) ([]fleet.Session, error) {
	sessions, err := s.sessions(ctx, false)
	if err != nil {
		return nil, err
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
		if err := c.lines(s, before, known, one); err != nil {
			return nil, err
		}
	}
	for pane := range gone {
		if err := c.gone(s, last, pane); err != nil {
			return nil, err
		}
	}
	return sessions, nil
}

// gone forgets the session of a pane that is gone, and tells that it has ended
// unless that was told.
func (c watchCmd) gone(s streams, last map[string]fleet.Session, pane string) error {
	one := last[pane]
	delete(last, pane)
	if one.State == "" {
		return nil
	}
	return c.line(s, goneFrom(one))
}

// lines prints what a session has gone through since the last time, and what it is
// now.
func (c watchCmd) lines(s streams, before fleet.Session, known bool, one fleet.Session) error {
	if known {
		told := tmuxopt.ChangesAfter(0, before.Pane.Options[tmuxopt.History])
		count := 0
		if len(told) > 0 {
			count = told[len(told)-1].Count
		}
		news := tmuxopt.ChangesAfter(count, one.Pane.Options[tmuxopt.History])
		who := one
		if before.ID != one.ID { // which has begun since
			who = before
		}
		for _, change := range news[:max(len(news)-1, 0)] {
			if err := c.line(s, as(who, string(change.State))); err != nil {
				return err
			}
			if change.State == "" {
				who = one
			}
		}
	}
	return c.line(s, one)
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
		at := one.Since
		if at.IsZero() || one.State == "" { // it is not known; it was a moment ago
			at = s.now()
		}
		_, err := fmt.Fprintf(s.stdout, "%s %s %s %s%s\n", at.Format(time.DateTime), one.Pane.ID, tmuxopt.Text(one.Pane.Where()), state, after(": ", one.Detail))
		return err
	}
	text, err := json.Marshal(lsCmd{}.record(one))
	if err == nil {
		_, err = fmt.Fprintf(s.stdout, "%s\n", text)
	}
	return err
}
