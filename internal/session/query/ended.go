package query

import (
	"cmp"

	"atm/internal/cli"
	"atm/internal/session/fleet"
)

// EndedSession is a session that can be resumed. Its texts may contain anything.
type EndedSession struct {
	ID   string
	Pane string // "" = its pane does not exist any more

	Name, Place, Dir, Detail string
}

// EndedWith returns an ended session by its id and the pane in which it ran, if that still exists.
func (r Reader) EndedWith(sessions []fleet.Session, id, pane string) EndedSession {
	ended, finder := EndedSession{ID: id, Pane: pane}, r.Finder(sessions)
	found, _ := finder.ByID(id) // without its directory cld resume says why
	for _, session := range found {
		ended.Dir = finder.Dir(session)
	}
	return ended
}

// Ended returns sessions that have ended: those whose pane still exists, then the newest others, up to the
// limit.
func (r Reader) Ended(sessions []fleet.Session, limit int) []EndedSession {
	var ended []EndedSession
	isListed := map[string]bool{} // by id
	for _, session := range sessions {
		isListed[session.ID] = true
		if session.State == "" {
			ended = append(ended, EndedSession{
				ID: session.ID, Pane: session.Pane.ID,
				Name: session.Name(), Place: session.Pane.Where(), Dir: session.Dir,
			})
		}
	}
	finder := r.Finder(sessions)
	found, _ := finder.Sessions() // a session that cannot be listed cannot be chosen
	for _, session := range finder.Newest(found, limit) {
		if session.Running == nil && session.Project != "" && !isListed[session.ID] {
			age := cli.Age(r.Now(), session.LastActive())
			if age != "" { // it has a message, and can be read
				age += " ago"
			}
			ended = append(ended, EndedSession{
				ID:     session.ID,
				Name:   cmp.Or(session.Title(), session.Short()),
				Dir:    finder.Dir(session),
				Detail: age,
			})
		}
	}
	return ended
}
