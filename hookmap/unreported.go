package hookmap

import (
	"slices"
	"time"

	opt "atm/tmuxopt"
)

// This file distinguishes actions of the person at the pane, which hooks do not report, from Claude Code's
// turns.

// DialogOpen is what a session waits for, according to the registry, while a panel is open that a person has
// opened, or a dialog that is neither a permission nor a question.
const DialogOpen = "dialog open"

// isPanel reports whether the dialog is a panel that the person at the pane has opened, such as /status or
// /model: then the session asks nothing. Claude Code opens its own dialogs during a turn, and hooks report
// the turn. (2.1.330 lists both as "dialog open", and a panel sometimes as busy before.) A dialog that opens
// with the session is an offer or a warning of Claude Code, and waits for an answer.
func (d *comparison) isPanel(e Entry) bool {
	state := d.options.State()
	runsOwnCommand := state == opt.Working && !d.worksForSubagents(state) && d.isTurnUnreported()
	atRest := state == opt.Idle || state == opt.Failed || runsOwnCommand
	withSession := !e.Changed.After(e.Started) || e.Changed.Sub(e.Started) < d.offerTime()
	isUnknown := e.Changed.IsZero() // see clockSkew
	return e.WaitingFor == DialogOpen && (!withSession || isUnknown) && atRest
}

// offerTime returns how long after a session has started such an offer may open: 0.4 to 1 s, and more than 2 s where
// six start at once on two processors (2.1.330). Hardly anybody opens a panel so soon, but sooner in a session that
// goes on.
func (d *comparison) offerTime() time.Duration {
	switch {
	case d.options[opt.FirstPrompt] == "":
		return 10 * time.Second
	case d.options[opt.LatestHookEvent] == string(SessionStart):
		return 2 * time.Second
	}
	return 0
}

// isTurnUnreported reports whether hooks reach the pane, but none has fired since the registry has listed the
// session as busy: then it runs a command of Claude Code itself, such as /rename. After the answer to a dialog no hook
// has fired either, but the activity is still what hooks have reported.
func (d *comparison) isTurnUnreported() bool {
	lastHook, activity := opt.UnixTime(d.options[opt.LatestHookTime]), d.options[opt.Activity]
	return !lastHook.IsZero() && lastHook.Before(opt.UnixTime(d.options[opt.Since])) &&
		(activity == "" || activity == activityUnreported)
}

// isLastOfQueue reports whether the last hook is a Stop that has left the turn open: the transcript still listed the
// prompt of that turn as queued, because Claude Code records a little later that it goes on with it (2.1.330). If the
// session came to rest later, it did go on with a queued prompt, and was interrupted there.
func (d *comparison) isLastOfQueue(rests time.Time) bool {
	open := d.options[opt.Turn] == string(opt.TurnOpen)
	answered := d.options[opt.Said]+d.options[opt.Intent] != "" // else it was the Stop of a subagent
	return open && answered && d.options[opt.LatestHookEvent] == string(Stop) && !d.isTurnUnreported() &&
		rests.Sub(d.lastHook) < restTimeout
}

// wasSeen reports whether what the pane shows is marked as seen: see [opt.MarkSeen]. [comparison.openTurn] keeps that
// mark if an idle session begins to work: it may run a command of Claude Code itself, after which nothing is new.
func (d *comparison) wasSeen() bool {
	return d.options[opt.Since] != "" && d.options[opt.Seen] == d.options[opt.Since]
}

// ownCommandTime is how long a command of Claude Code itself may take. If it takes longer, its end counts as news for
// the person.
const ownCommandTime = 5 * time.Second

// openTurn opens the turn: the dialog was answered, or somebody has typed a prompt where no hook is
// installed; changed is when the registry has noticed it. After an answer, the activity is still the tool that was asked
// for. If a subagent works, it may have been the one that asked, and the turn stays as it was.
func (d *comparison) openTurn(shown opt.SessionState, changed time.Time) {
	subagentWorks := opt.And(opt.Get(opt.Turn), opt.Get(opt.Agents))
	edits := []opt.Edit{
		opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(subagentWorks)), opt.Unset(opt.Waiting),
	}
	if shown == opt.Attention {
		d.correct("answered", edits...)
		return
	}
	d.isSeen = shown == opt.Idle && d.wasSeen()
	activity := opt.Unset(opt.Activity)
	switch {
	case d.options[opt.Activity] == activitySuspended && !changed.After(opt.UnixTime(d.options[opt.Since])):
		// The registry does not notice that the process was suspended. Hooks have reported that turn.
		activity = opt.Set(opt.Activity, activityContinued)
	case d.options[opt.LatestHookTime] != "":
		activity = opt.Set(opt.Activity, activityUnreported)
	}
	d.correct("busy", append(edits, activity)...)
}

