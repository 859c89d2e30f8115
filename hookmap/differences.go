package hookmap

import (
	"slices"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// This file has one method for each kind of difference that a pane can have.

// clearDied clears a pane whose claude has ended without an event. If cld has started it and no hook has
// fired, it has failed: before the first hook no other state is possible.
func (d *comparison) clearDied() {
	o := d.options
	switch {
	case o.State() == opt.Starting:
		d.correct("failed", sessionEnded()...)
	case o[opt.Turn] != "" || o[opt.State] != "" || o[opt.PID] != "":
		d.correct("died", sessionEnded()...)
	default:
		return
	}
	d.since = d.now
}

// endOverdueSleep ends the sleep of a session whose wake-up is overdue: the wake-up was cancelled by Esc,
// which no hook reports, or was lost.
func (d *comparison) endOverdueSleep() {
	if d.options.IsOverdue(d.now) && len(d.reasons) == 0 {
		d.correct("overdue", opt.Sleep(time.Time{}, time.Time{})...)
	}
}

// MayAwaitLimit reports whether a session may have stopped because a limit of the account was reached: it has failed
// with such a limit, or is shown as asleep until the limit starts again.
func MayAwaitLimit(o opt.Options) bool {
	ends := o.LimitEnds()
	return !ends.IsZero() && (o.State() == opt.Failed || o.State() == opt.Idle && o[opt.Wake] == opt.Seconds(ends))
}

// limitError is Claude Code's name for the error with which a turn ends at a limit.
const limitError = "rate_limit"

// limitLag is how long after the reset of a limit Claude Code may continue by itself: 2.1.330 did so after 55
// s.
const limitLag = 2 * time.Minute

// correctLimitSleep shows a session as asleep if it will continue by itself after the reset of a limit, and
// as failed if it no longer will, or has not done so in time.
func (d *comparison) correctLimitSleep(awaited bool) {
	o := d.options
	ends := o.LimitEnds()
	waits := awaited && d.now.Before(ends.Add(limitLag))
	switch {
	case len(d.reasons) > 0 || !MayAwaitLimit(o):
	case waits && o.State() == opt.Failed:
		d.correct("waits", append(opt.Sleep(ends, ends.Add(limitLag)), opt.Set(opt.Turn, string(opt.TurnDone)))...)
	case !waits && o.State() == opt.Idle:
		awake := opt.Sleep(time.Time{}, time.Time{})
		name := opt.Set(opt.Activity, limitError).If(opt.Not(opt.Get(opt.Activity))) // a later event may have unset it
		d.correct("stays", append(awake, name, opt.Set(opt.Turn, string(opt.TurnFailed)))...)
	}
}

// correctStuck marks a working session as stuck if no event has arrived for long, and removes the mark after
// a new event.
func (d *comparison) correctStuck(e *Entry) {
	o := d.options
	after := o.StuckAfter()
	lastSign := notLater(opt.UnixTime(o[opt.LatestHookTime]), d.now)
	if e != nil && e.Updated.After(lastSign) {
		lastSign = e.Updated
	}
	if len(d.reasons) > 0 || lastSign.IsZero() || o.State() != opt.Working || o[opt.Agent] != "" {
		return
	}
	switch isSilent := after > 0 && d.now.Sub(lastSign) >= after; {
	case isSilent && !o.IsStuck():
		d.correct("silent", opt.Set(opt.Stuck, o[opt.StateNS]))
	case !isSilent && o.IsStuck():
		d.correct(heard, opt.Unset(opt.Stuck))
	}
}

// beginWokenTurn begins the turn of a teammate to which its lead has written: no hook reports such a prompt.
func (d *comparison) beginWokenTurn(at time.Time) {
	if d.options.State() != opt.Idle || !at.After(d.lastHook) || !d.isReached(at.Add(registryTrust)) {
		return
	}
	d.openTurn(opt.Idle, at)
	d.since = at
}

// placeholder is the key of a call that only the registry has reported.
const placeholder = registry + ".0"

// removeClosedDialog removes a call that only the registry has reported, as soon as the session no longer
// waits: no hook would remove it. At rest nothing has finished with a dialog of Claude Code's own: there is
// nothing new to see.
func (d *comparison) removeClosedDialog(e Entry) {
	if e.Status == "" || e.Status == StatusWaiting || !opt.True(opt.Has(opt.Waiting, placeholder), d.options) {
		return
	}
	if stateOf[e.Status] == opt.Idle && d.options[opt.Turn] == string(opt.TurnOpen) {
		return // the answer has ended the turn: see endIdleTurn
	}
	closed := opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, placeholder))
	d.correct("answered", closed)
	own := opt.True(opt.HasEntry(opt.Waiting, opt.Entry{Key: placeholder, Word: string(CallDialog)}), d.options)
	d.isSeen = d.isSeen || d.options[opt.Turn] != string(opt.TurnOpen) && own
	d.options = opt.Apply(d.options, []opt.Edit{closed})
	d.options[opt.State] = string(d.options.Derived())
}

