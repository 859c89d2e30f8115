package main

import "atm/internal/hooks/hook"

type hookCmd struct {
	Agent string `placeholder:"NAME" help:"The agent whose hook it is, if it is not Claude Code: ${agents}."`
}

func (hookCmd) Details() string {
	return `Claude Code calls this; people do not. It prints nothing and exits 0 whatever happens, so that ` +
		`it never disturbs Claude. Only for PermissionRequest it waits while the dialog is open, and ` +
		`prints the answer that somebody gives with atm answer: that hook needs a timeout of a day ` +
		`(86400).
With --agent it is the hook of another agent, whose events are mapped to those of Claude Code. It waits for no ` +
		`answer. Nothing is written unless the agent that runs the hook sits in the pane: see docs/agents.md.
Set ATM_DEBUG to the name of a file to see what each call did.

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
