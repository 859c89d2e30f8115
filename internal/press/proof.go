package press

import (
	"context"
	"strings"

	"atm/internal/dialog"
	"atm/tmuxopt"
)

// prove waits until Claude Code has gone on: the registry says so, a hook or the registry has
// told the pane that the call is over, or another dialog is open.
func (p Presser) prove(ctx context.Context, target Target, answered dialog.Dialog) error {
	limited, cancel := context.WithTimeout(ctx, proofTimeout)
	defer cancel()
	for {
		process, err := target.Process()
		if err == nil && process.Status != "" && process.Status != waiting {
			return nil
		}
		// What is drawn by half is no dialog, or an unknown one: neither proves anything.
		now, err := p.look(limited, target, nil)
		if err == nil && now.dialog.Kind != dialog.Unknown && !now.dialog.Same(answered) {
			return nil
		}
		if p.over(limited, target) {
			return nil
		}
		if err := pause(limited, beat); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return ErrUnproven
		}
	}
}

// over reports whether the call that was open is no more in the list of the pane.
func (p Presser) over(ctx context.Context, target Target) bool {
	now, err := p.Tmux.PaneFormat(ctx, target.Pane.ID, "#{pane_id}"+tmuxopt.Get(tmuxopt.Waiting).String())
	if err != nil || !strings.HasPrefix(now+" ", target.Pane.ID+" ") {
		return false // without an answer, or without the pane, nothing is proven
	}
	for _, entry := range tmuxopt.Entries(target.Pane.Options[tmuxopt.Waiting]) {
		if strings.Contains(now+" ", entry.String()+" ") {
			return false
		}
	}
	return true
}
