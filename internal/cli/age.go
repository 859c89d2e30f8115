package cli

import (
	"fmt"
	"time"
)

// Age returns how long ago a time was, in two to four characters, "" for the zero time.
func Age(now, then time.Time) string {
	d := max(0, now.Sub(then))
	switch {
	case then.IsZero():
		return ""
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dd", d/(24*time.Hour))
}

// Ago is [Age] of a time in Unix seconds, "" for 0.
func Ago(now time.Time, unix int64) string {
	if unix <= 0 {
		return ""
	}
	return Age(now, time.Unix(unix, 0))
}

// Now is the result of [Clock] for a time in the past.
const Now = "now"

// Clock describes a future time like [Moment], but "17:40:20" within a minute, and [Now] for a past one.
func Clock(now, then time.Time) string {
	switch d := then.Sub(now); {
	case d <= 0:
		return Now
	case d < time.Minute:
		return then.Format(time.TimeOnly)
	}
	return Moment(now, then)
}

// Moment describes a past or future time: "17:40", "Tue 17:40", "24 Dec 17:40".
func Moment(now, then time.Time) string {
	switch d := then.Sub(now).Abs(); {
	case d < 24*time.Hour && then.Day() == now.Day():
		return then.Format("15:04")
	case d < 6*24*time.Hour:
		return then.Format("Mon 15:04")
	}
	return then.Format("2 Jan 15:04")
}

// After returns text after a prefix, "" for an empty text.
func After(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// TimeToCome parses a future time: "17:40", a day, or both, in the time zone of now, or RFC 3339. It returns the time
// in that zone.
func TimeToCome(flag, text string, now time.Time) (time.Time, error) {
	zone := now.Location()
	if clock, err := time.ParseInLocation("15:04", text, zone); err == nil {
		y, m, d := now.Date()
		at := time.Date(y, m, d, clock.Hour(), clock.Minute(), 0, 0, zone)
		if !at.After(now) {
			// Tomorrow, but not one day after at: that is an hour later if clocks were put forward over it today.
			at = time.Date(y, m, d+1, clock.Hour(), clock.Minute(), 0, 0, zone)
		}
		return at, nil
	}
	for _, layout := range []string{"2006-01-02 15:04", time.DateOnly, time.RFC3339} {
		at, err := time.ParseInLocation(layout, text, zone)
		switch {
		case err == nil && !at.After(now):
			return time.Time{}, fmt.Errorf("%s %q is over", flag, text)
		case err == nil:
			return at.In(zone), nil
		}
	}
	return time.Time{}, fmt.Errorf("%s %q is no time", flag, text)
}
