package main

import "atm/internal/hooks/guard"

type guardCmd struct{}

func (guardCmd) Details() string {
	return `Claude Code calls this for the events that atm setup --guard registers; people do not. It tells a new ` +
		`session which effort the pane has and what the previous session has handed over, warns the model when its ` +
		`context is nearly full, and reminds it of the effort's log. It denies nothing unless @atm-guard-deny or a ` +
		`rule says so. If anything goes wrong, it prints nothing, and the tool call is allowed. The exit status is ` +
		`always 0. See docs/long-work.md.
Set ATM_DEBUG to the name of a file to log each call.

Examples:
  atm setup --guard
  tmux set -g @atm-guard-warn '70 85'
  tmux set -p @atm-guard-rule-rm 'Bash(rm *) => ask: is it in git?'`
}

// Run exists for the grammar; package early has carried out the guard before there is one.
func (guardCmd) Run(s streams) error {
	guard.Run(s.stdin, s.stdout, s.Getenv, s.Now)
	return nil
}
