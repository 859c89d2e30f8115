package main

import (
	"context"
	"fmt"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
)

type statusCmd struct {
	iconSet
	hostFlags
	backgroundFlag
	JSON bool `name:"json" help:"Print the counts as JSON; see below."`
}

func (statusCmd) Details() string {
	return `Corrects all panes first (see atm sync). Prints nothing if no session runs. Inside tmux, the format of ` +
		`atm format counts draws the same without a process, after the account's limits that are used to 80 % or more.

With --json:
` + cli.MembersHelp(fleet.Counts{}) + `
Examples:
  atm status
  atm status --icons ascii
  atm status --json | jq .attention
  tmux set -g status-right '#(atm status --hosts)'`
}

// Run prints how many sessions are in each state.
func (c statusCmd) Run(ctx context.Context, s streams) error {
	s.Reader = s.StatesOnly()
	s.NoUnshown = c.NoBackground
	answers, err := c.ask(ctx, s)
	if err != nil {
		return err
	}
	sources := s.Sources
	if !c.JSON {
		sources.Ask = [][]string{draw.StateIconsCommand(c.Icons)}
	}
	report, err := sources.Corrector().Current(ctx, truth.ShowLimit)
	if tmux.NoServer(err) { // background sessions run without it
		report, err = sources.Observer().WithoutServer(), nil
	}
	if err != nil {
		return err
	}
	found, panes := answers(), append(report.Panes, report.Unshown...)
	for _, answer := range found {
		panes = append(panes, answer.Panes...)
	}
	counted := fleet.Count(panes)
	counted.Unreachable = unreachable(found)
	if c.JSON {
		return s.printJSON(counted)
	}
	s.reportUnreachable(found)
	if text := counted.Text(draw.ParseStateIcons(c.Icons, report.Answer)); text != "" {
		_, err = fmt.Fprintln(s.stdout, text)
		return err
	}
	return nil
}
