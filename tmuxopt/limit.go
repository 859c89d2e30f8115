package tmuxopt

import (
	"slices"
	"strconv"
	"time"
)

// AccountLimit is one of the limits that Claude Code's servers put on an account. Each pane has the last
// value that its own session has received, which may be old; the server has the newest value of all
// sessions, because the limit belongs to the account.
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

// IsLimit reports whether an option holds a limit of the account.
func IsLimit(o Option) bool {
	return slices.Contains([]Option{FiveHours.Used, FiveHours.Resets, SevenDays.Used, SevenDays.Resets}, o)
}

// LimitEnds returns when a session that has reached a limit can go on: when the last of the limits that it
// has reached starts again. It is the zero time if none is known to be reached.
func (o Options) LimitEnds() (ends time.Time) {
	for _, l := range []AccountLimit{FiveHours, SevenDays} {
		used, err := strconv.Atoi(o[l.Used])
		if resets := UnixTime(o[l.Resets]); err == nil && used >= 100 && resets.After(ends) {
			ends = resets
		}
	}
	return ends
}

// Report returns the edits that store in the server how much of the limit is used, if the pane does not have
// that value yet: a value that a session repeats is as old as its last response, and another session may
// have a newer one. They must come before the edits that store the value in the pane.
//
// Both arguments are digits: whole per cent, and Unix seconds.
func (l AccountLimit) Report(used, resets string) []Edit {
	if !digits(used) || !digits(resets) {
		return nil
	}
	isNews := Or(Differ(Get(l.Used), Lit(used)), Differ(Get(l.Resets), Lit(resets)))
	return []Edit{
		Edit{verb: setServer, option: l.Newest, value: used}.If(isNews),
		Edit{verb: setServer, option: l.NewestResets, value: resets}.If(isNews),
	}
}
