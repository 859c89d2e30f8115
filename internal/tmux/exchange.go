package tmux

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"atm/tmuxopt"
)

// Exchange has tmux make the edits of a batch, and returns its pane as it was before, in
// one transaction. Only the options that are wanted are read. The batch must run no
// stored program. written is false where the batch was refused by its own condition,
// which is no error.
func (s Server) Exchange(ctx context.Context, b tmuxopt.Batch, wanted []tmuxopt.Option) (p Pane, written bool,
	r Reply, err error) {
	fields := slices.DeleteFunc(tmuxopt.Schema(), func(f tmuxopt.Field) bool {
		return !slices.Contains(wanted, f.Option)
	})
	// Not display-message -p: it takes a format for one of strftime's, and prints
	// something also where there is no such pane.
	read := []string{"list-panes", "-t", b.Pane, "-f", "#{==:#{pane_id}," + b.Pane + "}", "-F",
		panesFormat(fields)}
	r, err = s.carry(ctx, call{
		cmds:  slices.Insert(b.Commands(), 0, read),
		again: func() [][]string { return slices.Insert(b.Retry(), 0, read) },
		most:  maxErrors,
	})
	written = err == nil
	if err != nil && !(errors.Is(err, ErrTmux) && tmuxopt.Refused(r.Stderr)) {
		return p, false, r, err
	}
	panes, err := parsePanes(r.Stdout, fields)
	if err != nil {
		return p, written, r, err
	}
	if len(panes) != 1 {
		return p, written, r, fmt.Errorf("%w: unexpected %q of list-panes", ErrTmux, r.Stdout)
	}
	return panes[0], written, r, nil
}
