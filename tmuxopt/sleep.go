package tmuxopt

import "time"

// Sleep returns the edits by which an idle session goes on by itself at a time, and is shown as asleep until
// another one; a zero time is none. What is not idle is not asleep.
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

// IsOverdue reports whether a session still counts as asleep that should have gone on at that time.
func (o Options) IsOverdue(now time.Time) bool {
	until := UnixTime(o[AsleepUntil])
	return !until.IsZero() && !until.After(now)
}

// asleep is true where a session is idle, and will go on by itself soon; finished where it will not.
func asleep() Format   { return And(Is(State, string(Idle)), Get(AsleepUntil)) }
func finished() Format { return And(Is(State, string(Idle)), Not(Get(AsleepUntil))) }
