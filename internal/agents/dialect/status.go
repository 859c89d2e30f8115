package dialect

import (
	"strings"
	"unicode/utf8"

	"atm/hookmap"
)

// ShowsStatus reports whether the agent shows its status by anything other than hooks.
func (a *Agent) ShowsStatus() bool { return a.Signs != (Signs{}) || a.SessionFile.Files != nil }

// SessionFile is a file in which the agent records the events of a session. It has what no hook reports: that a dialog
// is answered, or that a turn was interrupted or has failed.
type SessionFile struct {
	// Files returns patterns of its path in the directory of [Settings]; nil = the agent has no such file.
	Files func(session string) []string
	// Status returns the status at the end of the file, as the registry of Claude Code would list it; without a
	// Status it is unknown.
	Status func(end []byte) hookmap.Entry
	// Failures means that the file records when a turn has failed.
	Failures bool
}

// Signs are the parts of the terminal title that show what the main thread does. They show what no hook reports: that a
// dialog is answered. A person may have set another title, so a missing sign means nothing.
type Signs struct {
	Asking  string // this text is in the title while a dialog is open
	Working string // the title begins with one of these characters while the main thread works
	Idle    string // the title begins with one of these characters while it does not
}

// Status returns the status that the title shows, as the registry of Claude Code would list it; "" = unknown.
func (s Signs) Status(title string) string {
	first, _ := utf8.DecodeRuneInString(title)
	begins := func(characters string) bool { return title != "" && strings.ContainsRune(characters, first) }
	switch {
	case s.Asking != "" && strings.Contains(title, s.Asking):
		return hookmap.StatusWaiting
	case begins(s.Working):
		return hookmap.StatusBusy
	case begins(s.Idle):
		return hookmap.StatusIdle
	}
	return ""
}
