package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"atm/internal/cli"
	"atm/tmuxopt"
)

type tagCmd struct {
	Remove  []string `placeholder:"TAG" help:"Remove these tags; all removes every tag."`
	Session string   `arg:"" help:"The session: a pane or its place, the beginning of an id, a title, a directory."`
	Tags    []string `arg:"" optional:"" help:"Words of your own, without blanks and commas. Without any, atm prints the tags."`
}

func (tagCmd) Details() string {
	return `Tags are words of yours. They stay with the pane: after /clear, for the next session in it, and after ` +
		`a reboot (atm save). atm ls shows them in a column and selects by --tag; the inbox searches them.

Examples:
  atm tag parser review urgent
  atm tag parser --remove urgent
  atm ls --tag review
  atm ls --tag docs --format '{{.pane}}' | xargs -I{} atm send {} --command /compact`
}

// Run changes the tags of a session's pane, and prints them.
func (c tagCmd) Run(ctx context.Context, s streams) error {
	sessions, err := s.NamedSessions(ctx)
	if err != nil {
		return err
	}
	session, err := s.Find(sessions, c.Session)
	if err == nil && !session.Pane.Exists() {
		err = fmt.Errorf("%s: tags stay with a pane, and it is in none", session.Name())
	}
	if err != nil {
		return err
	}
	tags, err := tmuxopt.Tag(session.Tags, c.Tags, c.Remove)
	if err != nil {
		return cli.Wrong("", "%w", err)
	}
	if tags != session.Tags {
		batch := tmuxopt.Batch{
			Pane: session.Pane.ID, ServerPID: s.Tmux.PID, Edits: []tmuxopt.Edit{tmuxopt.Set(tmuxopt.Tags, tags)},
		}
		if _, err := s.Tmux.Send(ctx, batch); err != nil {
			return err
		}
	}
	if tags == "" {
		return nil
	}
	_, err = fmt.Fprintln(s.stdout, tags)
	return err
}

// tagged reports whether a session has all of the wanted tags.
func tagged(tags string, wanted []string) bool {
	has := strings.Fields(tags)
	return !slices.ContainsFunc(wanted, func(tag string) bool { return !slices.Contains(has, tag) })
}
