package cli

import (
	"fmt"
	"time"
)

// Age says how long ago something was, in two to four characters.
func Age(now, then time.Time) string {
	d := max(0, now.Sub(then))
	switch {
	case then.IsZero():
		return "now"
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dd", d/(24*time.Hour))
}

// Ago is how long a time was ago, "" if it never was.
func Ago(now time.Time, unix int64) string {
	if unix <= 0 {
		return ""
	}
	return Age(now, time.Unix(unix, 0))
}

// After puts something before a text, unless there is none.
func After(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}
