package hookmap

import (
	"strconv"
	"time"

	opt "atm/tmuxopt"
)

// Starting returns the edits with which cld marks its pane before it becomes claude. Its process id stays
// the same, so the end of the process is noticed even if no hook has fired: see [Witness].
func Starting(pid int, now time.Time) []opt.Edit {
	return []opt.Edit{
		opt.Set(opt.State, string(opt.Starting)),
		opt.Set(opt.Status, opt.Stopped),
		opt.Set(opt.Since, strconv.FormatInt(now.Unix(), 10)),
		opt.Set(opt.PID, strconv.Itoa(pid)),
	}
}

// NotStarting returns the edits that remove the mark, because cld could not become claude.
func NotStarting() []opt.Edit {
	return []opt.Edit{opt.Unset(opt.State), opt.Unset(opt.Status), opt.Unset(opt.Since), opt.Unset(opt.PID)}
}
