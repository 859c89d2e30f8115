package doctor

import (
	"cmp"
	"strings"
)

// part is something of ours that tmux can draw.
type part struct {
	noun      string
	reference string // the text in an option that draws it
	home      string // the option into which setup writes that text
	mark      mark   // that replaces it
}

var (
	counts      = part{"counts", "#{E:@atm_counts}", "status-right", countsMark}
	windowIcons = part{"icons beside windows", "#{E:@atm_window}", windowFormat, windowMark}
	borderIcons = part{"icons on borders", "#{E:@atm_pane}", borderFormat, paneMark}
	syncJob     = part{"the job", "#(atm sync --follow)", "status-right", syncMark}
)

// Options for windows.
const (
	windowFormat  = "window-status-format"
	currentFormat = "window-status-current-format"
	borderFormat  = "pane-border-format"
	borderStatus  = "pane-border-status"
)

// startJob is how to start the job if no status line does.
const startJob = "run-shell -b 'atm sync --follow >/dev/null', now and in your tmux.conf"

// cause explains why a part is not drawn.
func (p Place) cause(of part) string {
	option := p.Option
	if p.Own {
		option = "its own " + option
	}
	switch p.Presence {
	case Off:
		return option + " is off"
	case Unreached:
		return option + " does not show " + of.home
	case Undefined:
		return option + " has " + of.reference + ", which is not defined"
	case Hidden:
		return "a condition keeps " + of.reference + " in " + option + " from being drawn"
	case CutOff:
		return option + " has " + of.reference + " behind its " + option + "-length"
	}
	return option + " is without " + of.reference
}

// remedy says how to make tmux draw a part in a session.
func (p Place) remedy(of part, session string) string {
	put := "put " + of.reference
	switch {
	case p.Presence == Off:
		return p.switchOn(of, session)
	case p.Presence == Unreached: // to unset one line would leave it empty
		all := strings.TrimSuffix(p.Option, "[0]")
		return put + " into " + p.Option + ", or unset all lines: set " + p.flags("-u", session) + all
	case p.Presence == Hidden:
		return put + " outside of conditions in " + p.Option
	case p.Presence == CutOff:
		return put + " first in " + p.Option + ", or make " + p.Option + "-length larger"
	case p.Own:
		return put + " into that value, or unset it: set " + p.flags("-u", session) + p.Option
	}
	return "atm setup puts it there"
}

// switchOn says how to switch on the line in which a part is drawn.
func (p Place) switchOn(of part, session string) string {
	switch {
	case p.perWindow() && p.Own:
		return "set -w " + p.Option + " top in these windows"
	case p.perWindow():
		return "set -g " + p.Option + " top"
	case of == syncJob:
		return "set " + p.flags("", session) + p.Option + " on; or, without a status line, " + startJob
	}
	return "set " + p.flags("", session) + p.Option + " on"
}

// flags returns the flags of set-option for the session's own value, else for the global one.
func (p Place) flags(flag, session string) string {
	if p.Own {
		return cmp.Or(flag, "-") + "t '" + session + "' "
	}
	return "-g" + strings.TrimPrefix(flag, "-") + " "
}

// perWindow reports whether windows can have values of their own.
func (p Place) perWindow() bool {
	return p.Option == windowFormat || p.Option == borderFormat || p.Option == borderStatus
}

// fix returns whether atm setup can make tmux draw the part: it writes global options only, and does not
// switch the status line on.
func (p Place) fix() Fix {
	absent := p.Presence == Absent || p.Presence == Undefined || p.Presence == Off && p.perWindow()
	if absent && !p.Own {
		return FixTmux
	}
	return NoFix
}
