package fleet

import (
	"fmt"
	"strings"
	"time"
)

// ContextInWords says how full the context is, and how that is known: "84 % of 200k tokens (status line)".
func (m Meter) ContextInWords() string {
	var text string
	switch {
	case m.ContextPct != nil && m.ContextSize != nil:
		text = fmt.Sprintf("%d %% of %s tokens", *m.ContextPct, ShortCount(*m.ContextSize))
	case m.ContextPct != nil:
		text = fmt.Sprintf("%d %%", *m.ContextPct)
	case m.ContextTokens != nil:
		text = ShortCount(*m.ContextTokens) + " tokens, of how many is unknown"
	default:
		return ""
	}
	if m.ContextSource == FromTranscript {
		return text + " (worked out from the transcript: no status line has told it)"
	}
	return text + " (" + string(m.ContextSource) + ")"
}

// LimitsInWords says how much of the account's limits is used, and when they start again.
func (m Meter) LimitsInWords(now time.Time) string {
	var parts []string
	add := func(name string, pct, resets *int64) {
		if pct == nil {
			return
		}
		text := fmt.Sprintf("%s %d %%", name, *pct)
		if resets != nil {
			text += " until " + clockTime(now, time.Unix(*resets, 0))
		}
		parts = append(parts, text)
	}
	add("5h", m.Limit5h, m.Limit5hResets)
	add("7d", m.Limit7d, m.Limit7dResets)
	return strings.Join(parts, ", ")
}

// clockTime writes a future time: as the time of day, if it is within a day.
func clockTime(now, then time.Time) string {
	if then.Sub(now) < 24*time.Hour {
		return then.Format("15:04")
	}
	return then.Format("2006-01-02 15:04")
}
