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
	Tmux   tmux.Server
	Home   string              // the Claude home of the environment, "" = none
	Getenv func(string) string // where other agents have their files
	Now    func() time.Time
	Read   tmuxopt.Use // which options are read of panes; 0 = all but long ones
	// NoUnshown leaves out the sessions in the background that no pane shows.
	NoUnshown bool
	Ask       [][]string // commands of tmux that are carried out with each reading, and print something
}

// Observer looks at the panes of a server. It has no means to change them.
type Observer struct{ sources Sources }

// NewObserver returns an Observer of those sources.
func NewObserver(s Sources) Observer { return Observer{s} }

// NoProcesses says why nothing is corrected where [Report.Hidden] is true.
const NoProcesses = "the processes of the tmux server cannot be seen from here: nothing is corrected"

// Report is what one look at all panes has found.
type Report struct {
	Panes     []tmux.Pane                   // as they were read
	Unshown   []tmux.Pane                   // the sessions in the background that none of them shows: see [tmux.Unshown]
	Answer    string                        // what the commands of Sources.Ask have printed
	Processes map[string]claudehome.Process // the registered claude in a pane, by the pane's id; also of Unshown
	Wrong     []Discrepancy
	Recheck   time.Duration // look again after that time, when more can be told; 0 = not needed
	Beat      time.Duration // look again that often, because nothing tells of a change; 0 = not needed
	Homes     []string      // the Claude homes that were looked at

	// reshow sets [tmuxopt.Shown] where it does not follow from the facts: an older version of atm,
	// or another program, has written these, or the policy for seeing is another one.
	reshow     []tmuxopt.Batch
	statuses   map[string]hookmap.Entry // what agents show besides their hooks, by the pane's id
	background background

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

// Observe reads all panes, and judges those that are named, or all if none is.
func (o Observer) Observe(ctx context.Context, only ...string) (Report, error) {
	var local bool
	var unknown error
	located := make(chan struct{})
	go func() { // meanwhile
		defer close(located)
		_, local, unknown = o.sources.Tmux.Locate(ctx)
	}()
	panes, answer, err := o.sources.Tmux.PanesAnd(ctx, o.sources.Read, append(o.sources.Ask, askBackground))
	answer, background := readBackground(answer)
	<-located
	switch {
	case err != nil:
		return Report{}, err
	case unknown != nil:
		return Report{}, fmt.Errorf("which process is the server: %w", unknown)
	case !local:
		return Report{Panes: panes, Answer: answer, Hidden: true}, nil
	}
	r := Report{Panes: panes, Answer: answer, Homes: homes(o.sources.Home, panes)}
	claudes, workers := registered(r.Homes)
	r.Processes = match(panes, claudes)
	o.followParked(ctx, &r, workers)
	if !background.off && !o.sources.NoUnshown {
		r.Unshown = r.unshown(workers, background, o.sources.Now())
	}
	r.background = background
	o.readStatuses(ctx, &r, only)
	r.judge(o.sources.Now(), only)
	if o.sources.Read == 0 || o.sources.Read&tmuxopt.Judged != 0 { // else Shown was not read
		r.reshow = reshow(panes, only)
	}
	return r, nil
}

// reshow returns what sets [tmuxopt.Shown] in the panes, of those that are named, where it does
// not follow from the facts.
func reshow(panes []tmux.Pane, only []string) []tmuxopt.Batch {
	var batches []tmuxopt.Batch
	for _, p := range panes {
		if named(p.ID, only) && p.Options[tmuxopt.Shown] != string(p.Options.ShownState()) {
			batches = append(batches, tmuxopt.Batch{Pane: p.ID, Edits: tmuxopt.Reshow()})
		}
	}
	return batches
}

// judge compares the panes with what is known of their processes.
func (r *Report) judge(now time.Time, only []string) {
	for _, p := range r.Panes {
		if !named(p.ID, only) {
			continue
		}
		witness := r.witness(p)
		witness.HooksEnded = hooksEnded(p.Options)
		c, recheck := hookmap.Reconcile(p.Options, witness, now)
		r.recheckIn(recheck)
		if c != nil {
			r.Wrong = append(r.Wrong, Discrepancy{Pane: p.ID, Reason: c.Why, edits: c.Edits})
		}
	}
}

// recheckIn has the report say that more can be told after that time; 0 = there is nothing to wait for.
func (r *Report) recheckIn(wait time.Duration) {
	if wait > 0 && (r.Recheck == 0 || wait < r.Recheck) {
		r.Recheck = wait
	}
}
