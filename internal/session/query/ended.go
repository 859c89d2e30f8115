package query

import (
	"cmp"

	"atm/internal/cli"
	"atm/internal/session/fleet"
)

// EndedSession is a session that can be resumed. Its texts are foreign.
type EndedSession struct {
	ID   string
	Pane string // "" = it is gone

	Name, Place, Dir, Detail string
}

// Ended returns sessions that have ended: those whose pane is still there, then
// the newest, but of those no more than the limit.
func (r Reader) Ended(sessions []fleet.Session, limit int) []EndedSession {
	var ended []EndedSession
	listed := map[string]bool{} // sessions that run, or are in the list
	for _, session := range sessions {
		if listed[session.ID] = true; session.State == "" {
			ended = append(ended, EndedSession{
				ID:    session.ID,
				Pane:  session.Pane.ID,
				Name:  session.Name(),
				Place: session.Pane.Where(),
				Dir:   session.Dir,
			})
		}
	}
	finder := r.Finder(sessions)
	found, _ := finder.Sessions() // what cannot be listed cannot be chosen
	for _, session := range finder.Newest(found, limit) {
		if session.Running == nil && session.MovedTo == "" && session.Project != "" && !listed[session.ID] {
			ended = append(ended, EndedSession{
				ID:     session.ID,
				Name:   cmp.Or(session.Title(), session.Short()),
				Dir:    finder.Dir(session),
				Detail: cli.Age(r.Now(), session.LastActive()) + " ago",
			})
		}
	}
	return ended
}
