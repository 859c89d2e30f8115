package fleet

import (
	"slices"
	"strings"

	"atm/tmuxopt"
)

// Await is a condition that a command waits for: one session, or any, is in a certain state, even for a
// moment. Call Update with the sessions after each change.
type Await struct {
	Wanted func(Session) bool // reports whether a session has reached the awaited state

	Any     bool    // any session
	Session Session // else this one, and after /clear the session that its process continues with
	ByPane  bool    // any session in the pane of Session
	ByID    bool    // only Session itself

	// Before is the count of the server's changes when the wait began. A later state in the history of a
	// pane counts, even if it is over.
	Before int

	last []Session
}

// Outcome is the state of a wait.
type Outcome int

// The outcomes.
const (
	Pending Outcome = iota
	Reached         // the session has the awaited state, or had it for a moment
	Ended           // the session has ended without reaching that state
)

// SetSession awaits the session that a person has named: by its pane, by its id, or otherwise.
func (a *Await) SetSession(session Session, name string) {
	p := session.Pane
	a.Session = session
	a.ByPane = name == p.ID || name == p.Where() || name == p.InWindow()
	a.ByID = strings.HasPrefix(session.ID, name)
}

// Update takes the current sessions, and returns the session that has decided the wait, in the state that
// has decided it.
func (a *Await) Update(sessions []Session) (Session, Outcome) {
	candidates := []Session{a.find(sessions)}
	if a.Any {
		candidates = append(vanished(a.last, sessions), sessions...)
	}
	a.last = sessions
	for _, session := range candidates {
		if found, outcome := a.judge(session); outcome != Pending {
			return found, outcome
		}
	}
	return Session{}, Pending
}

// vanished returns the sessions whose panes have disappeared since the last call.
func vanished(before, now []Session) []Session {
	var vanished []Session
	for _, session := range before {
		if !slices.ContainsFunc(now, session.isInPaneOf) {
			vanished = append(vanished, session.Gone())
		}
	}
	return vanished
}

func (s Session) isInPaneOf(other Session) bool { return s.Pane.ID == other.Pane.ID }

// find returns the awaited session in the pane where it continues, or the session of the awaited pane; if there
// is none, it returns the awaited session as ended.
func (a *Await) find(sessions []Session) Session {
	byID := func(s Session) bool { return s.ID != "" && s.ID == a.Session.ID } // other programs have no id
	if i := slices.IndexFunc(sessions, byID); i >= 0 && !a.ByPane {
		return sessions[i]
	}
	i := slices.IndexFunc(sessions, a.Session.isInPaneOf)
	if i >= 0 && (a.ByPane || !a.ByID && a.continuesInPane(sessions[i])) {
		return sessions[i]
	}
	return a.Session.Gone()
}

// continuesInPane reports whether the process of the awaited session has begun another session in its pane:
// the process has not ended, and neither session is one of the background, which a pane may show in turn.
func (a *Await) continuesInPane(now Session) bool {
	isEnd := func(c tmuxopt.Change) bool { return c.State == "" }
	return now.Job == "" && a.Session.Job == "" && !slices.ContainsFunc(now.changesAfter(a.Before), isEnd)
}

// judge returns how the wait has ended, if this session decides it, and the session in the state that does.
func (a *Await) judge(session Session) (Session, Outcome) {
	if a.Wanted(session) {
		return session, Reached
	}
	for _, change := range session.changesAfter(a.Before) {
		if changed := session.In(change.State); a.Wanted(changed) {
			return changed, Reached
		}
	}
	if !a.Any && session.State == "" {
		return session, Ended
	}
	return Session{}, Pending
}
