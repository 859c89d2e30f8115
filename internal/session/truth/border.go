package truth

import (
	"context"
	"strings"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// drawBorders puts our drawing before the border format that Claude Code gives the panes of teammates, if
// the border format of all other panes has the drawing. Claude Code's own format, with name and colour, stays.
// After atm is removed, our part of the format draws nothing.
func (c Corrector) drawBorders(ctx context.Context, r Report) error {
	for _, pane := range r.Panes {
		if pane.Options[tmuxopt.Lead] == "" || pane.Options[tmuxopt.State] == "" {
			continue
		}
		reply, err := c.sources.Tmux.Run(ctx, [][]string{
			{"show-options", "-gv", borderOption}, {"show-options", "-pqvt", pane.ID, borderOption},
		})
		if err != nil {
			return err
		}
		all, own, _ := strings.Cut(reply.Stdout, "\n")
		own = strings.TrimSuffix(own, "\n")
		if !strings.Contains(all, draw.Meter) || own == "" || strings.Contains(own, draw.Meter) {
			continue
		}
		set := []string{"set-option", "-pt", pane.ID, borderOption, draw.BeforeBorder + own}
		if _, err := c.sources.Tmux.Run(ctx, [][]string{set}); err != nil {
			return err
		}
	}
	return nil
}

const borderOption = "pane-border-format"
