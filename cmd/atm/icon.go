package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"atm/internal/cli"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// iconSet is the flag that selects the icons.
type iconSet struct {
	Icons tmuxopt.Icons `enum:",classic,states,ascii" default:"" placeholder:"SET" help:"Set of icons: classic, states or ascii (default: the global option @atm-icons, else classic)." mayBeEmpty:""`
}

type paneIconCmd struct {
	iconSet
	ID   bool   `name:"id" help:"Add the first 8 characters of the session's id."`
	Pane string `arg:"" optional:"" help:"The pane, as tmux targets go (default: $TMUX_PANE, else tmux's current pane)."`
}

func (paneIconCmd) Details() string {
	return `Prints nothing for a pane in which no session has run.

Examples:
  atm pane-icon
  atm pane-icon --id %3
  tmux set -g pane-border-format '#(atm pane-icon #{pane_id}) #{pane_title}'`
}

func (c paneIconCmd) Run(ctx context.Context, s streams) error {
	format := draw.PaneFormat(c.Icons)
	if c.ID {
		format = draw.PaneIDFormat(c.Icons)
	}
	return s.draw(ctx, "pane", c.Pane, format)
}

type windowIconCmd struct {
	iconSet
	Window string `arg:"" optional:"" help:"The window, as tmux targets go (default: that of $TMUX_PANE, else tmux's current window)."`
}

func (windowIconCmd) Details() string {
	return `Prints nothing for a window in which no session waits (classic) or runs (states, ascii).

Examples:
  atm window-icon
  atm window-icon main:2
  tmux set -g window-status-format '#I:#W#(atm window-icon #{window_id})'`
}

func (c windowIconCmd) Run(ctx context.Context, s streams) error {
	return s.draw(ctx, "window", c.Window, draw.WindowFormat(c.Icons))
}

// unusedHook is an option of a pane that nobody sets.
const unusedHook = "pane-exited[9999]"

// draw lets tmux expand the format for a target, so the result cannot differ from what tmux draws itself. Only
// list-panes takes the target for that of a window. display-message would take another pane if this one does not exist,
// so show-options, which takes the same targets, runs before it and fails. It prints nothing, or an empty line if the
// pane has other hooks of that name.
func (s streams) draw(ctx context.Context, kind, target, format string) error {
	target = cmp.Or(target, s.Getenv("TMUX_PANE"))
	cmds := [][]string{{"display-message", "-p", format}}
	switch {
	case target != "" && kind == "window":
		cmds = [][]string{{"list-panes", "-t", target, "-f", "#{pane_active}", "-F", format}}
	case target != "":
		cmds = [][]string{
			{"show-options", "-pv", "-t", target, unusedHook}, {"display-message", "-p", "-t", target, format},
		}
	}
	reply, err := s.Tmux.Run(ctx, cmds)
	if err != nil {
		return noSuchTarget(kind, fmt.Sprintf("%q", target), err)
	}
	if text := draw.Uncoloured(strings.Trim(reply.Stdout, "\n")); text != "" {
		fmt.Fprintln(s.stdout, text)
	}
	return nil
}

// noSuchTarget is the error of a tmux command about a pane or a window.
func noSuchTarget(kind, target string, err error) error {
	if tmux.NoServer(err) {
		return err
	}
	isMissing := strings.Contains(err.Error(), "can't find") || strings.Contains(err.Error(), "no such")
	if errors.Is(err, tmux.ErrTmux) && isMissing {
		err = errors.New("no such " + kind)
	}
	return cli.Hint(fmt.Errorf("%s %s: %w", kind, target, err), "tmux list-panes -a shows what there is")
}
