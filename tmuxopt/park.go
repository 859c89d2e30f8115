package tmuxopt

import "time"

// Park returns the edits that park the session of a pane, where one runs: it needs nobody
// until its state changes, or until that time, if it is not zero.
func Park(until time.Time) []Edit {
	end := ""
	if !until.IsZero() {
		end = Seconds(until)
	}
	return []Edit{
		SetFormat(Parked, Get(SinceNS)).If(Get(State)),
		Set(ParkedUntil, end).If(Get(State)),
	}
}

// Unpark returns the edits that take that back.
func Unpark() []Edit { return []Edit{Unset(Parked), Unset(ParkedUntil)} }

// IsParked reports whether the session of a pane is parked at a time.
func (o Options) IsParked(now time.Time) bool {
	until := o[ParkedUntil]
	return o[Parked] != "" && o[Parked] == o[SinceNS] && (until == "" || Seconds(now) < until)
}
