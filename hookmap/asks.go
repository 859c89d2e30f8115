package hookmap

import opt "atm/tmuxopt"

// Asks reports whether the last answer of a session ended its turn with a question. The
// option state stays idle. Whether somebody has looked at it does not matter: a question
// that was read is still open until there is a prompt.
func Asks(o opt.Options) bool {
	return o.State() == opt.Idle && o[opt.Intent] == string(opt.Question)
}
