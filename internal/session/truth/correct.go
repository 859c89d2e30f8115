package truth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Corrector is an Observer that can also correct the panes.
type Corrector struct{ Observer }

// Corrector returns a Corrector with these sources.
func (s Sources) Corrector() Corrector { return Corrector{s.Observer()} }

// Correct reads all panes, and corrects the panes that are named, or all if none is named. The report has
// the panes as they were before.
func (c Corrector) Correct(ctx context.Context, paneIDs ...string) (Report, error) {
	r, err := c.Observe(ctx, paneIDs...)
	if err == nil {
		err = c.apply(ctx, r)
	}
	return r, err
}

// apply applies the corrections of a report.
func (c Corrector) apply(ctx context.Context, r Report) error {
	// A pane may have disappeared since. Each correction is an invocation of its own, so that the others are
	// still applied.
	var errs []error
	for _, batch := range r.edits {
		_, err := c.sources.Tmux.Send(ctx, batch)
		if paneGone := errors.Is(err, tmux.ErrTmux) && strings.Contains(err.Error(), "no such pane"); !paneGone {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// ShowLimit is how long a command that shows panes waits for the correction.
const ShowLimit = 50 * time.Millisecond

// Current corrects all panes, and returns them as they are then. The correction takes no longer than limit:
// panes that are not corrected by then are returned uncorrected.
func (c Corrector) Current(ctx context.Context, limit time.Duration) (Report, error) {
	r, err := c.Observe(ctx)
	if err != nil {
		return r, err
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := c.apply(bounded, r); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return r, err
	}
	if len(r.Wrong) == 0 {
		return r, nil
	}
	listing, err := c.sources.Tmux.PanesAnd(ctx, c.sources.Read, c.sources.Ask)
	r.Panes, r.Answer = listing.Panes, listing.Printed
	return r, err
}

// settleLimit is how long to wait until the state in the registry counts as certain.
const settleLimit = 500 * time.Millisecond

// Settle corrects the panes after a key was pressed, because no hook reports that. The proof of an answer does not
// depend on it.
func (c Corrector) Settle(ctx context.Context) {
	for limit := time.Now().Add(settleLimit); time.Now().Before(limit); {
		report, err := c.Current(ctx, ShowLimit)
		if err != nil || report.Recheck == 0 {
			return
		}
		time.Sleep(min(report.Recheck+time.Millisecond, time.Until(limit)))
	}
}

// isSelected reports whether a pane is to be judged: it is named, or none is.
func isSelected(pane string, paneIDs []string) bool {
	return len(paneIDs) == 0 || slices.Contains(paneIDs, pane)
}

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
