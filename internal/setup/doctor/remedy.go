package doctor

import (
	"cmp"
	"strings"

	"atm/internal/sys/shell"
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

// gap says why a part is not drawn, and what to do.
type gap struct {
	cause, remedy string
	fix           Fix // atm setup writes global options only, and does not switch the status line on
}

// gap explains why a part is not drawn in a session.
func (p Place) gap(of part, session string) gap {
	option, put := p.Option, "put "+of.reference
	if p.Own {
		option = "its own " + option
	}
	switch p.Presence {
	case Off:
		return p.off(of, session)
	case Unreached: // to unset one line would leave it empty
		unset := "set " + p.flags("-u", session) + strings.TrimSuffix(p.Option, "[0]")
		return gap{
			cause:  option + " does not show " + of.home,
			remedy: put + " into " + p.Option + ", or unset all lines: " + unset,
		}
	case Hidden:
		return gap{
			cause:  "a condition keeps " + of.reference + " in " + option + " from being drawn",
			remedy: put + " outside of conditions in " + p.Option,
		}
	case CutOff:
		return gap{
			cause:  option + " has " + of.reference + " behind its " + p.Option + "-length",
			remedy: put + " first in " + p.Option + ", or make " + p.Option + "-length larger",
		}
	}
	g := gap{cause: option + " is without " + of.reference, remedy: "atm setup puts it there", fix: FixTmux}
	if p.Own {
		g.remedy, g.fix = put+" into that value, or unset it: set "+p.flags("-u", session)+p.Option, NoFix
	}
	return g
}

// off explains that the line is off in which a part would be drawn.
func (p Place) off(of part, session string) gap {
	g := gap{cause: p.Option + " is off", remedy: "set " + p.flags("", session) + p.Option + " on"}
	switch {
	case p.Option == borderStatus && p.Own:
		g.remedy = "set -w " + p.Option + " top in these windows"
	case p.Option == borderStatus:
		g.remedy = "set -g " + p.Option + " top" // setup leaves it off where somebody has switched it off since
	case of == syncJob:
		g.remedy += "; or, without a status line, " + startJob
	}
	if p.Own {
		g.cause = "its own " + g.cause
	}
	return g
}

// flags returns the flags of set-option for the session's own value, else for the global one. Without = and : tmux
// takes the name 0 for that of a pane or a window. Both tmux and a shell understand the quotes.
func (p Place) flags(flag, session string) string {
	if p.Own {
		return cmp.Or(flag, "-") + "t " + shell.Quoted("="+session+":") + " "
	}
	return "-g" + strings.TrimPrefix(flag, "-") + " "
}
