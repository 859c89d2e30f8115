package fleet

import (
	"cmp"
	"slices"

	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// States lists the words that [Session.Is] knows: what sessions show, and stale.
func States() []string {
	var list []string
	for _, shown := range tmuxopt.ByUrgency() {
		list = append(list, string(shown))
	}
	return append(list, stale)
}

// stale stands for the sessions that have fired no event for long.
const stale = "stale"

// Is reports whether the session is in one of the states, or none is given.
func (s Session) Is(states ...string) bool {
	return len(states) == 0 || slices.ContainsFunc(states, func(state string) bool {
		switch state {
		case string(tmuxopt.ShownUnseen): // also sessions that have failed
			return s.Unseen
		case stale:
			return s.Stale
		case string(tmuxopt.Idle): // a sleeping session has not finished
			return s.State == tmuxopt.Idle && !s.Asleep()
		}
		return string(s.State) == state || string(s.Shown) == state
	})
}

// StateLine returns the place and the state of the session: "%3 main:1.0 attention: Bash: make test".
func (s Session) StateLine() string {
	where, state, detail := tmuxopt.Text(s.Pane.Where()), cmp.Or(string(s.State), draw.Ended), s.Detail
	switch {
	case s.State == tmuxopt.Attention:
		detail = s.About()
	case s.Asks(): // the answer contains what an idle session waits for
		detail = cmp.Or(s.Said, detail)
	case s.Asleep():
		state = draw.Asleep
	}
	return s.Key() + " " + where + " " + state + cli.After(": ", detail)
}
