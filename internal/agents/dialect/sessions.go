package dialect

import "atm/hookmap"

// Sessions is a file in which the agent writes down what happens in a session. It tells what no hook does: that a
// dialog is answered, or that a turn was interrupted or has failed.
type Sessions struct {
	// Files returns patterns of its path in the directory of [Settings]; nil = there is no such file.
	Files func(session string) []string
	// Status returns what the end of the file says, as the registry of Claude Code would; no status = nothing.
	Status func(end []byte) hookmap.Entry
	// Failures means that it says when a turn has failed.
	Failures bool
}

// ShowsStatus reports whether the agent shows what it does by anything but hooks.
func (a *Agent) ShowsStatus() bool { return a.Signs != (Signs{}) || a.Sessions.Files != nil }
