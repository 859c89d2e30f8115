package fleet

import (
	"cmp"
	"slices"

	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// States lists the states that can be asked for, and the other properties of a session.
func States() []string {
	var list []string
	for _, shown := range tmuxopt.ByUrgency() {
		list = append(list, string(shown))
	}
	return append(list, stale)
}

// stale asks for sessions that have fired no event for long.
const stale = "stale"

// Is reports whether the session is in one of the states, or no state is asked for.
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

// StateLine returns the place and the state of the session: "%3 main:1.0 attention: Bash".
func (s Session) StateLine() string {
	where, state := tmuxopt.Text(s.Pane.Where()), cmp.Or(string(s.State), draw.Ended)
	detail := s.Detail
	switch {
	case s.Asks(): // what an idle session is waiting for
		detail = cmp.Or(s.Said, detail)
	case s.Asleep():
		state = draw.Asleep
	}
	return s.Key() + " " + where + " " + state + cli.After(": ", detail)
}
