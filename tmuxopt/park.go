package tmuxopt

import (
	"strings"
	"time"
)

// Park returns the edits that park the running session of a pane: it needs nobody until its state changes,
// or until the given time, if that is not zero.
func Park(until time.Time) []Edit {
	return []Edit{
		SetFormat(Parked, Get(SinceNS)).If(Get(State)),
		Set(ParkedUntil, secondsOf(until)).If(Get(State)),
	}
}

// Unpark returns the edits that end the parking.
func Unpark() []Edit { return []Edit{Unset(Parked), Unset(ParkedUntil)} }

// IsParked reports whether the session of a pane is parked at a time.
func (o Options) IsParked(now time.Time) bool {
	until := o[ParkedUntil]
	return o[Parked] != "" && o[Parked] == o[SinceNS] && (until == "" || Seconds(now) < until)
}

// ParkedAs returns how a session that no pane shows is parked: the time of the change of its state, and "/"
// and the end if there is one; "" if the session has changed its state since, or is not parked.
func (o Options) ParkedAs() string {
	if o[Parked] == "" || o[Parked] != o[SinceNS] {
		return ""
	}
	return strings.TrimSuffix(o[Parked]+"/"+o[ParkedUntil], "/")
}

// ParkAs parks a session that no pane shows, with a value of ParkedAs.
func (o Options) ParkAs(as string) { o[Parked], o[ParkedUntil], _ = strings.Cut(as, "/") }

// ParkNow parks a session that no pane shows until its state changes or until the given time, if that is not
// zero.
func (o Options) ParkNow(until time.Time) {
	o[Parked], o[ParkedUntil] = o[SinceNS], secondsOf(until)
}
