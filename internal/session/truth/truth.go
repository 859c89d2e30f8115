// Package truth brings the panes of a tmux server in line with what the claude in
// each of them says of itself: no hook fires on Esc, on a denial, on an answered
// dialog, on kill -9.
//
// An [Observer] reads all panes in one invocation, the registry of Claude Code and
// the processes, and reports what the panes show wrongly. It changes nothing. A
// [Corrector] can also change the panes: it sends what is wrong as one transaction,
// in which tmux applies each edit only if no hook has told anything new.
//
// Neither reads a screen. Where the server's processes cannot be seen, as in a
// container, no pane is judged, and so nothing is corrected: see
// [tmux.Server.Local].
package truth

import (
	"context"
	"fmt"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Sources are where the truth comes from.
type Sources struct {
	Tmux tmux.Server
	Home string // the Claude home of the environment, "" = none
	Now  func() time.Time
	Read tmuxopt.Use // which options are read of panes; 0 = all but long ones
}

// Observer looks at the panes of a server. It has no means to change them.
type Observer struct{ sources Sources }

// NewObserver returns an Observer of those sources.
func NewObserver(s Sources) Observer { return Observer{s} }

// Report is what one look at all panes has found.
type Report struct {
	Panes     []tmux.Pane                   // as they were read
	Processes map[string]claudehome.Process // the registered claude in a pane, by the pane's id
	Wrong     []Discrepancy
	Recheck   time.Duration // look again after that time, when more can be told; 0 = not needed
	Homes     []string      // the Claude homes that were looked at

	// Hidden is true where the server's processes cannot be seen: then nothing is
	// known but Panes.
	Hidden bool
}

// Discrepancy is a pane that shows something else than what its claude does.
type Discrepancy struct {
	Pane   string
	Reason string // as in the option corrected

	edits []tmuxopt.Edit
}

// Look reads all panes, and judges those that are named, or all if none is.
func (o Observer) Look(ctx context.Context, only ...string) (Report, error) {
	panes, err := o.sources.Tmux.Panes(ctx, o.sources.Read)
	if err != nil {
		return Report{}, err
	}
	_, local, err := o.sources.Tmux.Locate(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("which process is the server: %w", err)
	}
	if !local {
		return Report{Panes: panes, Hidden: true}, nil
	}
	r := Report{Panes: panes, Homes: homes(o.sources.Home, panes)}
	r.Processes = match(panes, registered(r.Homes))
	r.judge(o.sources.Now(), only)
	return r, nil
}

// judge compares the panes with what is known of their processes.
func (r *Report) judge(now time.Time, only []string) {
	for _, p := range r.Panes {
		if !named(p.ID, only) {
			continue
		}
		c, recheck := hookmap.Reconcile(p.Options, r.witness(p), now)
		if recheck > 0 && (r.Recheck == 0 || recheck < r.Recheck) {
			r.Recheck = recheck
		}
		if c != nil {
			r.Wrong = append(r.Wrong, Discrepancy{Pane: p.ID, Reason: c.Why, edits: c.Edits})
		}
	}
}
