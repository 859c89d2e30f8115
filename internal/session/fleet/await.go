package fleet

import (
	"slices"
	"strings"

	"atm/tmuxopt"
)

// Await is what somebody waits for: that one session, or any, is in a certain
// state, be it for a moment only. Its method Update is called with the sessions
// after each change.
type Await struct {
	Wanted func(Session) bool // reports whether a session is as it is awaited

	Any     bool    // any session will do
	Session Session // else this one, and after /clear the one that its process goes on with
	ByPane  bool    // whatever session is in its pane
	ByID    bool    // no other than this one

	// Before is the count of the server's changes when the wait began. What the
	// history of a pane has after it is not missed, even if it was over at once.
	Before int

	last []Session
}

// Outcome is how a wait stands.
type Outcome int

// The outcomes.
const (
	Pending Outcome = iota
	Reached         // the session is, or was for a moment, as it is awaited
	Ended           // it has ended without
)

// Called awaits the session that a person has called by that name.
func (a *Await) Called(session Session, name string) {
	p := session.Pane
	a.Session = session
	a.ByPane = name == p.ID || name == p.Where() || name == p.InWindow()
	a.ByID = strings.HasPrefix(session.ID, name)
}

// Update takes the sessions as they are now, and returns the one that has decided
// the wait, as it was then.
func (a *Await) Update(sessions []Session) (Session, Outcome) {
	candidates := append(vanished(a.last, sessions), sessions...)
	a.last = sessions
	if !a.Any {
		candidates = []Session{a.find(sessions)}
	}
	for _, session := range candidates {
		if found, outcome := a.judge(session); outcome != Pending {
			return found, outcome
		}
	}
	return Session{}, Pending
}

// vanished returns the sessions whose panes are gone since the last time.
func vanished(before, now []Session) []Session {
	var vanished []Session
	for _, session := range before {
		samePane := func(other Session) bool { return other.Pane.ID == session.Pane.ID }
		if !slices.ContainsFunc(now, samePane) {
			vanished = append(vanished, session.Gone())
		}
	}
	return vanished
}

// find returns the awaited session, in whatever pane it goes on, or that of the
// pane; as ended if it is not there any more.
func (a *Await) find(sessions []Session) Session {
	byID := func(s Session) bool { return s.ID == a.Session.ID }
	if i := slices.IndexFunc(sessions, byID); i >= 0 && !a.ByPane {
		return sessions[i]
	}
	byPane := func(s Session) bool { return s.Pane.ID == a.Session.Pane.ID }
	i := slices.IndexFunc(sessions, byPane)
	if i >= 0 && (a.ByPane || !a.ByID && a.continues(sessions[i])) {
		return sessions[i]
	}
	return a.Session.Gone()
}

// continues reports whether the process of the awaited session goes on with another one in its pane: it has not ended,
// and neither of them is one of the background, of which a pane shows now one, now the other.
func (a *Await) continues(now Session) bool {
	return now.Job == "" && a.Session.Job == "" && !slices.ContainsFunc(now.changesAfter(a.Before), isEnd)
}

// isEnd reports whether a session has ended, and its process with it.
func isEnd(c tmuxopt.Change) bool { return c.State == "" }

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
