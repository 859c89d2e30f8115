package main

import (
	"context"
	"strings"
	"time"

	"atm/tmuxopt"
)

type seenCmd struct {
	After time.Duration `help:"Look after this time whether the visit still lasts." default:"0s" placeholder:"2s"`
	Pane  string        `arg:"" help:"A pane of the window that somebody has come to."`
	Visit string        `arg:"" help:"The count of visits to the window."`
}

func (seenCmd) Details() string {
	return `tmux calls this when somebody comes to a window in which a session has finished or failed ` +
		`since it was looked at (the policy: global option @atm-seen). What can be seen there and still ` +
		`can after the time given is marked as seen.

Examples:
  atm seen --after 2s %3 1`
}

// Run marks what the panes of a window show as seen.
func (c seenCmd) Run(s streams) error {
	if err := checkPaneID(c.Pane); err != nil {
		return err
	}
	time.Sleep(c.After)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	reply, err := s.Tmux.Run(ctx, [][]string{{"list-panes", "-t", c.Pane, "-F", "#{pane_id}"}})
	if err != nil {
		return err
	}
	var batches []tmuxopt.Batch
	for pane := range strings.FieldsSeq(reply.Stdout) {
		batches = append(batches, tmuxopt.Batch{Pane: pane, Edits: []tmuxopt.Edit{tmuxopt.MarkVisited(c.Visit)}})
	}
	_, err = s.Tmux.Run(ctx, tmuxopt.Commands(batches))
	return err
}
