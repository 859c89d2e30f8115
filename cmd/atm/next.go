package main

import (
	"context"
	"strings"

	"atm/internal/fleet"
)

type nextCmd struct {
	State  []string `enum:"${states}" placeholder:"STATE" help:"Go to sessions in these states (default: those that need you): ${enum}."`
	Back   bool     `help:"Go back to where the round began."`
	Client string   `help:"The tmux client to switch (default: the one that you are at)." placeholder:"NAME"`
}

// Help ends the help text.
func (nextCmd) Help() string {
	return `Goes to the most urgent session that needs you: it asks, or has failed or finished while you were away. Each further call goes to the following one, and in the end back to where you came from. Where nothing needs you it says so, and ends with status 1.

Examples:
  atm next
  atm next --state idle
  tmux bind a run-shell -b 'atm next --client "#{client_name}" || :'`
}

// Run switches a client.
func (c nextCmd) Run(ctx context.Context, s streams) error {
	visitor, err := s.visitor(ctx, c.Client)
	if err != nil {
		return err
	}
	if c.Back {
		if visitor.Origin() == "" {
			return refuse(ctx, visitor, "nowhere to go back to")
		}
		return visitor.Go(ctx, visitor.Origin(), "")
	}
	sessions, err := s.statesOnly().sessions(ctx)
	if err != nil {
		return err
	}
	var candidates []string
	for _, one := range sessions {
		if len(c.State) == 0 && one.NeedsYou() || len(c.State) > 0 && is(one, c.State) {
			candidates = append(candidates, one.Pane.ID)
		}
	}
	home := visitor.Home()
	next := fleet.Next(candidates, visitor.Visited(), visitor.Pane, home)
	if next == home && !s.hasPane(ctx, home) {
		home = ""
		next = fleet.Next(candidates, visitor.Visited(), visitor.Pane, home)
	}
	switch {
	case next == home && next != "":
		return visitor.Go(ctx, home, "") // the round ends
	case next != "":
		return visitor.Go(ctx, next, home)
	case len(candidates) == 0 && len(c.State) > 0:
		return refuse(ctx, visitor, "no session is "+strings.Join(c.State, " or "))
	}
	return refuse(ctx, visitor, "nothing needs you")
}

// hasPane reports whether the server has such a pane.
func (s streams) hasPane(ctx context.Context, pane string) bool {
	id, err := s.tmux.PaneFormat(ctx, pane, "#{pane_id}")
	return err == nil && id == pane
}

type focusCmd struct {
	Client  string `help:"The tmux client to switch (default: the one that you are at)." placeholder:"NAME"`
	Session string `arg:"" name:"session" help:"Where to go: a pane or its place, the beginning of a session's id, its title, or its directory."`
}

// Help ends the help text.
func (focusCmd) Help() string {
	return `Examples:
  atm focus 23e3
  atm focus 'fix the parser'
  atm focus %3
  atm focus ~/src/parser`
}

// Run switches a client to a session.
func (c focusCmd) Run(ctx context.Context, s streams) error {
	sessions, err := s.namedSessions(ctx)
	if err != nil {
		return err
	}
	one, err := s.find(sessions, c.Session)
	if err != nil {
		return err
	}
	visitor, err := s.visitor(ctx, c.Client)
	if err != nil {
		return err
	}
	return visitor.Go(ctx, one.Pane.ID, visitor.Home())
}
