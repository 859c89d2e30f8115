package main

import (
	"context"
	"strings"
	"time"

	"atm/tmuxopt"
)

type seenCmd struct {
	After time.Duration `help:"Wait this long, then check what is still visible." default:"0s" placeholder:"2s" mayBeZero:""`
	Pane  string        `arg:"" help:"A pane of the visited window."`
	Visit string        `arg:"" help:"The count of visits to the window."`
}

func (seenCmd) Details() string {
	return `tmux calls this when somebody comes to a window in which a session has finished or failed and was not ` +
		`seen since (global option @atm-seen is the policy). After the given time, sessions that are still visible ` +
		`are marked as seen.

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
