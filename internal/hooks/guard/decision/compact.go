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
func (e Event) compact(o opt.Options) Answer {
	if o[opt.GuardCompactOption] != opt.CompactHandoff {
		return Answer{}
	}
	if o[opt.HandoffTime] != "" && o[opt.HandoffTo] == "" {
		return Answer{
			event: e.Event,
			// Neither version shows this: they say that the context is full, and name /clear.
			blocked: "atm guard: this session has handed over, so that it is not compacted",
		}
	}
	if o[opt.Effort] == "" {
		return Answer{}
	}
	return Answer{event: e.Event, plain: handoff.Sender + fmt.Sprintf(
		"The session works on %s%s. Keep in the summary, as for somebody who takes over: what is done, "+
			"what is next, what does not work, which files to read%s.\n",
		quoted(o[opt.Effort]),
		after(", phase ", quotedOrNone(o[opt.EffortPhase])),
		intoLog(o, ", the log "),
	)}
}

func quotedOrNone(text string) string {
	if text == "" {
		return ""
	}
	return quoted(text)
}
