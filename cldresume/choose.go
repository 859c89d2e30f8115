package cldresume

import (
	"cmp"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"atm/internal/sys/lookup"
	"atm/pathcodec"
)

// Match returns the sessions that match a name, as package lookup finds them, read and the newest first.
//
// First it compares only panes and ids, and opens only the transcripts of the sessions that match. If there
// are none, it opens all transcripts to compare titles and directories, and returns all sessions as the
// second result, for [Nearest]. The error is that of [Finder.Sessions].
func (f Finder) Match(name string) (matches, all []Session, err error) {
	query := lookup.NewQuery(name, f.Cwd)
	sessions, err := f.list(query.Name)
	var names []lookup.Names
	for _, s := range sessions {
		names = append(names, s.names())
	}
	if matches := f.Read(choose(sessions, lookup.Find(query, names))); len(matches) > 0 {
		return newestFirst(matches), nil, err
	}
	sessions, err = f.Sessions()
	all = f.Read(sessions)
	names = make([]lookup.Names, 0, len(all))
	for _, s := range all {
		n := s.names()
		n.Title, n.Dir = s.Title(), f.Dir(s)
		names = append(names, n)
	}
	return newestFirst(choose(all, lookup.Find(query, names))), all, err
}

// beginsWith reports whether an id begins with a name in upper or lower case.
func beginsWith(id, name string) bool {
	return len(name) <= len(id) && strings.EqualFold(id[:len(name)], name)
}

// names returns the names of the session that are known without its transcript.
func (s Session) names() lookup.Names {
	n := lookup.Names{ID: s.ID}
	for _, p := range s.Panes {
		n.Panes = append(n.Panes, p.ID)
		n.Places = append(n.Places, p.Place)
		n.Windows = append(n.Windows, p.Window)
	}
	return n
}

func choose(sessions []Session, indexes []int) []Session {
	var chosen []Session
	for _, i := range indexes {
		chosen = append(chosen, sessions[i])
	}
	return chosen
}

// ByID returns the sessions with exactly that id, read and the newest first. The error is that of [Finder.Sessions].
func (f Finder) ByID(id string) ([]Session, error) {
	sessions, err := f.list(id)
	isOther := func(s Session) bool { return s.ID != id }
	return newestFirst(f.Read(slices.DeleteFunc(slices.Clone(sessions), isOther))), err // their origins point to sessions
}

// Nearest returns up to three sessions whose id or title differs from a name by a typing error, the nearest
// first. The sessions must have been read.
func Nearest(sessions []Session, name string) []Session {
	type candidate struct {
		session  Session
		distance int
	}
	var found []candidate
	limit := max(1, len([]rune(name))/3)
	for _, s := range sessions {
		distance := limit + 1
		if len(name) <= len(s.ID) {
			distance = editDistance(name, s.ID[:len(name)])
		}
		for _, title := range []string{s.info().CustomTitle, s.info().AITitle} {
			if title != "" {
				distance = min(distance, editDistance(name, title))
			}
		}
		if distance <= limit {
			found = append(found, candidate{s, distance})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.distance - b.distance })
	var nearest []Session
	for _, c := range found[:min(3, len(found))] {
		nearest = append(nearest, c.session)
	}
	return nearest
}

// editDistance counts the letters that must be changed, added or removed to turn one text into the other,
// ignoring case (Levenshtein's distance).
func editDistance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(y)]
}

// Here returns the sessions of the current directory: those of its project and, among the [maxElsewhere] others whose
// transcripts were written last, those whose directory it is: they were resumed here after a renaming, or moved here.
func (f Finder) Here(sessions []Session) []Session {
	if f.Cwd == "" {
		return nil
	}
	name := pathcodec.Encode(f.Cwd)
	isHere := func(s Session) bool {
		// It is the project of before for a session that has just moved to the background. The name of a long path ends
		// in a hash: if an older one differs, see others.
		return s.transcript().Project == name
	}
	others := slices.DeleteFunc(f.byChange(sessions), func(s Session) bool { return s.Project == "" || isHere(s) })
	var renamed []string
	for _, s := range f.Read(others[:min(len(others), maxElsewhere)]) {
		if f.isSameDir(f.Dir(s), f.Cwd) {
			renamed = append(renamed, s.transcript().Path())
		}
	}
	return slices.DeleteFunc(slices.Clone(sessions), func(s Session) bool {
		return !isHere(s) && !slices.Contains(renamed, s.transcript().Path())
	})
}

