package dialect

import "time"

// Sessions is a file in which the agent writes down what happens in a session. It tells what no hook does: that a
// dialog is answered, or a turn interrupted.
type Sessions struct {
	// File returns its path in the directory of [Settings].
	File func(session string) string
	// Status returns what the end of the file says, as the registry of Claude Code would, and since when: "" = nothing.
	Status func(end []byte) (status string, changed time.Time)
}

// ShowsStatus reports whether the agent shows what it does by anything but hooks.
func (a *Agent) ShowsStatus() bool { return a.Signs != (Signs{}) || a.Sessions.File != nil }
