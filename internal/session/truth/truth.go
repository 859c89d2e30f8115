// Package truth corrects the panes of a tmux server where the hooks have left them wrong: no hook fires on
// Esc, on a denial, on an answered dialog, on kill -9.
//
// An [Observer] reads all panes in one invocation, the registry of Claude Code and the processes, and
// reports which panes are wrong. It changes nothing. A [Corrector] can also change the panes: it sends its
// edits as one transaction, in which tmux applies each edit only if no hook has reported anything new.
//
// Neither reads a screen. If the server's processes cannot be seen, as from a container, no pane is judged, and
// so nothing is corrected: see [tmux.Server.Local].
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

// Sources is what the states of panes are compared with.
type Sources struct {
	Tmux   tmux.Server
	Home   string              // the Claude home of the environment, "" = none
	Getenv func(string) string // names the directories in which other agents have their files
	Now    func() time.Time
	Read   tmuxopt.Use // which options are read of panes; 0 = all but long ones
	Ask    [][]string  // commands of tmux that are carried out with each reading, and print something

	NoUnshown bool // leaves out the background sessions that no pane shows
}

// Observer reads the panes of a server. It cannot change them.
type Observer struct {
	sources Sources
	sights  sights
}

// Observer returns an Observer with these sources.
func (s Sources) Observer() Observer { return Observer{s, sights{}} }

// NoProcesses explains why nothing is corrected where [Report.Hidden] is true.
const NoProcesses = "the processes of the tmux server cannot be seen from here: nothing is corrected"

// Report is what one reading of all panes has found.
type Report struct {
	Panes        []tmux.Pane                   // as they were read
	Unshown      []tmux.Pane                   // background sessions in none of them: see [tmux.Unshown]
	Answer       string                        // what the commands of Sources.Ask have printed
	Processes    map[string]claudehome.Process // the registered claude in a pane, by the pane's id; also of Unshown
	Wrong        []Discrepancy
	Recheck      time.Duration // read again after that time, when more can be known; 0 = not needed
	PollInterval time.Duration // read again that often, because nothing signals a change; 0 = not needed
	Homes        []string      // the Claude homes that were read
	Hidden       bool          // the server's processes cannot be seen: only Panes and Answer are known

	workers    []claudehome.Process     // of the sessions in the background
	edits      []tmuxopt.Batch          // what corrects the panes
	reused     map[int]bool             // process ids in the registry of processes that have ended
	statuses   map[string]hookmap.Entry // what agents show besides their hooks, by the pane's id
	background background
	goesOn     map[string]string // sessions whose conversation goes on in the background, or in a pane: the id there
}

// Discrepancy is a pane whose options differ from what its claude does.
type Discrepancy struct {
	Pane   string
	Reason string // of the correction, as the pane records it
}

// Observe reads all panes. It judges the panes that are named, or all if none is named.
func (o Observer) Observe(ctx context.Context, paneIDs ...string) (Report, error) {
	server := o.sources.Tmux
	listing, err := server.PanesAnd(ctx, o.sources.Read, append(o.sources.Ask, askBackground))
	if err != nil {
		return Report{}, err
	}
	panes := listing.Panes
	answer, background := readBackground(listing.Printed)
	if !server.IsListener(listing.Listener) {
		_, local, err := server.Locate(ctx)
		switch {
		case err != nil:
			return Report{}, fmt.Errorf("which process is the server: %w", err)
		case !local:
			return Report{Panes: panes, Answer: answer, Hidden: true}, nil
		}
	}
	o.sights.remember(panes, o.sources.Now())
	background.sights = o.sights
	r := Report{Panes: panes, Answer: answer, Homes: claudeHomes(o.sources.Home, panes), background: background}
	claudes, workers := r.registeredProcesses()
	r.workers = workers
	r.Processes, r.goesOn = matchPanes(panes, claudes), inBackground(workers)
	for _, claude := range r.Processes {
		r.goesOn[claude.SessionID] = claude.SessionID
	}
	delete(r.goesOn, "")
	o.followParked(ctx, &r, workers)
	if !background.off && !o.sources.NoUnshown {
		r.addUnshown(workers, o.sources.Now())
	}
	o.readStatuses(ctx, &r, paneIDs)
	r.judge(o.sources.Now(), o.sources.Read, paneIDs)
	return r, nil
}

// judge compares the panes with what is known of their processes. It also sets [tmuxopt.Shown] where that does not
// follow from the facts, unless it was not read: an older version of atm, or another program, has written the facts, or
// the policy for seeing has changed.
func (r *Report) judge(now time.Time, uses tmuxopt.Use, paneIDs []string) {
	for _, p := range r.Panes {
		if !isSelected(p.ID, paneIDs) {
			continue
		}
		isRead := uses == 0 || uses&tmuxopt.Judged != 0
		if isRead && p.Options[tmuxopt.Shown] != string(p.Options.ShownState()) {
			r.edits = append(r.edits, tmuxopt.Batch{Pane: p.ID, Edits: tmuxopt.Reshow()})
		}
		witness := r.witness(p)
		witness.HooksEnded = endedHooks(p.Options)
		c, recheck := hookmap.Reconcile(p.Options, witness, now)
		r.recheckIn(recheck)
		if c != nil {
			r.Wrong = append(r.Wrong, Discrepancy{Pane: p.ID, Reason: c.Why})
			r.edits = append(r.edits, tmuxopt.Batch{Pane: p.ID, Edits: c.Edits})
		}
	}
}

// recheckIn makes the report ask for another reading after that time; 0 or less = no reading.
func (r *Report) recheckIn(wait time.Duration) {
	if wait > 0 && (r.Recheck == 0 || wait < r.Recheck) {
		r.Recheck = wait
	}
}
