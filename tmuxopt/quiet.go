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
	until := UnixTime(o[ParkedUntil])
	return o[Parked] != "" && o[Parked] == o[SinceNS] && (until.IsZero() || now.Before(until))
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

// Sleep returns the edits by which an idle session goes on by itself at one time, and is shown as asleep
// until another time; a zero time is none. A session that is not idle is not asleep.
func Sleep(wake, until time.Time) []Edit {
	return []Edit{Set(Wake, secondsOf(wake)), Set(AsleepUntil, secondsOf(until))}
}

// EndLimitSleep returns the edits that wake a session which would go on when a limit of the account starts again, and
// leave alone one that has a wake-up of its own.
func EndLimitSleep() []Edit {
	isReset := func(l AccountLimit) Format { return Eq(Get(Wake), Get(l.Resets)) }
	return OnlyWhere(Or(isReset(FiveHours), isReset(SevenDays)), []Edit{Unset(AsleepUntil), Unset(Wake)})
}

// secondsOf is [Seconds], and "" for the zero time.
func secondsOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return Seconds(t)
}

// IsOverdue reports whether a session still counts as asleep although its time has passed.
func (o Options) IsOverdue(now time.Time) bool {
	until := UnixTime(o[AsleepUntil])
	return !until.IsZero() && !until.After(now)
}

// EndOverdueSleep removes the sleep of a session whose time has passed.
func (o Options) EndOverdueSleep(now time.Time) {
	if o.IsOverdue(now) {
		delete(o, Wake)
		delete(o, AsleepUntil)
	}
}

// asleep is true where a session is idle, and will soon go on by itself; finished where it will not.
func asleep() Format   { return And(Is(State, string(Idle)), Get(AsleepUntil)) }
func finished() Format { return And(Is(State, string(Idle)), Not(Get(AsleepUntil))) }

// StuckOption is the global option for how long a working session may fire no event before it counts as
// stuck, "off" = never.
const StuckOption = "@atm-stuck"

// defaultStuck is longer than a command may run without an event: Claude Code ends it after ten minutes,
// unless it was configured otherwise.
const defaultStuck = 15 * time.Minute

// StuckAfter returns after how long without an event a working session counts as stuck, 0 = never. The
// options must include [StuckOption].
func (o Options) StuckAfter() time.Duration {
	text := strings.TrimSpace(o[StuckOption])
	if text == Off {
		return 0
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return defaultStuck
}

// IsStuck reports whether a session was found stuck, and has fired no event since.
func (o Options) IsStuck() bool { return True(rules().stuck, o) }

// stuck is true where a session works, was found stuck, and no event has reported a fact since.
func stuck() Format {
	return And(Is(State, string(Working)), And(Get(Stuck), Not(Differ(Get(Stuck), Get(StateNS)))))
}
