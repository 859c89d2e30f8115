package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/gate/reporter"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
)

type syncCmd struct {
	Follow  bool     `help:"Keep running, and correct the panes at each change: for #(atm sync --follow) in a status line."`
	While   int      `hidden:"" help:"Stop when this process ends. cld and atm ssh use this behind a gate."`
	Verbose bool     `short:"v" help:"Print what was corrected."`
	Pane    []string `arg:"" optional:"" help:"Panes to correct (default: all)."`
}

func (syncCmd) Details() string {
	return `No hook fires when you press Esc, deny or answer a dialog, or kill Claude Code. Claude Code's own ` +
		`registry shows that, and sync corrects the panes. If it cannot see the processes of the tmux server, as ` +
		`in a container, it corrects nothing.

Examples:
  atm sync -v
  tmux set -ga status-right '#(atm sync --follow)'`
}

// Run corrects the panes once, or until the server ends.
func (c syncCmd) Run(ctx context.Context, s streams) error {
	for _, pane := range c.Pane {
		if err := checkPaneID(pane); err != nil {
			return err
		}
	}
	if address, ok := gate.FromEnv(s.Getenv); ok {
		return c.reportToGate(address, s)
	}
	corrector := s.StatesOnly().Corrector()
	if c.Follow {
		output, _ := s.stdout.(*os.File) // writing to a nil file returns an error
		job := truth.Job{Corrector: corrector, Output: output, Program: proc.CalledAs()}
		return job.Run(context.Background()) // the job runs as long as its server
	}
	report, err := corrector.Correct(ctx, c.Pane...)
	if err != nil {
		return err
	}
	if c.Verbose {
		for _, d := range report.Wrong {
			fmt.Fprintf(s.stdout, "%s %s\n", d.Pane, d.Reason)
		}
		if report.Hidden {
			fmt.Fprintln(s.stderr, "atm: "+truth.NoProcesses)
		}
	}
	return nil
}

// reportToGate reports the registry to a gate, as long as the gate exists.
func (c syncCmd) reportToGate(address gate.Address, s streams) error {
	if !c.Follow {
		const hint = "atm sync --follow tells the gate what the registry says"
		return cli.Hint(errors.New("the pane is behind a gate"), hint)
	}
	ctx, stop := untilEnded()
	defer stop()
	if c.While != 0 {
		id, err := proc.IDOf(c.While)
		if err != nil {
			return nil // the process has ended
		}
		limited, cancel := context.WithCancel(ctx)
		ctx = limited
		go func() {
			defer cancel()
			id.Wait(limited)
		}()
	}
	r := reporter.Reporter{Gate: address, Home: s.Home, Now: s.Now}
	return r.Run(ctx)
}
