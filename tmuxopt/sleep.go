package tmuxopt

import "time"

// Sleep returns the edits by which an idle session goes on by itself at one time, and is shown as asleep
// until another time; a zero time is none. A session that is not idle is not asleep.
func Sleep(wake, until time.Time) []Edit {
	return []Edit{Set(Wake, secondsOf(wake)), Set(AsleepUntil, secondsOf(until))}
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

// asleep is true where a session is idle, and will soon go on by itself; finished where it will not.
func asleep() Format   { return And(Is(State, string(Idle)), Get(AsleepUntil)) }
func finished() Format { return And(Is(State, string(Idle)), Not(Get(AsleepUntil))) }