// takeSeen marks as seen what somebody has seen in another pane.
func (d *comparison) takeSeen(seenElsewhere bool) {
	if seenElsewhere && len(d.reasons) == 0 && d.options.Unseen() {
		d.isSeen = true
		d.correct("seen")
	}
}

// stateOf maps the statuses of the registry to states; others are ignored.
var stateOf = map[string]opt.SessionState{
	StatusBusy: opt.Working, StatusIdle: opt.Idle, StatusShell: opt.Idle, StatusWaiting: opt.Attention,
}

// Activities that no hook reports.
const (
	activitySuspended  = "Suspended" // in the middle of a turn: the session is idle, but has not finished
	activityContinued  = "Continued"
	activityUnreported = "Working" // it may be no turn of the model: !command, /context
)

// correctState compares the pane's state with the status in the registry.
func (d *comparison) correctState(e Entry) {
	registryState, shown := stateOf[e.Status], d.options.State()
	if shown == opt.Failed {
		shown = opt.Idle // the registry has the same status for both
	}
	suspended := e.Suspended && registryState == opt.Working
	if suspended {
		// The registry lists a stopped process as busy, also after it was continued. An open dialog stays
		// open.
		if shown == opt.Attention {
			return
		}
		registryState = opt.Idle
	}
	if registryState == opt.Attention && d.isPanel(e) {
		registryState = opt.Idle
	}
	same := registryState == shown && d.options[opt.Turn] != ""
	if registryState == "" || same || !d.isStatusBelieved(e, shown, registryState) {
		return
	}
	d.since = laterOf(e.Changed, d.lastHook)
	switch registryState {
	case opt.Working:
		d.openTurn(shown, e.Changed)
	case opt.Idle:
		switch {
		case suspended:
			d.isSeen = true // by the person who has pressed Ctrl-Z in it
			d.correct("suspended", append(turnEnded(), opt.Set(opt.Activity, activitySuspended))...)
		case e.Failure != "":
			d.failTurn(e.Failure)
		case d.worksForSubagents(shown):
			d.endSubagents()
		default:
			d.endIdleTurn(shown, d.hooksReachPane(e), d.isLastOfQueue(e.Changed))
		}
	case opt.Attention:
		d.correct("dialog", e.dialog()...)
	}
}

// showNextDialog shows the dialog that has come to the screen behind another one, where only the registry has reported
// either of them.
func (d *comparison) showNextDialog(e Entry) {
	listed := opt.Entries(d.options[opt.Waiting])
	if e.Status != StatusWaiting || len(listed) != 1 || listed[0].Key != placeholder {
		return
	}
	kind, _ := callOf(e.WaitingFor)
	shown, needed := d.options[opt.Request], neededRequest(e.Needs)
	beginning, isCut := strings.CutSuffix(shown, "…")
	isSame := shown == needed || isCut && strings.HasPrefix(needed, beginning) || shown == "" // nobody wants such texts
	isKnown := d.options[opt.RequestCall] == placeholder && isSame
	if listed[0].Word != string(kind) || e.Needs != "" && !isKnown {
		d.correct("dialog", e.dialog()...)
	}
}

// dialog returns the edits that show the dialog that the registry reports.
func (e Entry) dialog() []opt.Edit {
	kind, reason := callOf(e.WaitingFor)
	call, turn := opt.Entry{Key: placeholder, Word: string(kind)}, opt.TurnOpen
	if kind == CallDialog { // at the start of a session, before hooks were installed
		turn = opt.TurnDone
	}
	request := []opt.Edit{opt.Unset(opt.RequestCall)}
	if e.Needs != "" {
		request = append(opt.SetWords(opt.Request, neededRequest(e.Needs)), opt.Set(opt.RequestCall, placeholder))
	}
	return append(request,
		opt.Set(opt.Turn, string(turn)).If(opt.Not(opt.Get(opt.Turn))),
		opt.SetFormat(opt.Waiting, opt.With(opt.Waiting, call)),
		opt.Set(opt.Reason, reason))
}

