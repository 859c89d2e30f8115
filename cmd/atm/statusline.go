package main

import (
	"atm/internal/cli"
	"atm/internal/hooks/statusline"
)

type statuslineCmd struct {
	Command []string `arg:"" optional:"" passthrough:"partial" help:"Your own command for the status line, after --."`
}

func (statuslineCmd) Details() string {
	return `Claude Code calls this to draw its status line; people do not. It stores in the pane how full the ` +
		`context is, what the session has cost, and how much of the account's limits is used, and it corrects the ` +
		`state of the pane where no hook fires. Your own command draws the line and gets the same input; without ` +
		`one the line is empty.
Set ATM_DEBUG to the name of a file to log each call.

Examples:
  In the settings of Claude Code:
    "statusLine": {"type": "command", "command": "atm statusline"}
  With a command of your own, which may be any:
    "statusLine": {"type": "command", "command": "atm statusline -- npx ccstatusline"}
    "statusLine": {"type": "command", "command": "atm statusline -- sh -c 'jq -r .model.display_name | tr a-z ` +
		`A-Z'"}`
}

// Run exists for the grammar, and for a command without -- before it; the others are
// carried out before there is a grammar.
func (c statuslineCmd) Run(s streams) error {
	args := append([]string{"statusline", "--"}, c.Command...)
	if status := statusline.Run(args, s.Getenv, s.Now); status != cli.Done {
		return cli.Exited(status)
	}
	return nil
}
