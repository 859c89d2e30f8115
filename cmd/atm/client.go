package main

import (
	"context"
	"errors"
	"strings"

	"atm/internal/cli"
	"atm/internal/session/fleet"
)

// visitor returns who is at the client of that name or, if it is empty, who has called
// us: the person at the client that shows the session of this pane, else of this
// process, else at the client that was used last.
func (s streams) visitor(ctx context.Context, name string) (fleet.Visitor, error) {
	// In a popup there is no pane, but $TMUX ends in the number of the session.
	outside := s.getenv("TMUX")
	session := "$" + outside[strings.LastIndexByte(outside, ',')+1:]
	if pane := s.getenv("TMUX_PANE"); pane != "" {
		var err error
		if session, err = s.tmux.PaneFormat(ctx, pane, "#{session_id}"); err != nil {
			return fleet.Visitor{}, err
		}
	}
	visitor, err := fleet.FindVisitor(ctx, s.tmux, name, session)
	switch {
	case errors.Is(err, fleet.ErrNoClient):
		return visitor, cli.Hint(err, "tmux attach")
	case errors.Is(err, fleet.ErrNoSuchClient):
		return visitor, cli.Hint(err, "tmux list-clients shows them")
	}
	return visitor, err
}

// refuse says at the client why it stays where it is, and returns that as an error.
func refuse(ctx context.Context, visitor fleet.Visitor, why string) error {
	if err := visitor.Tell(ctx, "atm: "+why); err != nil {
		return err
	}
	return errors.New(why)
}
