package fleet

import "slices"

// Await is what somebody waits for: that one session, or any, is in a certain
// state, be it for a moment only. Its method Update is called with the sessions
// after each change.
type Await struct {
	Wanted func(Session) bool // reports whether a session is as it is awaited

	Any     bool    // any session will do
	Session Session // else this one
	ByPane  bool    // whatever session is in its pane: after /clear another one is

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
	for _, session := range sessions {
		if a.ByPane && session.Pane.ID == a.Session.Pane.ID || !a.ByPane && session.ID == a.Session.ID {
			return session
		}
	}
	return a.Session.Gone()
}

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
