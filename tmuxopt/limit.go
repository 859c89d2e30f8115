package tmuxopt

import (
	"strconv"
	"time"
)

// AccountLimit is one of the limits that Claude Code's servers put on an account. Each
// pane has what its own session was told last, which may be long ago; the server has
// the newest of all, because the limit is the account's.
type AccountLimit struct {
	Used, Resets Option // of a pane: whole per cent, and Unix seconds

	Newest, NewestResets Option // the same, of the server
}

// The limits of an account.
var (
	FiveHours = AccountLimit{
		Used: Limit5h, Resets: Limit5hResets,
		Newest: "@atm_limit_5h", NewestResets: "@atm_limit_5h_resets",
	}
	SevenDays = AccountLimit{
		Used: Limit7d, Resets: Limit7dResets,
		Newest: "@atm_limit_7d", NewestResets: "@atm_limit_7d_resets",
	}
)

// LimitEnds returns when a session that has reached a limit can go on: when the last of those that it has reached
// starts again. It is the zero time where none is known to be reached.
func (o Options) LimitEnds() (ends time.Time) {
	for _, l := range []AccountLimit{FiveHours, SevenDays} {
		used, err := strconv.Atoi(o[l.Used])
		if resets := UnixTime(o[l.Resets]); err == nil && used >= 100 && resets.After(ends) {
			ends = resets
		}
	}
	return ends
}

// Report returns the edits that have the server keep how much of the limit is in use, if that
// is news to the pane: what a session tells again is as old as its last response, and
// another session may know more. They belong before those that tell the pane.
//
// Both are digits: whole per cent, and Unix seconds.
func (l AccountLimit) Report(used, resets string) []Edit {
	if !digits(used) || !digits(resets) {
		return nil
	}
	news := Or(Differ(Get(l.Used), Lit(used)), Differ(Get(l.Resets), Lit(resets)))
	return []Edit{
		bookkeeping{scope: "s", option: string(l.Newest), value: used}.If(news),
		bookkeeping{scope: "s", option: string(l.NewestResets), value: resets}.If(news),
	}
}
