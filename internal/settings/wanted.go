package settings

import "strings"

// Aim says what is to become of Claude Code's status line.
type Aim string

// The aims.
const (
	Correct Aim = ""       // one that calls atm has the right path; others are left alone
	Wrap    Aim = "wrap"   // it calls atm, which calls the command that is there, if there is one
	Unwrap  Aim = "unwrap" // it does not call atm
)

// Wanted is what the settings are to have of ours.
type Wanted struct {
	Hook       Hook // without events there is to be none
	StatusLine Aim
}

// has reports whether a status line is as it is wanted.
func (w Wanted) has(line StatusLine) bool {
	switch line.Use {
	case OurStatusLine:
		return w.StatusLine != Unwrap && line.Program == w.Hook.Program
	case NoStatusLine, ForeignStatusLine:
		return w.StatusLine != Wrap
	}
	return true // Install cannot help it
}

// file returns the settings where there are none, "" if nothing is wanted.
func (w Wanted) file() string {
	s := style{newline: "\n", unit: "  "}
	var members []string
	if len(w.Hook.Events) > 0 {
		members = append(members, w.Hook.member(s, s.unit))
	}
	if w.StatusLine == Wrap {
		members = append(members, bareLine(s, w.Hook.Program))
	}
	if len(members) == 0 {
		return ""
	}
	return "{\n  " + strings.Join(members, ",\n  ") + "\n}"
}
