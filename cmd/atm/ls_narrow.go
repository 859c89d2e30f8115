package main

import (
	"context"
	"strings"

	"atm/internal/cli"
	"atm/internal/setup/install"
	"atm/internal/tmux"
)

// listOption marks the pane of a narrow list.
const listOption = "@atm_list"

// listColumns is the width of that pane.
const listColumns = 36

// toggle opens a narrow list on the left of a pane's window, where the pane keeps the input, or closes the
// list that the window already has.
func (c lsCmd) toggle(ctx context.Context, s streams) error {
	if !tmux.PaneID(c.Toggle) {
		return cli.Wrong("for example: atm ls --toggle $TMUX_PANE", "--toggle wants a pane")
	}
	const format = "#{pane_id} #{" + listOption + "}"
	reply, err := s.Tmux.Run(ctx, [][]string{{"list-panes", "-t", c.Toggle, "-F", format}})
	if err != nil {
		return err
	}
	for line := range strings.Lines(reply.Stdout) {
		if pane, marked, _ := strings.Cut(strings.TrimSpace(line), " "); marked != "" {
			_, err := s.Tmux.Run(ctx, [][]string{{"kill-pane", "-t", pane}})
			return err
		}
	}
	program, err := install.Program()
	if err != nil {
		return err
	}
	pane, err := s.Tmux.OpenWindow(ctx, tmux.Window{
		Beside: c.Toggle, Columns: listColumns, Dir: "/", Command: []string{program, "ls", "--watch", "--narrow"},
	})
	if err == nil {
		_, err = s.Tmux.Run(ctx, [][]string{{"set-option", "-p", "-t", pane, listOption, "1"}})
	}
	if err == nil {
		err = s.Tmux.CloseWithProgram(ctx, pane)
	}
	return err
}