// maxElsewhere is how many transcripts of other projects [Finder.Here] reads.
const maxElsewhere = 50

// Newest returns the n sessions whose transcripts were written last, read and the newest first, without those
// that [WithoutMoved] leaves out. Sessions without a transcript are the newest. It does not open the transcripts of
// older sessions.
func (f Finder) Newest(sessions []Session, n int) []Session {
	hasMoved := movedAmong(sessions)
	var newest []Session
	for _, s := range f.byChange(sessions) {
		if len(newest) == n {
			break
		}
		newest = append(newest, slices.DeleteFunc(f.Read([]Session{s}), hasMoved)...)
	}
	return newestFirst(newest)
}

// All returns all these sessions, read and the newest first.
func (f Finder) All(sessions []Session) []Session { return newestFirst(f.Read(sessions)) }

// WithoutMoved leaves out each session whose conversation goes on as another one of them.
func WithoutMoved(sessions []Session) []Session {
	return slices.DeleteFunc(slices.Clone(sessions), movedAmong(sessions))
}

// movedAmong reports of a session whether its conversation goes on as one of these.
func movedAmong(sessions []Session) func(Session) bool {
	exists := map[string]bool{}
	for _, s := range sessions {
		exists[s.ID] = true
	}
	return func(s Session) bool { return exists[s.MovedTo] }
}

// byChange returns the sessions in the order in which their transcripts were written, the last one first.
// Sessions without a transcript are first of all. It opens no transcript.
func (f Finder) byChange(sessions []Session) []Session {
	written := map[string]int64{} // Unix nanoseconds by path
	for _, s := range sessions {
		path := s.transcript().Path()
		if stat, err := fs.Stat(f.Home, path); err == nil {
			written[path] = stat.ModTime().UnixNano()
		}
		if s.transcript().Project == "" { // it has just begun
			written[path] = math.MaxInt64
		}
	}
	sessions = slices.Clone(sessions)
	slices.SortStableFunc(sessions, func(a, b Session) int {
		return cmp.Compare(written[b.transcript().Path()], written[a.transcript().Path()])
	})
	return sessions
}

// Conversation is a transcript with a conversation, or with a part of it, and the session that it belongs to.
type Conversation struct {
	Session
	TranscriptProject, TranscriptID string // as [Session] has its own
}

// Conversation returns the transcript of one of the sessions. The conversation of a session that goes on as another one
// belongs to that one. If that has copied all of it, or if there is no transcript, ok is false.
func (f Finder) Conversation(s Session, sessions []Session) (c Conversation, ok bool) {
	owner := s
	for n := 0; n < MaxMoves && owner.MovedTo != ""; n++ {
		i := slices.IndexFunc(sessions, func(other Session) bool { return other.ID == owner.MovedTo })
		if i < 0 {
			break
		}
		owner = sessions[i]
	}
	return Conversation{owner, s.Project, s.ID}, s.Project != "" && (owner.ID == s.ID || !f.hasAll(owner))
}

// MaxMoves is how often a conversation is followed to the session that continues it: two transcripts may name each
// other.
const MaxMoves = 20

// hasAll reports whether the transcript of a session has all of its conversation: none of it is in that of another one.
func (f Finder) hasAll(s Session) bool {
	own, err := f.readInfo(s.transcript(), nil)
	return err == nil && s.Project != "" && own.Cwd != "" && !own.Part
}

// newestFirst sorts sessions that have been read. A session without a transcript has just begun; when one whose
// transcript cannot be read was last active is not known, and it comes last.
func newestFirst(sessions []Session) []Session {
	lastActive := func(s Session) time.Time {
		if at := s.info().LastActive; !at.IsZero() || s.Err != nil {
			return at
		}
		return time.Unix(1<<40, 0)
	}
	slices.SortStableFunc(sessions, func(a, b Session) int { return lastActive(b).Compare(lastActive(a)) })
	return sessions
}