// removeEndedHooks removes hooks that have ended without removing themselves: they were killed, or tmux was
// too slow.
func (d *comparison) removeEndedHooks(hooks []opt.Entry) {
	for _, hook := range hooks {
		if !IsCall(hook.Key) || opt.Word(hook.Word) != hook.Word { // a foreign value
			continue
		}
		removed := opt.NoAnswerer(hook.Key, hook.Word)
		d.correct("unanswerable", removed...)
		d.options = opt.Apply(d.options, removed)
	}
}

// hasWaitingHook reports whether a hook waits for the answer to an open call.
func hasWaitingHook(o opt.Options) bool {
	return slices.ContainsFunc(OpenCalls(o), func(call opt.Entry) bool {
		return opt.True(opt.Has(opt.Answerable, call.Key), o)
	})
}

// isStatusBelieved reports whether the registry's status overrules what the pane shows. If the pane shows a
// dialog, a status line drawn after a change of the registry proves that the dialog is closed: then there is
// no need to wait for a hook.
func (d *comparison) isStatusBelieved(e Entry, shown, registryState opt.SessionState) bool {
	hook := d.lastHookFor(shown, registryState)
	if shown == opt.Attention && !e.Changed.After(hook) && hasWaitingHook(d.options) {
		hook = hook.Add(DialogOpens - hookTrust)
	}
	if shown == opt.Idle && registryState == opt.Working {
		switch {
		case !e.Changed.After(hook):
			hook = hook.Add(restTimeout - hookTrust)
		case d.options[opt.LatestHookTime] != "" && e.Agent == "" && !d.isNextInQueue(e, hook):
			return d.isReached(e.Changed.Add(promptTimeout))
		}
	}
	if registryState == opt.Idle && !e.Suspended && d.worksForSubagents(shown) && d.options[opt.Reports] != "" {
		return d.isReached(laterOf(e.Changed, hook).Add(reportTimeout))
	}
	closed := d.afterStatusLine && shown == opt.Attention && registryState != opt.Attention
	return closed && e.Changed.After(hook) || d.isBelieved(e.Changed, hook)
}

// isNextInQueue reports whether a session that has just ended its turn may go on with a prompt from its queue: the
// hook of that comes a second after the registry.
func (d *comparison) isNextInQueue(e Entry, lastHook time.Time) bool {
	asks := d.options[opt.Intent] == string(opt.Question)
	return d.options.State() == opt.Idle && !asks && e.Changed.Sub(lastHook) < queueTime
}

// worksForSubagents reports whether the turn is over, and the session only works because subagents work or
// their reports are due.
func (d *comparison) worksForSubagents(shown opt.SessionState) bool {
	turn := opt.TurnState(d.options[opt.Turn])
	turnIsOver := turn == opt.TurnDone || turn == opt.TurnFailed
	return turnIsOver && shown == opt.Working && d.options[opt.Compacting] == ""
}

// endSubagents ends the work of the subagents. Nothing was interrupted: the end of the last one was lost, or
// it is an idle teammate. Or no turn has followed the last end; then nobody has been notified yet.
func (d *comparison) endSubagents() {
	done := opt.Is(opt.Turn, string(opt.TurnDone)) // else it has the name of the error
	d.correct("finished", opt.Unset(opt.Agents), opt.Unset(opt.Reports), opt.Unset(opt.Activity).If(done))
	d.finished = d.options[opt.Reports] != ""
}

// failTurn ends a turn that has failed according to the agent's own records. Nobody has been notified of
// that yet.
func (d *comparison) failTurn(failure string) {
	d.correct("error", append(turnEnded(),
		opt.Set(opt.Turn, string(opt.TurnFailed)), opt.Set(opt.Activity, opt.Text(failure)))...)
	d.finished = true
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// callOf translates what a process waits for, according to the registry.
func callOf(waitingFor string) (kind CallKind, reason string) {
	switch waitingFor {
	case "permission prompt", "sandbox request", "worker request":
		return CallPermission, permissionReason
	case "input needed":
		return CallQuestion, "Question"
	default:
		return CallDialog, "Dialog"
	}
}