// Interrupted is the activity of a session whose turn a person has interrupted, or in which one has denied a request.
const Interrupted = "Interrupted"

// endIdleTurn ends the turn and everything that belongs to it. If hooks reach the pane, a regular end would
// have been reported, so somebody has interrupted the turn, unless it is the last of the queue.
func (d *comparison) endIdleTurn(shown opt.SessionState, hooksReachPane, isLastOfQueue bool) {
	reason, began := "idle", opt.UnixTime(d.options[opt.Since])
	switch {
	case shown == opt.Working && d.isTurnUnreported() && d.wasSeen() && d.now.Sub(began) < ownCommandTime:
		d.isSeen = true
	case !hooksReachPane, isLastOfQueue:
		d.finished = true
	case slices.Contains(d.reasons, "session"): // what the pane showed was another one's
	case shown == opt.Attention:
		reason = "denied"
	case shown == opt.Working:
		reason = "interrupted"
		// Claude Code has refused a compaction that a person has asked for, or that person has left it.
		refused := d.options[opt.Compacting] == manually && d.options[opt.Turn] != string(opt.TurnOpen)
		d.isSeen = d.isSeen || refused && d.now.Sub(began) < ownCommandTime
	}
	edits := turnEnded()
	switch {
	case d.isTurnUnreported(), isLastOfQueue: // what Claude has said last is still the answer
		edits = slices.Concat([]opt.Edit{opt.Set(opt.Turn, string(opt.TurnDone))}, edits)
	case reason != "idle" && d.options[opt.Turn] == string(opt.TurnOpen):
		edits = append(edits, opt.Set(opt.Activity, Interrupted))
	}
	d.correct(reason, edits...)
}

// endInterruptedTurn ends a turn where only the transcript shows that Esc was pressed.
func (d *comparison) endInterruptedTurn(at time.Time) {
	if state := d.options.State(); state != opt.Working && state != opt.Attention || !at.After(d.lastHook) {
		return
	}
	d.endIdleTurn(opt.Working, true, false)
	d.since = at
}

// withoutTeam returns the entry as it would be if the session led no team: see [Entry.StatusIn]. After Esc, or a
// denial, only the transcript shows that a lead rests.
func (d *comparison) withoutTeam(e Entry, interrupted time.Time) Entry {
	if e.MayOnlyLead && !hasSubagents(d.options) && d.isInterrupted(interrupted) {
		e.Status, e.Changed = StatusIdle, interrupted
	}
	e.Status = e.StatusIn(d.options, d.now)
	return e
}

// isInterrupted reports whether the turn that is open was interrupted at that time, according to the transcript. It is
// false after any later hook: that may be one of a new turn, which the transcript does not show yet. So Esc is missed
// if another agent calls a tool before the pane is read.
func (d *comparison) isInterrupted(at time.Time) bool {
	isOpen := d.options[opt.Turn] == string(opt.TurnOpen)
	return isOpen && !at.IsZero() && at.Add(interruptionLag).After(d.lastHook)
}

// interruptionLag is how much later than in the transcript the registry may show that a dialog is closed, which then
// counts as answered: 20 ms (2.1.332), and longer on a busy machine. Nobody types a prompt that soon after Esc.
const interruptionLag = 500 * time.Millisecond

// endTurnBesideSubagent ends the turn of the main thread after Esc, where a subagent works on or asks, too. The
// transcript shows that a little later than the registry shows that something has changed.
func (d *comparison) endTurnBesideSubagent(e Entry, at time.Time) {
	asks := parseTime(d.options[opt.SinceNS], d.now)
	onlyLeads := e.MayOnlyLead && !hasSubagents(d.options) // see withoutTeam
	switch {
	case e.Status == StatusBusy && d.options[opt.Agents] != "" && !onlyLeads && d.isInterrupted(at):
		// If the subagents were interrupted as well, the registry soon lists the session as idle.
		if d.isReached(laterOf(at, d.lastHook).Add(transcriptLag)) {
			d.endMainTurn("interrupted")
		}
	case asks.IsZero() || !SubagentAsksToo(d.options):
	case at.After(asks):
		d.endMainTurn("denied")
	case e.Changed.After(asks) && d.now.Sub(e.Changed) < transcriptLag:
		d.isReached(d.now.Add(registryTrust))
	}
}

func (d *comparison) endMainTurn(reason string) {
	edits := turnEndedBesideSubagent()
	d.correct(reason, edits...)
	d.options = opt.Apply(d.options, edits)
	d.options[opt.State] = string(d.options.Derived())
}

// transcriptLag is how much later the transcript may show an interruption than the registry.
const transcriptLag = 2 * time.Second
