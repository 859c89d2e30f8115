package hookmap

import (
	"slices"
	"strconv"
	"time"

	opt "atm/tmuxopt"
)

// This file has one method for each way in which a pane can be wrong.

// died clears a pane whose claude has ended without a word. One that cld has started
// and that has told nothing since has failed: before its first hook no other state
// is possible.
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

// interrupted ends the turn where only the transcript tells that Esc was
// pressed.
func (d *comparison) interrupted(at time.Time) {
	if state := d.options.State(); state != opt.Working && state != opt.Attention || !at.After(d.lastHook) {
		return
	}
	d.idle(opt.Working)
	d.since = at
}

// session follows a session id that the hooks have not told, and adopts a process
// that no hook has spoken of.
func (d *comparison) session(e Entry) {
	id, o := opt.ID(e.SessionID), d.options
	pid := strconv.Itoa(e.PID)
	elsewhere := e.PID == 0
	adopted := o[opt.PID] != pid
	if elsewhere {
		adopted = o[opt.State] == "" && stateOf[e.Status] != ""
	}
	known := id == o[opt.SessionID] && !adopted
	if id == "" || known || e.Status == "" || !d.believed(e.Updated, d.lastHook) {
		return
	}
	if id != o[opt.SessionID] {
		d.correct("session",
			opt.Set(opt.SessionID, id), opt.Set(opt.SessionIDSetOn, registry), opt.Unset(opt.TranscriptPath))
		// What was told of another session says nothing about this one.
		d.edits = append(d.edits, opt.Clear(opt.OfSession, func(f opt.Field) bool {
			return f.Group != opt.Meter && f.Group != opt.Texts && f.Group != opt.Work
		})...)
		if adopted || o[opt.SessionDir] == "" {
			d.edits = append(d.edits, opt.Set(opt.SessionDir, opt.Path(e.Dir)))
		}
	}
	if adopted {
		d.correct("adopted")
		if !elsewhere {
			d.edits = append(d.edits, opt.Set(opt.PID, pid))
		}
		d.nothingNew = o[opt.State] == ""
	}
}

// title follows a name that a person gives the session while it runs: hooks tell
// only of the one that it has when it starts.
func (d *comparison) title(e Entry) {
	title := opt.Text(e.Title)
	same := opt.ID(e.SessionID) == d.options[opt.SessionID]
	if title == "" || title == d.options[opt.Title] || !same || !d.believed(e.Updated, d.lastHook) {
		return
	}
	d.correct("title", opt.Set(opt.Title, title))
}

// placeholder is the call that the registry itself puts into a pane.
const placeholder = registry + ".0"

// dialog takes the registry's own call away as soon as nothing waits: there was
// no hook that put it there, and none will take it away.
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

// stateOf says which state a status of the registry stands for; others say nothing.
var stateOf = map[string]opt.SessionState{
	StatusBusy: opt.Working, StatusIdle: opt.Idle, StatusShell: opt.Idle, StatusWaiting: opt.Attention,
}

// state compares what the pane shows with the registry's status.
func (d *comparison) state(e Entry) {
	want, have := stateOf[e.Status], d.options.State()
	if have == opt.Failed {
		have = opt.Idle // the registry does not tell them apart
	}
	suspended := e.Suspended && want == opt.Working
	if suspended {
		// The registry says busy all the while, and again when the process is continued.
		// A dialog that is open stays open.
		if have == opt.Attention {
			return
		}
		want = opt.Idle
	}
	same := want == have && d.options[opt.Turn] != ""
	if want == "" || same || !d.settled(e, have, want) {
		return
	}
	d.since = laterOf(e.Changed, d.lastHook)
	switch want {
	case opt.Working:
		d.busy(have)
	case opt.Idle:
		switch {
		case suspended:
			d.correct("suspended", turnEnded()...)
		case d.worksForSubagents(have):
			d.subagentsEnded()
		default:
			d.idle(have)
		}
	case opt.Attention:
		kind, reason := wanted(e.WaitingFor)
		call := opt.Entry{Key: placeholder, Word: string(kind)}
		d.correct("dialog",
			opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(opt.Get(opt.Turn))),
			opt.SetFormat(opt.Waiting, opt.With(opt.Waiting, call)),
			opt.Set(opt.Reason, reason), opt.Unset(opt.RequestCall))
	}
}

// answerable reports whether a hook waits for the answer to an open call.
func answerable(o opt.Options) bool {
	open := OpenCalls(o)
	return slices.ContainsFunc(opt.Entries(o[opt.Answerable]), func(hook opt.Entry) bool {
		return slices.ContainsFunc(open, func(call opt.Entry) bool { return call.Key == hook.Key })
	})
}

// settled reports whether the registry's status counts against what the pane shows.
// Where the pane shows a dialog, a status line that was drawn proves that it has been
// closed, if the registry has changed since: no hook needs to be waited for.
func (d *comparison) settled(e Entry, have, want opt.SessionState) bool {
	hook := d.lastHookAbout(have, want)
	if have == opt.Attention && !e.Changed.After(hook) && answerable(d.options) {
		hook = hook.Add(DialogOpens - hookLast)
	}
	if want == opt.Idle && !e.Suspended && d.worksForSubagents(have) && d.options[opt.Reports] != "" {
		return d.reached(laterOf(e.Changed, hook).Add(reportComes))
	}
	closed := d.drawn && have == opt.Attention && want != opt.Attention
	return closed && e.Changed.After(hook) || d.believed(e.Changed, hook)
}

// busy opens the turn: the dialog was answered, or somebody typed where no hook
// listens. After an answer, the tool that was asked for is what is done now.
func (d *comparison) busy(have opt.SessionState) {
	edits := []opt.Edit{opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Unset(opt.Waiting)}
	if have == opt.Attention {
		d.correct("answered", edits...)
		return
	}
	d.correct("busy", append(edits, opt.Unset(opt.Activity))...)
}

// worksForSubagents reports whether the turn is over, and the session works only because subagents
// work or their reports are due.
func (d *comparison) worksForSubagents(have opt.SessionState) bool {
	turn := opt.TurnState(d.options[opt.Turn])
	over := turn == opt.TurnDone || turn == opt.TurnFailed
	return over && have == opt.Working && d.options[opt.Compacting] == ""
}

// subagentsEnded ends what the subagents did. Nothing was interrupted: the end of the last one was
// lost, or it is a teammate, which is idle. Or no turn has followed its end; then nobody has been
// notified of that yet.
func (d *comparison) subagentsEnded() {
	done := opt.Is(opt.Turn, string(opt.TurnDone)) // else it has the name of the error
	d.correct("finished", opt.Unset(opt.Agents), opt.Unset(opt.Reports), opt.Unset(opt.Activity).If(done))
	d.finished = d.options[opt.Reports] != ""
}

// idle ends the turn and all that belonged to it.
func (d *comparison) idle(have opt.SessionState) {
	reason := "idle"
	switch have {
	case opt.Attention:
		reason = "denied"
	case opt.Working:
		reason = "interrupted"
	}
	d.correct(reason, turnEnded()...)
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
