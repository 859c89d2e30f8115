package hookmap

import (
	"time"

	opt "atm/tmuxopt"
)

// This file tells what a person does at the pane, which hooks do not report, from the turns of Claude Code.

// DialogOpen is what the registry calls a panel that a person has opened, and a dialog that is neither a
// permission nor a question.
const DialogOpen = "dialog open"

// isPanel reports whether the dialog is a panel that the person at the pane has opened, such as /status or
// /model: it asks nobody. Claude Code opens its own dialogs in a turn, and hooks report the turn. (2.1.330
// lists both as "dialog open", and a panel sometimes as busy before.)
func (d *comparison) isPanel(e Entry) bool {
	state := d.options.State()
	return e.WaitingFor == DialogOpen && (state == opt.Idle || state == opt.Working && d.isTurnUnreported())
}

// isTurnUnreported reports whether hooks reach the pane, and none has reported anything since the registry
// has listed the session as busy: it carries out a command of Claude Code itself, such as /rename.
func (d *comparison) isTurnUnreported() bool {
	lastHook := opt.UnixTime(d.options[opt.LatestHookTime])
	return !lastHook.IsZero() && lastHook.Before(opt.UnixTime(d.options[opt.Since]))
}

// wasSeen reports whether somebody has looked at the pane since its state has changed. [comparison.openTurn]
// keeps that for a turn that may be such a command.
func (d *comparison) wasSeen() bool {
	return d.options[opt.Since] != "" && d.options[opt.Seen] == d.options[opt.Since]
}

// ownCommandTime is how long such a command may take. What takes longer is worth a look when it has ended.
const ownCommandTime = 5 * time.Second
