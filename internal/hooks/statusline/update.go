package statusline

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const (
	// tmuxLimit is how long a status line waits for tmux. Claude Code does not wait for it. On a busy machine
	// tmux's own client alone takes 30 ms, and the next status line may be late.
	tmuxLimit = 500 * time.Millisecond
	// recheckLimit is how long a status line waits until the registry can be trusted.
	recheckLimit = 50 * time.Millisecond
)

type updater struct {
	caller.Caller
	report  *caller.Report
	now     func() time.Time
	line    hookmap.StatusLine
	process func() claudehome.Process // the registry's entry of Claude Code, empty if there is none
}

// update writes the values of the status line into the pane.
func (t updater) update() error {
	route, err := t.Route()
	t.report.Pane = route.Pane
	switch {
	case errors.Is(err, caller.ErrBackground):
		return t.updateShown()
	case err != nil:
		return err
	}
	t.process = caller.Begin(t.Caller, t.Entry)
	if route.ThroughGate {
		return t.sendToGate(route.Gate)
	}
	recheckAfter, err := t.compare(route.Pane)
	if err != nil || recheckAfter == 0 || recheckAfter > recheckLimit {
		return err
	}
	time.Sleep(recheckAfter)
	t.process = caller.Begin(t.Caller, t.Entry)
	_, err = t.compare(route.Pane)
	return err
}

// updateShown writes the values of a background session into the panes that show it. The follower, not the
// updater, compares the registry entry of its worker.
func (t updater) updateShown() (failures error) {
	job := caller.Within(t.Caller, t.Job)
	if job.ID == "" {
		return caller.ErrBackground
	}
	for _, shown := range job.Panes {
		to := t
		to.Caller, to.process = shown.Of(t.Caller), func() (none claudehome.Process) { return none }
		t.report.Pane = shown.Pane
		_, err := to.compare(shown.Pane)
		failures = errors.Join(failures, err) // one that shows another session by now does not concern the others
	}
	return failures
}

// compare writes the numbers into the pane, and then all other values that differ. recheckAfter is the time
// after which the registry can be trusted, 0 if there is nothing to wait for.
func (t updater) compare(id string) (recheckAfter time.Duration, err error) {
	t.Tmux.Until = time.Now().Add(tmuxLimit)
	edits, unless := t.line.Meter(t.PID())
	batch := tmuxopt.Batch{Pane: id, ServerPID: t.Tmux.PID, Edits: edits, Unless: unless}
	if edits == nil {
		batch.Unless = tmuxopt.Lit("1")
	}
	pane, written, reply, err := t.Tmux.Exchange(context.Background(), batch, tmuxopt.For(tmuxopt.Compared))
	if written || err != nil {
		t.report.Sent(batch, reply)
	}
	if err != nil {
		return 0, err
	}
	process := t.process()
	pid := cmp.Or(t.PID(), process.PID)
	edits, recheckAfter = t.corrections(pane, process)
	if !t.line.Concerns(pane.Options, pid) {
		recheckAfter = recheckLimit // the session's hook may still run: both start with the session
	}
	edits = slices.Concat(edits, t.withRegistryName(process).Descriptions(pane.Options, pid),
		t.line.Warning(pane.Options, pid))
	if len(edits) == 0 {
		return recheckAfter, nil
	}
	batch = tmuxopt.Batch{Pane: id, ServerPID: t.Tmux.PID, Edits: edits}
	reply, err = t.Tmux.Send(context.Background(), batch)
	t.report.Sent(batch, reply)
	return recheckAfter, err
}

// withRegistryName returns the status line with the name from the registry. Both names can differ for a
// while: if each were written, the pane would be renamed again and again.
func (t updater) withRegistryName(process claudehome.Process) hookmap.StatusLine {
	if title := process.Title(); title != "" && process.SessionID == t.line.SessionID {
		t.line.Title = title
	}
	return t.line
}

// corrections compares the pane with our Claude Code's entry in the registry, and returns the edits that the
// pane needs. It compares process ids only if it must, because it first has to ask the server whether both
// use the same process ids.
func (t updater) corrections(pane tmux.Pane, process claudehome.Process) (edits []tmuxopt.Edit,
	recheckAfter time.Duration) {
	if process.PID == 0 || process.Background() || !isShownIn(process, pane) {
		return nil, 0
	}
	// A pane without a session is not corrected: Claude Code calls its status line for a moment after atm
	// was uninstalled.
	if pane.Options[tmuxopt.SessionID] == "" && pane.Options[tmuxopt.State] == "" {
		return nil, 0
	}
	w := hookmap.Witness{Entry: process.Entry(proc.Suspended), Drawn: true}
	c, recheckAfter := hookmap.Reconcile(pane.Options, w, t.now())
	if c == nil || !t.Tmux.Local() || !proc.Is(process.PID, process.ProcStart) {
		return nil, recheckAfter
	}
	return c.Edits, recheckAfter
}

// isShownIn reports whether the pane shows that process. If no hook has named the process, it must be one
// that a person has started in the pane.
func isShownIn(p claudehome.Process, pane tmux.Pane) bool {
	if shown := pane.Options[tmuxopt.PID]; shown != "" {
		return shown == strconv.Itoa(p.PID)
	}
	return p.Interactive() && slices.Contains(proc.Ancestors(p.PID), pane.PID)
}

// sendToGate sends a status line to a gate, together with its Claude Code's entry in the registry if that may report
// for a pane: status lines are also drawn when no hook fires. If the gate will believe the entry in a moment, it waits
// so long: no other status line may follow.
func (t updater) sendToGate(to gate.Address) error {
	t.report.Transport = "gate"
	line := t.line.Short()
	m := message.Message{Kind: message.StatusLine, Line: &line}
	process := t.process()
	if wait := message.RepeatedAfter(t.now().Sub(process.StatusUpdatedAt)); wait > 0 && wait <= recheckLimit {
		time.Sleep(wait)
		process = caller.Begin(t.Caller, t.Entry)()
	}
	if process.SpeaksForPane(proc.Is) {
		m.Processes = []message.Process{message.NewProcess(*process.Entry(proc.Suspended), true, t.now())}
	}
	return to.Send(m, t.Start.Add(caller.Deadline))
}
