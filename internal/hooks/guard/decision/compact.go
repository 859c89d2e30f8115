package decision

import (
	"fmt"

	"atm/internal/longwork/handoff"
	opt "atm/tmuxopt"
)

// compact decides on a compaction that Claude Code begins by itself. If it is blocked, the turn
// ends without a word of the model (2.1.329), or with an error (2.1.197): nobody can be asked to
// hand over then. So it is blocked only if that has been done, and the next session has something
// to begin with. Otherwise the summary is to have what a handoff would have.
func (e Event) compact(a *Answer, _ Pane, o reading) (final bool) {
	if o.get(opt.GuardCompactOption) != opt.CompactHandoff {
		return false
	}
	if o.get(opt.HandoffTime) != "" && o.get(opt.HandoffTo) == "" {
		// Neither version shows this: they say that the context is full, and name /clear.
		a.blocked = "atm guard: this session has handed over, so that it is not compacted"
		return true
	}
	if o.get(opt.Effort) == "" {
		return false
	}
	a.plain = handoff.Sender + fmt.Sprintf(
		"The session works on %s%s. Keep in the summary, as for somebody who takes over: what is done, "+
			"what is next, what does not work, which files to read%s.\n",
		quoted(o.get(opt.Effort)),
		prefixed(", phase ", quotedOrNone(o.get(opt.EffortPhase))),
		intoLog(o, ", the log "),
	)
	return true
}

func quotedOrNone(text string) string {
	if text == "" {
		return ""
	}
	return quoted(text)
}
