package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"atm/internal/cli"
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
	var tracker fleet.Tracker
	show := func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := s.sessions(ctx)
		if err != nil {
			return nil, err
		}
		return sessions, c.print(s, tracker.Update(sessions))
	}
	for {
		err := s.watching(tmuxopt.ChangesChannel, show)
		// Whatever the server says when it ends, --keep goes on; it needs its reader only.
		var unread *fs.PathError
		if err == nil || !c.Keep || errors.As(err, &unread) {
			return err
		}
		if err := c.print(s, tracker.End()); err != nil {
			return err
		}
		time.Sleep(time.Second) // until there may be a server again
	}
}

func (c watchCmd) print(s streams, sessions []fleet.Session) error {
	for _, session := range sessions {
		if err := c.printOne(s, session); err != nil {
			return err
		}
	}
	return nil
}

func (c watchCmd) printOne(s streams, session fleet.Session) error {
	if c.JSON {
		text, err := json.Marshal(s.record(session))
		if err != nil {
			return err
		}
		return cli.WriteJSON(s.stdout, text)
	}
	at := session.Since
	if at.IsZero() || session.State == "" { // it is not known; it was a moment ago
		at = s.now()
	}
	_, err := fmt.Fprintf(s.stdout, "%s %s\n", at.Format(time.DateTime), stateLine(session))
	return err
}
