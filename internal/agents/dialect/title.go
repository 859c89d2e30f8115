package dialect

import (
	"strings"
	"unicode/utf8"

	"atm/hookmap"
)

// Signs are what the title of the agent's terminal says of its main thread. They tell what no hook does: that a
// dialog is answered. A person may have set another title, so only what is there counts.
type Signs struct {
	Asking  string // this text is in the title while a dialog is open
	Working string // the title begins with one of these characters while it works
	Idle    string // … while it does not
}

// Status returns what the title says, as the registry of Claude Code would: "" = nothing.
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
