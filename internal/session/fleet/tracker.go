package fleet

import (
	"maps"
	"slices"

	"atm/tmuxopt"
)

// Tracker works out what has happened to the sessions of a server from one look
// at them to the next. The zero Tracker has seen none.
type Tracker struct {
	last map[string]Session // by pane
}

// Update takes the sessions as they are now, and returns what is new, in order:
// sessions that have changed, as they are; before each, the states that it has had
// in between; and those whose panes are gone, as ended.
//
// What a session does while it works is nothing new, what it asks for is.
func (t *Tracker) Update(sessions []Session) []Session {
	if t.last == nil {
		t.last = map[string]Session{}
	}
	var news []Session
	vanished := maps.Clone(t.last)
	for _, now := range sessions {
		delete(vanished, now.Pane.ID)
		before, known := t.last[now.Pane.ID]
		t.last[now.Pane.ID] = now
		switch {
		case !known:
			news = append(news, now)
		case changed(before, now):
			news = append(append(news, between(before, now, sessions)...), now)
		}
	}
	return append(news, t.forget(vanished)...)
}

// End returns all sessions that have not ended as ended now, and forgets
// everything: the server has ended.
func (t *Tracker) End() []Session { return t.forget(maps.Clone(t.last)) }

// forget forgets sessions, and returns as ended those that had not ended before.
func (t *Tracker) forget(sessions map[string]Session) []Session {
	var ended []Session
	for _, pane := range slices.Sorted(maps.Keys(sessions)) {
		delete(t.last, pane)
		if sessions[pane].State != "" {
			ended = append(ended, sessions[pane].Gone())
		}
	}
	return ended
}

func changed(before, now Session) bool {
	asksElse := now.State == tmuxopt.Attention && before.Detail != now.Detail
	return before.State != now.State || before.ID != now.ID || asksElse ||
		before.Pane.Options[tmuxopt.SinceNS] != now.Pane.Options[tmuxopt.SinceNS]
}

// between returns the states that a pane has had between two looks, without the
// present one. Until the session of the first look has ended, they are its own. After /clear it has ended without a
// trace in the pane, because the process goes on.
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
	// What a pane shows of the background goes on elsewhere.
	goesOn := func(s Session) bool { return s.ID == before.ID || before.Job != "" || now.Job != "" }
	if owner.ID != now.ID && before.ID != "" && before.State != "" && !slices.ContainsFunc(sessions, goesOn) {
		states = append(states, before.In(""))
	}
	return states
}
