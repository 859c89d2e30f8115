package explain

import (
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
)

// addMeter adds what the session of a pane has used, and what it is about.
func (e *Explanation) addMeter(p tmux.Pane, now time.Time) {
	sessions := fleet.List([]tmux.Pane{p}, now, fleet.DefaultStale)
	fleet.WorkOutContext(sessions)
	for _, session := range sessions {
		e.Meter, e.Words, e.NeedsYou = session.Meter, session.Words, session.NeedsYou()
		e.styled = session.Style().Within(session.RowStyle())
		switch {
		case session.Asks():
			e.needsYouReason = "it asks you something"
		case session.Unseen:
			e.needsYouReason = "you have not looked since"
		case !session.Wake.IsZero():
			e.needsYouReason = "it goes on by itself in " + cli.Age(session.Wake, now)
		}
	}
}

// meterLine is a line of the explanation.
type meterLine struct{ name, text string }

// meterLines says what is known of the meter and the words.
func (e Explanation) meterLines(now time.Time) []meterLine {
	cost := fleet.Session{Meter: e.Meter}.Cost()
	all := []meterLine{
		{"context", e.ContextInWords()},
		{"cost", cost},
		{"limits", e.LimitsInWords(now)},
		{"effort", e.Work.InWords()},
		{"tasks", e.Progress()},
		{"thinking", e.EffortLevel},
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
