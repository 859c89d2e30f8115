package hookmap

import (
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
	atRest := state == opt.Idle || state == opt.Failed || state == opt.Working && d.isTurnUnreported()
	withSession := !e.Changed.After(e.Started) || e.Changed.Sub(e.Started) < d.offerTime()
	return e.WaitingFor == DialogOpen && !withSession && atRest
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
// session as busy: then it runs a command of Claude Code itself, such as /rename.
func (d *comparison) isTurnUnreported() bool {
	lastHook := opt.UnixTime(d.options[opt.LatestHookTime])
	return !lastHook.IsZero() && lastHook.Before(opt.UnixTime(d.options[opt.Since]))
}

// isLastOfQueue reports whether the last hook is a Stop that has left the turn open: the transcript still listed the
// prompt of that turn as queued, because Claude Code records a little later that it goes on with it (2.1.330).
func (d *comparison) isLastOfQueue() bool {
	open := d.options[opt.Turn] == string(opt.TurnOpen)
	answered := d.options[opt.Said]+d.options[opt.Intent] != "" // else it was the Stop of a subagent
	return open && answered && d.options[opt.LatestHookEvent] == string(Stop) && !d.isTurnUnreported()
}

// wasSeen reports whether somebody has looked at the pane since its state changed. [comparison.openTurn]
// keeps that mark for a turn that may be such a command.
func (d *comparison) wasSeen() bool {
	return d.options[opt.Since] != "" && d.options[opt.Seen] == d.options[opt.Since]
}

// ownCommandTime is how long such a command may take. If it takes longer, its end counts as news for the
// person.
const ownCommandTime = 5 * time.Second
