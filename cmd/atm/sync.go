package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atm/internal/claudehome"
	"atm/internal/cli"
	"atm/internal/tmux"
	"atm/internal/truth"
)

type syncCmd struct {
	Follow  bool     `help:"Stay, silently, and correct whatever changes: for #(atm sync --follow) in a status line."`
	Verbose bool     `short:"v" help:"Say what was corrected."`
	Pane    []string `arg:"" optional:"" help:"Panes to correct (default: all)."`
}

// Help ends the help text.
func (syncCmd) Help() string {
	return `No hook fires when you press Esc, deny or answer a dialog, or kill Claude Code. The client's own registry tells; sync corrects the panes by it.

Examples:
  atm sync -v
  tmux set -ga status-right '#(atm sync --follow)'`
}

// Run corrects once, or follows.
func (c syncCmd) Run(ctx context.Context, s streams) error {
	for _, pane := range c.Pane {
		if !tmux.PaneID(pane) {
			return cli.Hint(fmt.Errorf("pane %q: not a pane id", pane), "pane ids look like %3: tmux list-panes -a -F '#{pane_id}'")
		}
	}
	if c.Follow {
		return s.follow()
	}
	report, err := s.spare().world().Sync(ctx, c.Pane...)
	if err != nil {
		return err
	}
	if c.Verbose {
		for _, fixed := range report.Corrections {
			fmt.Fprintf(s.stdout, "%s %s\n", fixed.Pane, fixed.Why)
		}
	}
	return nil
}

func (s streams) world() truth.World {
	return truth.World{Tmux: s.tmux, Home: claudehome.Dir(s.getenv), Now: s.now, Less: s.less}
}

// syncFirst is how long a command that shows something lets the correction take.
const syncFirst = 50 * time.Millisecond

// synced corrects all panes and returns how they are then. It does not wait
// long: what cannot be corrected in time is shown as it is.
func (s streams) synced(ctx context.Context) (truth.Report, error) {
	return s.corrected(ctx, syncFirst)
}

func (s streams) corrected(ctx context.Context, within time.Duration) (truth.Report, error) {
	bounded, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	report, err := s.world().Sync(bounded)
	if err == nil && len(report.Corrections) == 0 {
		return report, nil
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return report, err
	}
	report.Panes, err = s.tmux.Panes(ctx, s.less...)
	return report, err
}
