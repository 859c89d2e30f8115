package main

import (
	"context"

	"atm/internal/cli"
	"atm/internal/setup/explain"
)

type explainCmd struct {
	cli.ColourFlag
	JSON bool   `name:"json" help:"Print the same as JSON."`
	Pane string `arg:"" optional:"" help:"The pane, or the session in it (default: $TMUX_PANE)."`
}

func (explainCmd) Details() string {
	return `Prints the state of a pane and the reasons for it: what the hooks have reported, what Claude Code's ` +
		`own registry says, what was corrected, and what to do if hooks do not arrive. It also prints the context ` +
		`and its source, the cost, the limits and the last words, if they are known, and the rules of atm guard ` +
		`that the pane has.

With --json, those of these members that are known:
` + cli.MembersHelp(explain.Explanation{}) + `
Examples:
  atm explain
  atm explain %3
  atm explain %3 --json | jq -r '.advice[]?'`
}

func (c explainCmd) Run(ctx context.Context, s streams) error {
	report, err := s.Corrector().Current(ctx, timeout) // waits for corrections, because it explains them
	if err != nil {
		return err
	}
	p, err := s.pane(append(report.Panes, report.Unshown...), c.Pane)
	if err != nil {
		return err
	}
	e := explain.Pane(p, report, s.Now(), s.Getenv)
	if p.Exists() { // the guard speaks to sessions in panes alone
		if err := e.AddGuard(ctx, s.Tmux, p.ID); err != nil {
			return err
		}
	}
	page := cli.Sheet{Painter: cli.Painter(c.Colours(s.stdout, s.Getenv)), Columns: cli.Width(s.stdout)}
	return s.print(c.JSON, e, e.Text(page, s.Now()))
}
