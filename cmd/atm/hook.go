package main

import "atm/internal/hooks/hook"

type hookCmd struct {
	Agent string `placeholder:"NAME" help:"The agent that calls the hook, if it is not Claude Code: ${agents}."`
}

func (hookCmd) Details() string {
	return `Claude Code calls this; people do not. It prints nothing and exits 0 whatever happens, so it never ` +
		`disturbs Claude. Only for PermissionRequest it waits while the dialog is open, and prints the answer that ` +
		`somebody gives with atm answer: that hook needs a timeout of one day (86400).
With --agent it is the hook of another agent: it maps that agent's events to those of Claude Code, and does not ` +
		`wait for answers. It writes nothing unless that agent runs in the pane: see docs/agents.md.
Set ATM_DEBUG to the name of a file to log each call.

Examples:
  In the settings of Claude Code, for each event:
    {"type": "command", "command": "exec atm hook", "timeout": 5}
  By hand, in a pane of tmux:
    echo '{"hook_event_name": "Test"}' | ATM_DEBUG=/tmp/atm.log atm hook`
}

// Run exists for the grammar; package early has carried out the hook before there is one.
func (c hookCmd) Run(s streams) error {
	args := []string{"hook"}
	if c.Agent != "" {
		args = append(args, "--agent", c.Agent)
	}
	hook.Run(args, s.stdin, s.stdout, s.Getenv, s.Now)
	return nil
}
