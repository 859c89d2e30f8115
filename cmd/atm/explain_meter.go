package main

import (
	"fmt"
	"strings"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
)

// addMeter adds what the session of a pane has used, and what it is about.
func (e *explanation) addMeter(p tmux.Pane, now time.Time) {
	sessions := fleet.List([]tmux.Pane{p}, now, fleet.DefaultStale)
	fleet.WorkOutContext(sessions)
	for _, session := range sessions {
		e.Meter, e.Words, e.NeedsYou = session.Meter, session.Words, session.NeedsYou()
		e.styled = session.Style().Within(session.RowStyle())
		switch {
		case session.Asks:
			e.why = "it asks you something"
		case session.Unseen:
			e.why = "you have not looked since"
		}
	}
}

// meterLine is a line of the explanation.
type meterLine struct{ name, text string }

// meterLines says what is known of the meter and the words.
func (e explanation) meterLines(now time.Time) []meterLine {
	cost := fleet.Session{Meter: e.Meter}.Cost()
	all := []meterLine{
		{"context", contextInWords(e.Meter)},
		{"cost", cost},
		{"limits", limitsInWords(e.Meter, now)},
		{"work", e.Work.InWords()},
		{"tasks", e.Progress()},
		{"effort", e.EffortLevel},
		{"branch", e.Branch},
		{"prompt", e.Prompt},
		{"request", e.Request},
		{"said", e.Said},
		{"intent", string(e.Intent)},
	}
	var known []meterLine
	for _, line := range all {
		if line.text != "" {
			known = append(known, line)
		}
	}
	return known
}

// contextInWords says how full the context is, and how that is known: "84 % of 200k
// tokens (status line)".
func contextInWords(m fleet.Meter) string {
	var text string
	switch {
	case m.ContextPct != nil && m.ContextSize != nil:
		text = fmt.Sprintf("%d %% of %s tokens", *m.ContextPct, fleet.ShortCount(*m.ContextSize))
	case m.ContextPct != nil:
		text = fmt.Sprintf("%d %%", *m.ContextPct)
	case m.ContextTokens != nil:
		text = fleet.ShortCount(*m.ContextTokens) + " tokens, of how many is unknown"
	default:
		return ""
	}
	if m.ContextSource == fleet.FromTranscript {
		return text + " (worked out from the transcript: no status line has told it)"
	}
	return text + " (" + string(m.ContextSource) + ")"
}

// limitsInWords says how much of the account's limits is used, and until when.
func limitsInWords(m fleet.Meter, now time.Time) string {
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

// clockTime writes a time to come: that of the day, if it is within a day.
func clockTime(now, then time.Time) string {
	if then.Sub(now) < 24*time.Hour {
		return then.Format("15:04")
	}
	return then.Format("2006-01-02 15:04")
}
