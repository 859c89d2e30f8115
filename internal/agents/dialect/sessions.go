package dialect

// Sessions is a file in which the agent lists its sessions. It tells what no hook does: that a turn was interrupted.
type Sessions struct {
	File   string // in the directory of [Settings]; "" = there is none
	Status func(text []byte, session string) string
}

// ShowsStatus reports whether the agent shows what it does by anything but hooks.
func (a *Agent) ShowsStatus() bool { return a.Signs != (Signs{}) || a.Sessions.File != "" }
