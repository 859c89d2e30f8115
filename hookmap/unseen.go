package hookmap

import opt "atm/tmuxopt"

// Unseen reports whether a session has finished or failed since its pane was
// looked at. Where no policy for seeing is installed, nobody could ever see it: there
// nothing is unseen.
func Unseen(o opt.Options) bool {
	finished := o.State() == opt.Idle || o.State() == opt.Failed
	return o[opt.SeenOption] != "" && finished && o[opt.Since] != o[opt.Seen]
}
