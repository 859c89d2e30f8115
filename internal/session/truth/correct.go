package truth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Corrector is an Observer that can also correct what it finds.
type Corrector struct{ Observer }

// NewCorrector returns a Corrector of those sources.
func NewCorrector(s Sources) Corrector { return Corrector{NewObserver(s)} }

// Correct looks at all panes, and corrects what is wrong in those that are named,
// or in all if none is. The report says what it was.
func (c Corrector) Correct(ctx context.Context, only ...string) (Report, error) {
	r, err := c.Observe(ctx, only...)
	if err != nil {
		return r, err
	}
	return r, c.apply(ctx, r)
}

// apply corrects what a report has found.
func (c Corrector) apply(ctx context.Context, r Report) error {
	for batches := range slices.Chunk(r.reshow, reshownAtOnce) {
		if _, err := c.sources.Tmux.Run(ctx, tmuxopt.Commands(batches)); err != nil {
			return err
		}
	}
	// A pane may have gone since. Each has an invocation of its own, so that this keeps no
	// other from its correction.
	var failed []error
	for _, d := range r.Wrong {
		_, err := c.sources.Tmux.Send(ctx, tmuxopt.Batch{Pane: d.Pane, Edits: d.edits})
		if paneGone := errors.Is(err, tmux.ErrTmux) && strings.Contains(err.Error(), "no such pane"); !paneGone {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// reshownAtOnce is for how many panes one invocation has room: tmux takes 16 KB.
const reshownAtOnce = 10

// ShowLimit is how long a command that shows panes lets the correction take.
const ShowLimit = 50 * time.Millisecond

// Current corrects all panes, and returns how they are then. For the correction it
// takes no longer than a limit: what is not corrected by then is shown as it is.
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

// named reports whether a pane is one of those, or there are none.
func named(pane string, only []string) bool {
	return len(only) == 0 || slices.Contains(only, pane)
}
