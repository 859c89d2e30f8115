package hookmap

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// This file has one method for each way in which a pane can be wrong.

// died clears a pane whose claude has ended without an event. One that cld has started and that has
// fired no hook has failed: before its first hook no other state is possible.
func (d *comparison) died() {
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

// asleep ends the sleep of a session whose wake-up is overdue: what was to wake it was taken back by Esc, which no
// hook tells, or has been lost.
func (d *comparison) asleep() {
	if d.options.IsOverdue(d.now) && len(d.reasons) == 0 {
		d.correct("overdue", opt.Sleep(time.Time{}, time.Time{})...)
	}
}

// MayAwaitLimit reports whether a session has stopped because a limit of the account was reached.
func MayAwaitLimit(o opt.Options) bool {
	return o[opt.LatestHookEvent] == string(StopFailure) && !o.LimitEnds().IsZero()
}

// limitLag is how much later than a limit starts again Claude Code may go on by itself: 2.1.330 did so after 55 s.
const limitLag = 2 * time.Minute

// limit shows a session as asleep that goes on by itself when a limit starts again, and as failed if that was called
// off, or does not happen.
func (d *comparison) limit(awaited bool) {
	o := d.options
	ends := o.LimitEnds()
	waits := awaited && d.now.Before(ends.Add(limitLag))
	switch {
	case len(d.reasons) > 0 || !MayAwaitLimit(o):
	case waits && o.State() == opt.Failed:
		d.correct("waits", append(opt.Sleep(ends, ends.Add(limitLag)), opt.Set(opt.Turn, string(opt.TurnDone)))...)
	case !waits && o.State() == opt.Idle && o[opt.Wake] == opt.Seconds(ends):
		d.correct("stays", append(opt.Sleep(time.Time{}, time.Time{}), opt.Set(opt.Turn, string(opt.TurnFailed)))...)
	}
}

// silent finds that nothing was heard for long of a session that works, or that something was heard again.
func (d *comparison) silent(e *Entry) {
	o := d.options
	after := o.StuckAfter()
	heard := opt.UnixTime(o[opt.LatestHookTime])
	if len(d.reasons) > 0 || heard.IsZero() || o.State() != opt.Working || o[opt.Agent] != "" {
		return
	}
	if e != nil && e.Updated.After(heard) {
		heard = e.Updated
	}
	switch isSilent := after > 0 && d.now.Sub(heard) >= after; {
	case isSilent && !o.IsStuck():
		d.correct("silent", opt.Set(opt.Stuck, o[opt.StateNS]))
	case !isSilent && o.IsStuck():
		d.correct("heard", opt.Unset(opt.Stuck))
	}
}

// interrupted ends the turn where only the transcript tells that Esc was
// pressed.
func (d *comparison) interrupted(at time.Time) {
	if state := d.options.State(); state != opt.Working && state != opt.Attention || !at.After(d.lastHook) {
		return
	}
	d.idle(opt.Working, true)
	d.since = at
}

// woken begins the turn of a teammate that its lead has written to: no hook tells of such a prompt.
func (d *comparison) woken(at time.Time) {
	if d.options.State() != opt.Idle || !at.After(d.lastHook) || !d.isReached(at.Add(registryTrust)) {
		return
	}
	d.busy(opt.Idle)
	d.since = at
}

// session follows a session id that no hook has reported, and adopts a process that no hook has named.
func (d *comparison) session(e Entry) {
	id, o := opt.ID(e.SessionID), d.options
	pid := strconv.Itoa(e.PID)
	elsewhere := e.PID == 0
	adopted := o[opt.PID] != pid
	if elsewhere {
		adopted = o[opt.State] == "" && stateOf[e.Status] != ""
	}
	known := id == o[opt.SessionID] && !adopted
	if id == "" || known || e.Job == opt.AnyJob || e.Status == "" || !d.isBelieved(e.Updated, d.lastHook) {
		return
	}
	if id != o[opt.SessionID] {
		d.correct("session",
			opt.Set(opt.SessionID, id), opt.Set(opt.SessionIDSetOn, registry), opt.Unset(opt.TranscriptPath))
		d.edits = append(d.edits, ofAnotherSession()...)
		if adopted || o[opt.SessionDir] == "" {
			d.edits = append(d.edits, opt.Set(opt.SessionDir, opt.Path(e.Dir)))
		}
	}
	if adopted {
		d.correct("adopted")
		if !elsewhere {
			d.edits = append(d.edits, opt.Set(opt.PID, pid))
		}
		d.isUnknownSession = o[opt.State] == ""
		if first := opt.Text(words.FirstLine(e.AskedFirst)); first != "" {
			d.edits = append(d.edits, opt.SetWords(opt.FirstPrompt, first)...)
		}
	}
}

// ofAnotherSession clears what is known of another session: it means nothing for this one.
func ofAnotherSession() []opt.Edit {
	return opt.Clear(opt.OfSession, func(f opt.Field) bool {
		return f.Group != opt.Meter && f.Group != opt.Texts && f.Group != opt.Work
	})
}

// job follows which session in the background the pane shows. No hook tells of that.
func (d *comparison) job(e Entry) {
	if d.options[opt.Job] == e.Job {
		return
	}
	if e.Job == "" {
		d.correct("returned", opt.Unset(opt.Job))
		return
	}
	d.correct("parked", opt.Set(opt.Job, e.Job))
	if e.Job == opt.AnyJob && e.PID != 0 { // nothing that was known is sure any more; of one elsewhere its hooks tell
		d.edits = append(d.edits, opt.Set(opt.PID, strconv.Itoa(e.PID)))
		d.edits = append(d.edits, opt.Unset(opt.SessionID), opt.Unset(opt.TranscriptPath), opt.Unset(opt.Title))
		d.edits = append(d.edits, ofAnotherSession()...)
		d.isUnknownSession = true
	}
}

// isHeard reports whether hooks of a session tell what it does in its turn. Those of a session in the
// background may not find the pane.
func (d *comparison) isHeard(e Entry) bool {
	heardLately, changed := opt.UnixTime(d.options[opt.LatestHookTime]), opt.UnixTime(d.options[opt.Since])
	return e.Job == "" || !heardLately.IsZero() && !heardLately.Before(changed)
}

// title is the name of the session. Claude Code calls one in the background by its last prompt, which may be its own
// note that the user has pressed Esc.
func (e Entry) title() string {
	if strings.HasPrefix(e.Title, words.InterruptionNotice) {
		return ""
	}
	return opt.Text(e.Title)
}

// title follows a name that a person gives the session while it runs: hooks report only the one that it
// has when it starts.
func (d *comparison) title(e Entry) {
	title := e.title()
	same := opt.ID(e.SessionID) == d.options[opt.SessionID]
	if e.Prompted && d.options[opt.FirstPrompt] != "" {
		return // it is called by what it was asked first, and stays so
	}
	if title == "" || title == d.options[opt.Title] || !same || !d.isBelieved(e.Updated, d.lastHook) {
		return
	}
	d.correct("title", opt.Set(opt.Title, title))
}

// placeholder is the key of a call that only the registry has reported.
const placeholder = registry + ".0"

// dialog removes the call that only the registry has reported, as soon as nothing waits: no hook will
// remove it.
func (d *comparison) dialog(e Entry) {
	if e.Status == "" || e.Status == StatusWaiting || !opt.True(opt.Has(opt.Waiting, placeholder), d.options) {
		return
	}
	if stateOf[e.Status] == opt.Idle && d.options[opt.Turn] == string(opt.TurnOpen) {
		return // the answer has ended the turn: see idle
	}
	closed := opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, placeholder))
	d.correct("answered", closed)
	d.options = opt.Apply(d.options, []opt.Edit{closed})
	d.options[opt.State] = string(d.options.Derived())
}

