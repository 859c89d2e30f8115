package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/remote"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type watchCmd struct {
	JSON bool `name:"json" help:"Print each change as a JSON object like those of atm ls --json."`
	Keep bool `help:"Wait for the next tmux server when this one ends."`

	hostFlags
	backgroundFlag
}

func (watchCmd) Details() string {
	return `Prints a line for each session, then a line for each change as it happens, until you stop it: since ` +
		`when, pane, place, state, detail. Of a state that lasted only for a moment, only its name is known.

Examples:
  atm watch
  atm watch --host devbox
  atm watch --json | jq -r 'select(.state == "attention") | .where'
  atm watch >>~/claude-changes.log`
}

func (c watchCmd) Run(s streams) error {
	s.NoUnshown = c.NoBackground
	ctx, hosts, end, err := c.begin(s)
	defer end()
	if err != nil {
		return err
	}
	var tracker fleet.Tracker
	trackers := hostTrackers{}
	show := func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := s.Sessions(ctx)
		switch {
		case err == nil:
			changes := tracker.Update(sessions)
			fleet.Complete(changes, s.Home)
			err = c.print(s, changes)
		case tmux.NoServer(err) && hosts != nil:
			err = c.print(s, tracker.End())
		}
		if err == nil {
			err = c.printHosts(ctx, s, hosts, trackers)
		}
		return sessions, err
	}
	for {
		err := s.Watch(ctx, tmuxopt.ChangesChannel, hosts, show)
		// With --keep only an error of the output ends the command, not the end of the server.
		var unread *fs.PathError
		if err == nil || !c.Keep || errors.As(err, &unread) {
			return err
		}
		if err := c.print(s, tracker.End()); err != nil {
			return err
		}
		time.Sleep(time.Second) // before the next try to reach a server
	}
}

// hostTracker tracks the sessions of a host.
type hostTracker struct {
	fleet.Tracker
	lost string // why the host does not answer, "" if it does
}

// hostTrackers maps names of hosts to their trackers.
type hostTrackers map[string]*hostTracker

// printHosts prints the changes on other hosts. The last answer of a host that does not answer any more is no
// change.
func (c watchCmd) printHosts(ctx context.Context, s streams, hosts *remote.Follower, last hostTrackers) error {
	for _, answer := range hosts.Answers() {
		tracker := last[answer.Host]
		if tracker == nil {
			tracker = &hostTracker{}
			last[answer.Host] = tracker
		}
		lost := ""
		if answer.Err != nil {
			lost = answer.Err.Error()
		}
		if lost != "" && lost != tracker.lost {
			s.reportUnreachable([]remote.Answer{answer})
		}
		if tracker.lost = lost; lost != "" {
			continue
		}
		if err := c.print(s, tracker.Update(answer.Sessions(s.Now()))); err != nil {
			return err
		}
	}
	return nil
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
		return cli.WriteJSON(s.stdout, s.Record(session), "")
	}
	_, err := fmt.Fprintf(s.stdout, "%s %s%s\n", session.ChangedAt(s.Now()).Format(time.DateTime), session.StateLine(),
		cli.After("  · ", session.TitleOrPrompt()))
	return err
}
