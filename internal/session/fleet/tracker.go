package fleet

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"atm/tmuxopt"
)

// Tracker finds the changes of sessions, of this server and of other hosts, between one reading and the next. The zero
// Tracker has read nothing yet.
type Tracker struct {
	last map[string]Session // by key
}

// Update takes the current sessions, and returns the changes in order: each session that has changed, after
// the states that it had in between; and as ended those whose panes have disappeared. A new activity of a
// working session is not a change. A new request is.
func (t *Tracker) Update(sessions []Session) []Session {
	if t.last == nil {
		t.last = map[string]Session{}
	}
	var changes []Session
	vanished := maps.Clone(t.last)
	for _, now := range sessions {
		before, known := t.last[now.Key()]
		delete(vanished, now.Key())
		t.last[now.Key()] = now
		switch {
		case !known:
			changes = append(changes, now)
		case changed(before, now):
			changes = append(append(changes, between(before, now, sessions)...), now)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(vanished)) {
		before := vanished[key]
		delete(t.last, key)
		// It continues in the background, or in a pane.
		continues := func(now Session) bool { return now.ID == before.ID && now.Pane.Exists() != before.Pane.Exists() }
		if before.State != "" && (before.ID == "" || !slices.ContainsFunc(sessions, continues)) {
			changes = append(changes, before.Gone())
		}
	}
	return changes
}

func changed(before, now Session) bool {
	hasNewRequest := now.State == tmuxopt.Attention && before.Detail != now.Detail
	return before.State != now.State || before.ID != now.ID || hasNewRequest ||
		before.Pane.Options[tmuxopt.SinceNS] != now.Pane.Options[tmuxopt.SinceNS]
}

// between returns the states that a pane has had between two readings, without the current one. They belong
// to the session of the first reading until that has ended. After /clear the history of the pane does not show
// this end, because the process goes on.
func between(before, now Session, sessions []Session) []Session {
	seen := 0
	for _, change := range before.changesAfter(0) {
		seen = change.Count
	}
	changes := now.changesAfter(seen)
	owner := now
	if before.ID != now.ID {
		owner = before
	}
	var states []Session
	for _, change := range changes[:max(len(changes)-1, 0)] {
		states = append(states, owner.In(change.State))
		if change.State == "" {
			owner = now
		}
	}
	// A background session continues elsewhere when its pane shows another one.
	continues := func(s Session) bool { return s.ID == before.ID || before.Job != "" || now.Job != "" }
	if owner.ID != now.ID && before.ID != "" && before.State != "" && !slices.ContainsFunc(sessions, continues) {
		ended := before.In("")
		ended.Pane.Options[tmuxopt.StateNS] = now.Pane.Options[tmuxopt.SinceNS] // no history shows when
		states = append(states, ended)
	}
	return states
}

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