// stateOf maps the statuses of the registry to states; others are ignored.
var stateOf = map[string]opt.SessionState{
	StatusBusy: opt.Working, StatusIdle: opt.Idle, StatusShell: opt.Idle, StatusWaiting: opt.Attention,
}

// state compares what the pane shows with the registry's status.
func (d *comparison) state(e Entry) {
	want, shown := stateOf[e.Status], d.options.State()
	if shown == opt.Failed {
		shown = opt.Idle // the registry does not tell them apart
	}
	suspended := e.Suspended && want == opt.Working
	if suspended {
		// The registry lists it as busy meanwhile, and again when the process is continued.
		// A dialog that is open stays open.
		if shown == opt.Attention {
			return
		}
		want = opt.Idle
	}
	same := want == shown && d.options[opt.Turn] != ""
	if want == "" || same || !d.isSettled(e, shown, want) {
		return
	}
	d.since = laterOf(e.Changed, d.lastHook)
	switch want {
	case opt.Working:
		d.busy(shown)
	case opt.Idle:
		switch {
		case suspended:
			d.correct("suspended", turnEnded()...)
		case e.Failure != "":
			d.failed(e.Failure)
		case d.worksForSubagents(shown):
			d.subagentsEnded()
		default:
			d.idle(shown, d.isHeard(e))
		}
	case opt.Attention:
		kind, reason := wanted(e.WaitingFor)
		call := opt.Entry{Key: placeholder, Word: string(kind)}
		request := []opt.Edit{opt.Unset(opt.RequestCall)}
		if e.Needs != "" {
			request = append(opt.SetWords(opt.Request, neededRequest(e.Needs)), opt.Set(opt.RequestCall, placeholder))
		}
		d.correct("dialog", append(request,
			opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(opt.Get(opt.Turn))),
			opt.SetFormat(opt.Waiting, opt.With(opt.Waiting, call)),
			setReason(reason))...)
	}
}

