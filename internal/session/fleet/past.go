package fleet

import (
	"cmp"
	"maps"
	"time"

	"atm/tmuxopt"
)

// In returns the session in an earlier state, without the reason for it: the history of a pane has only states.
func (s Session) In(state tmuxopt.SessionState) Session {
	s.Shown = cmp.Or(tmuxopt.ShownState(state), tmuxopt.ShownEnded)
	if s.Shown == tmuxopt.ShownAsleep {
		state = tmuxopt.Idle
	}
	s.State, s.Detail = state, ""
	s.Since, s.Unseen = time.Time{}, false
	s.Request, s.Intent, s.Wake = "", "", time.Time{}
	s.Pane.Options = withoutOptions(s.Pane.Options,
		tmuxopt.Detail, tmuxopt.Since, tmuxopt.Waiting, tmuxopt.Request, tmuxopt.Intent)
	s.Pane.Options[tmuxopt.State] = string(state)
	return s
}

// ChangedAt returns when the session has got its state. If that is not known, or the pane has just disappeared, it is
// now.
func (s Session) ChangedAt(now time.Time) time.Time {
	at := s.Since
	if ns := s.Pane.Options[tmuxopt.StateNS]; s.State == "" && len(ns) > 9 { // when it has ended
		at = tmuxopt.UnixTime(ns[:len(ns)-9])
	}
	if at.IsZero() || s.PaneGone {
		return now
	}
	return at
}

// Gone returns the session as ended because its pane has disappeared.
func (s Session) Gone() Session {
	s.PaneGone = true
	s.State, s.Detail = "", "the pane is gone"
	s.Shown, s.Unseen, s.Agents = tmuxopt.ShownEnded, false, nil
	s.Meter, s.Request = Meter{}, ""
	s.Pane.Options = withoutOptions(s.Pane.Options, tmuxopt.State, tmuxopt.Status, tmuxopt.Turn, tmuxopt.Detail)
	return s
}

// withoutOptions returns a copy of the options without some of them.
func withoutOptions(options tmuxopt.Options, names ...tmuxopt.Option) tmuxopt.Options {
	copied := maps.Clone(options)
	for _, name := range names {
		delete(copied, name)
	}
	return copied
}

// changesAfter returns the entries in the history of the session's pane after a count of the server's changes.
func (s Session) changesAfter(count int) []tmuxopt.Change {
	return tmuxopt.ChangesAfter(count, s.Pane.Options[tmuxopt.History])
}
