package hookmap

import (
	"strconv"
	"strings"
	"time"
)

// How far ahead a wake-up may be for a session to be shown as asleep. A distant recurring one must not hide
// that a turn has finished.
const (
	onceAhead      = 24 * time.Hour
	recurringAhead = time.Hour
)

// How late a wake-up may come. Claude Code delays a recurring one by up to half of its interval, and at most
// half an hour (2.1.330).
const (
	overdue     = time.Minute
	longestWait = 30 * time.Minute
)

// sleep returns in how long the first of the crons is due, and for how long the session counts as asleep; 0
// = not at all.
func sleep(crons []Cron, now time.Time) (wakesIn, asleepFor time.Duration) {
	var first Cron
	var s schedule
	for _, cron := range crons {
		parsed, ok := parseSchedule(cron.Schedule)
		if !ok {
			continue
		}
		if in := parsed.next(now); in > 0 && (wakesIn == 0 || in < wakesIn) {
			wakesIn, first, s = in, cron, parsed
		}
	}
	late := overdue
	if first.Recurring {
		late += min(s.next(now.Add(wakesIn))/2, longestWait)
	}
	if wakesIn == 0 || wakesIn > onceAhead || first.Recurring && wakesIn > recurringAhead {
		return wakesIn, 0
	}
	return wakesIn, wakesIn + late
}

// after returns the time d after the event, the zero time if d is 0 or too large to be true. d may come from
// a gate.
func (e *event) after(d time.Duration) time.Time {
	if d <= 0 || d > longestSleep {
		return time.Time{}
	}
	return e.Now.Add(d).Round(time.Second)
}

// longestSleep is how far ahead to look for a wake-up: Claude Code drops recurring ones after a week.
const longestSleep = 8 * 24 * time.Hour

// schedule is the five fields of a line of a cron table, in local time, as one bit for each number.
type schedule struct{ minutes, hours, days, months, weekdays uint64 }

// All numbers of two of the fields.
const (
	allDays     = 1<<32 - 1<<1
	allWeekdays = 1<<7 - 1
)

// parseSchedule parses numbers, "*", ranges, steps and lists of them, as Claude Code does.
func parseSchedule(text string) (s schedule, ok bool) {
	fields := strings.Fields(text)
	if len(fields) != 5 {
		return s, false
	}
	for i, f := range []struct {
		bits     *uint64
		min, max int
	}{{&s.minutes, 0, 59}, {&s.hours, 0, 23}, {&s.days, 1, 31}, {&s.months, 1, 12}, {&s.weekdays, 0, 7}} {
		for part := range strings.SplitSeq(fields[i], ",") {
			span, step, stepped := strings.Cut(part, "/")
			first, last, ranged := strings.Cut(span, "-")
			from, to, by := number(first), number(last), 1
			switch {
			case span == "*":
				from, to = f.min, f.max
			case !ranged:
				to = from
			}
			if stepped {
				by = number(step)
			}
			if from < f.min || to > f.max || from > to || by < 1 {
				return s, false
			}
			for n := from; n <= to; n += by {
				*f.bits |= 1 << n
			}
		}
	}
	// Sunday is 0 and 7.
	s.weekdays = (s.weekdays | s.weekdays>>7) & allWeekdays
	return s, true
}

// number parses a number of a schedule; -1 if it is none.
func number(text string) int {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil {
		return -1
	}
	return int(n)
}

// next returns in how long the schedule is due after that time, 0 if that is not within [longestSleep].
func (s schedule) next(after time.Time) time.Duration {
	for t := after.Truncate(time.Minute).Add(time.Minute); t.Sub(after) < longestSleep; t = t.Add(time.Minute) {
		if s.minutes>>t.Minute()&1 == 1 && s.hours>>t.Hour()&1 == 1 && s.isDay(t) {
			return t.Sub(after)
		}
	}
	return 0
}

// isDay reports whether the schedule includes that day: by the day of the month, or by the weekday if it has
// both.
func (s schedule) isDay(t time.Time) bool {
	ofMonth, ofWeek := s.days>>t.Day()&1 == 1, s.weekdays>>t.Weekday()&1 == 1
	if s.months>>t.Month()&1 == 0 {
		return false
	}
	if s.days == allDays || s.weekdays == allWeekdays {
		return ofMonth && ofWeek
	}
	return ofMonth || ofWeek
}
