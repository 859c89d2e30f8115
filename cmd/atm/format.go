package main

import (
	"fmt"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

type formatCmd struct {
	iconSet
	Name string `arg:"" enum:"pane,pane-id,window,counts,meter,title,context,cost,age,effort,tasks,border-style,window-style,pane-style" help:"What to draw: pane, pane-id, window, counts, meter, title, context, cost, age, effort, tasks; or a style's colour: border-style, window-style (tmux 3.3), pane-style (tmux 3.7)."`
}

func (formatCmd) Details() string {
	return `The format draws the same as atm pane-icon and atm window-icon. It follows the options @atm-icons and ` +
		`@atm-icon-NAME at once. meter draws the icon, the title, what is asked or done, how full the context is, ` +
		`and for how long: ! Fix the parser · Bash: rm -rf build/ · 84 % · 12m. Icons, counts and a context of 80 ` +
		`% or more have colours, unless @atm-style is plain. counts begins with a limit of the account if 80 % of ` +
		`it or more are used: 5h 92 % until 17:40.

Examples:
  tmux set -s @atm_pane "$(atm format pane)"
  tmux set -g pane-border-format '#{E:@atm_pane} #{pane_title}'
  tmux set -g pane-border-format " $(atm format meter) "
  tmux set -g status-right "$(atm format counts --icons ascii)"
  tmux set -g @atm-style loud; tmux set -g pane-border-style "fg=white$(atm format border-style)"`
}

// Run prints the format.
func (c formatCmd) Run(s streams) error {
	formats := map[string]func(tmuxopt.Icons) string{
		"pane": draw.PaneFormat, "pane-id": draw.PaneIDFormat,
		"window": draw.WindowFormat, "counts": draw.CountsFormat,
		"meter":        draw.MeterFormat,
		"title":        func(tmuxopt.Icons) string { return draw.TitleFormat() },
		"context":      func(tmuxopt.Icons) string { return draw.ContextFormat() },
		"cost":         func(tmuxopt.Icons) string { return draw.CostFormat() },
		"age":          func(tmuxopt.Icons) string { return draw.AgeFormat() },
		"effort":       func(tmuxopt.Icons) string { return draw.EffortFormat() },
		"tasks":        func(tmuxopt.Icons) string { return draw.TasksFormat() },
		"border-style": func(tmuxopt.Icons) string { return draw.BorderStyle() },
		"window-style": func(tmuxopt.Icons) string { return draw.WindowStyle() },
		"pane-style":   func(tmuxopt.Icons) string { return draw.PaneStyle() },
	}
	_, err := fmt.Fprintln(s.stdout, formats[c.Name](c.Icons))
	return err
}