// hooksEnded removes hooks that have ended and could not say so: they were killed, or tmux was too late for them.
func (d *comparison) hooksEnded(hooks []opt.Entry) {
	for _, hook := range hooks {
		if !IsCall(hook.Key) || opt.Word(hook.Word) != hook.Word { // somebody else has written it
			continue
		}
		removed := opt.NoAnswerer(hook.Key, hook.Word)
		d.correct("unanswerable", removed...)
		d.options = opt.Apply(d.options, removed)
	}
}

// answerable reports whether a hook waits for the answer to an open call.
func answerable(o opt.Options) bool {
	open := OpenCalls(o)
	return slices.ContainsFunc(opt.Entries(o[opt.Answerable]), func(hook opt.Entry) bool {
		return slices.ContainsFunc(open, func(call opt.Entry) bool { return call.Key == hook.Key })
	})
}

// isSettled reports whether the registry's status counts against what the pane shows.
// Where the pane shows a dialog, a status line that was drawn proves that the dialog is closed, if the
// registry has changed since: there is no need to wait for a hook.
func (d *comparison) isSettled(e Entry, shown, want opt.SessionState) bool {
	hook := d.lastHookFor(shown, want)
	if shown == opt.Attention && !e.Changed.After(hook) && answerable(d.options) {
		hook = hook.Add(DialogOpens - hookTrust)
	}
	if want == opt.Idle && !e.Suspended && d.worksForSubagents(shown) && d.options[opt.Reports] != "" {
		return d.isReached(laterOf(e.Changed, hook).Add(reportTimeout))
	}
	closed := d.afterStatusLine && shown == opt.Attention && want != opt.Attention
	return closed && e.Changed.After(hook) || d.isBelieved(e.Changed, hook)
}

// busy opens the turn: the dialog was answered, or somebody typed where no hook is installed. After an
// answer, the activity is still the tool that was asked for. Where an agent works, it may be that which has
// asked, and the turn is as it was.
func (d *comparison) busy(shown opt.SessionState) {
	opened := opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(opt.And(opt.Get(opt.Turn), opt.Get(opt.Agents))))
	edits := []opt.Edit{opened, opt.Unset(opt.Waiting)}
	if shown == opt.Attention {
		d.correct("answered", edits...)
		return
	}
	d.correct("busy", append(edits, opt.Unset(opt.Activity))...)
}

// worksForSubagents reports whether the turn is over, and the session works only because subagents
// work or their reports are due.
func (d *comparison) worksForSubagents(shown opt.SessionState) bool {
	turn := opt.TurnState(d.options[opt.Turn])
	over := turn == opt.TurnDone || turn == opt.TurnFailed
	return over && shown == opt.Working && d.options[opt.Compacting] == ""
}

// subagentsEnded ends what the subagents did. Nothing was interrupted: the end of the last one was
// lost, or it is a teammate, which is idle. Or no turn has followed its end; then nobody has been
// notified of that yet.
func (d *comparison) subagentsEnded() {
	done := opt.Is(opt.Turn, string(opt.TurnDone)) // else it has the name of the error
	d.correct("finished", opt.Unset(opt.Agents), opt.Unset(opt.Reports), opt.Unset(opt.Activity).If(done))
	d.finished = d.options[opt.Reports] != ""
}

// idle ends the turn and all that belonged to it. Of a session whose hooks are heard, the end of a turn
// would be known: somebody has interrupted it.
func (d *comparison) idle(shown opt.SessionState, heardLately bool) {
	reason := "idle"
	switch {
	case !heardLately:
		d.finished = true
	case shown == opt.Attention:
		reason = "denied"
	case shown == opt.Working:
		reason = "interrupted"
	}
	d.correct(reason, turnEnded()...)
}

// failed ends a turn of which the agent has written down that it has failed. Nobody has been notified of that yet.
func (d *comparison) failed(failure string) {
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

// wanted translates what the registry says a process waits for.
func wanted(waitingFor string) (kind CallKind, reason string) {
	switch waitingFor {
	case "permission prompt", "sandbox request", "worker request":
		return CallPermission, permission
	case "input needed":
		return CallQuestion, "Question"
	default:
		return CallDialog, "Dialog"
	}
}
