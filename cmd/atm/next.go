package main

import (
	"context"
	"strings"

	"atm/internal/fleet"
)

type nextCmd struct {
	State  []string `enum:"${states}" help:"Go to sessions in these states (default: those that need you): ${enum}." placeholder:"STATE"`
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
	at, err := s.client(ctx, c.Client)
	if err != nil {
		return err
	}
	if c.Back {
		if at.round.home == "" {
			return s.nowhere(ctx, at, "nowhere to go back to")
		}
		return s.goTo(ctx, at, at.round.home, "")
	}
	sessions, err := s.statesOnly().sessions(ctx, false)
	if err != nil {
		return err
	}
	var candidates []string
	for _, one := range sessions {
		if len(c.State) == 0 && one.NeedsYou() || len(c.State) > 0 && is(one, c.State) {
			candidates = append(candidates, one.Pane.ID)
		}
	}
	home := at.home()
	next := fleet.Next(candidates, at.pane, home)
	if next == home && !s.there(ctx, home) {
		home = ""
		next = fleet.Next(candidates, at.pane, home)
	}
	switch {
	case next != "":
		return s.goTo(ctx, at, next, home)
	case len(candidates) == 0 && len(c.State) > 0:
		return s.nowhere(ctx, at, "no session is "+strings.Join(c.State, " or "))
	}
	return s.nowhere(ctx, at, "nothing needs you")
}

// there reports whether there is such a pane: for an id that is none tmux prints
// nothing.
func (s streams) there(ctx context.Context, pane string) bool {
	reply, err := s.tmux.Run(ctx, [][]string{{"display-message", "-p", "-t", pane, "#{pane_id}"}})
	return err == nil && strings.TrimSpace(reply.Stdout) == pane
}

// home returns where the client's round began: here, unless it stands where the
// round has brought it.
func (at client) home() string {
	if at.pane == at.round.last {
		return at.round.home
	}
	return at.pane
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
  atm focus ~/work/parser`
}

// Run switches a client to a session.
func (c focusCmd) Run(ctx context.Context, s streams) error {
	sessions, err := s.sessions(ctx, false)
	if err != nil {
		return err
	}
	one, err := s.find(sessions, c.Session)
	if err != nil {
		return err
	}
	at, err := s.client(ctx, c.Client)
	if err != nil {
		return err
	}
	return s.goTo(ctx, at, one.Pane.ID, at.home())
}
