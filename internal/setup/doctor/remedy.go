package doctor

import (
	"cmp"
	"strings"
)

// part is what tmux can draw of ours.
type part struct {
	noun      string
	reference string // what draws it, in the value of an option
	home      string // the option in which setup puts it
}

var (
	counts      = part{noun: "counts", reference: "#{E:@atm_counts}", home: "status-right"}
	windowIcons = part{noun: "icons beside windows", reference: "#{E:@atm_window}", home: windowFormat}
	borderIcons = part{noun: "icons on borders", reference: "#{E:@atm_pane}", home: borderFormat}
	syncJob     = part{noun: "the job", reference: "#(atm sync --follow)", home: "status-right"}
)

// Options for windows.
const (
	windowFormat  = "window-status-format"
	currentFormat = "window-status-current-format"
	borderFormat  = "pane-border-format"
	borderStatus  = "pane-border-status"
)

// statusLeft is the option beside status-right that a status line shows.
const statusLeft = "status-left"

// startJob is what corrects the panes where no status line starts the job.
const startJob = "run-shell -b 'atm sync --follow >/dev/null', now and in your tmux.conf"

// cause says why a part is not drawn.
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

// remedy says what makes tmux draw a part in a session.
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
	case p.Own && p.perWindow():
		return put + " into these windows' own " + p.Option + ", or unset it there: set -uw " + p.Option
	case p.Own:
		return put + " into that value, or unset it: set " + p.flags("-u", session) + p.Option
	}
	return "atm setup puts it there"
}

// switchOn says what makes tmux draw a line that is off.
func (p Place) switchOn(of part, session string) string {
	switch {
	case p.perWindow() && p.Own:
		return "set -w " + p.Option + " top in these windows"
	case p.perWindow():
		return "set -g " + p.Option + " top"
	case of == syncJob: // without a status line somebody else has to start it
		return "set " + p.flags("", session) + p.Option + " on; or, without a status line, " + startJob
	}
	return "set " + p.flags("", session) + p.Option + " on"
}

// flags are those of set-option for the value that decides.
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

// fix is what makes tmux draw a part, if atm can do that: setup writes global options
// only, and leaves the status line as it is.
func (p Place) fix() Fix {
	switch {
	case p.Own:
		return NoFix
	case p.Presence == Absent, p.Presence == Undefined, p.Presence == Off && p.perWindow():
		return FixTmux
	}
	return NoFix
}
