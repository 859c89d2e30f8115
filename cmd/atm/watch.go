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
	lost := map[string]string{} // why hosts do not answer
	update := func(sessions []fleet.Session) ([]fleet.Session, error) {
		answers := hosts.Answers() // the last answer of a host that does not answer any more is no change
		reportLost(s, answers, lost)
		sessions = s.WithHosts(sessions, answers)
		changes := tracker.Update(sessions)
		fleet.Complete(changes, s.Home)
		return sessions, c.print(s, changes)
	}
	show := func(ctx context.Context) ([]fleet.Session, error) {
		sessions, err := s.Sessions(ctx)
		if err != nil && (hosts == nil || !tmux.NoServer(err)) {
			return nil, err
		}
		return update(sessions)
	}
	for {
		err := s.Watch(ctx, tmuxopt.ChangesChannel, hosts, show)
		// With --keep only an error of the output ends the command, not the end of the server.
		var unread *fs.PathError
		if err == nil || !c.Keep || errors.As(err, &unread) {
			return err
		}
		if _, err := update(nil); err != nil {
			return err
		}
		time.Sleep(time.Second) // before the next try to reach a server
	}
}

// reportLost prints which hosts do not answer, unless it has printed the same before.
func reportLost(s streams, answers []remote.Answer, last map[string]string) {
	for _, answer := range answers {
		reason := ""
		if answer.Err != nil {
			reason = answer.Err.Error()
		}
		if reason != last[answer.Host] {
			s.reportUnreachable([]remote.Answer{answer})
		}
		last[answer.Host] = reason
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
		return cli.WriteJSON(s.stdout, s.Record(session), "")
	}
	_, err := fmt.Fprintf(s.stdout, "%s %s%s\n", session.ChangedAt(s.Now()).Format(time.DateTime), session.StateLine(),
		cli.After("  · ", session.TitleOrPrompt()))
	return err
}
