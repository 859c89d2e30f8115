package cldresume

import (
	"cmp"
	"io/fs"
	"math"
	"slices"
	"strings"

	"atm/pathcodec"
)

// MinPrefix is the shortest beginning of an id that is looked for.
const MinPrefix = 4

// Match returns the sessions that a person means by query: those with that id,
// or whose id begins so, else that title, else whose title has that in it,
// whatever the case. They are read and the newest comes first.
//
// Only the transcripts of those with such an id are opened; where there are
// none, all of them, for their titles: all are returned as the second result,
// for [Nearest].
func (f Finder) Match(sessions []Session, query string) (matches, all []Session) {
	if matches := f.Read(byID(sessions, query)); len(matches) > 0 {
		return newestFirst(matches), nil
	}
	all = f.Read(sessions)
	return newestFirst(byTitle(all, query)), all
}

// ByID returns the sessions with exactly that id, read, the newest first.
func (f Finder) ByID(sessions []Session, id string) []Session {
	return newestFirst(f.Read(filter(sessions, func(s Session) bool { return s.ID == id })))
}

func byID(sessions []Session, query string) []Session {
	if len(query) < MinPrefix {
		return nil
	}
	return filter(sessions, func(s Session) bool {
		return len(query) <= len(s.ID) && strings.EqualFold(s.ID[:len(query)], query)
	})
}

func byTitle(sessions []Session, query string) []Session {
	query = strings.TrimSpace(query)
	if query == "" {
		return nil
	}
	for _, fits := range []func(title string) bool{
		func(title string) bool { return title == query },
		func(title string) bool { return strings.EqualFold(title, query) },
		func(title string) bool { return strings.Contains(strings.ToLower(title), strings.ToLower(query)) },
	} {
		if matches := filter(sessions, func(s Session) bool { return fits(s.Info.Title()) }); len(matches) > 0 {
			return matches
		}
	}
	return nil
}

// Nearest returns up to three sessions whose id or title is a slip of the
// finger away from the query, the nearest first. The sessions have been read.
func Nearest(sessions []Session, query string) []Session {
	type near struct {
		session  Session
		distance int
	}
	var found []near
	limit := max(1, len([]rune(query))/3)
	for _, s := range sessions {
		distance := limit + 1
		if len(query) <= len(s.ID) {
			distance = slip(query, s.ID[:len(query)])
		}
		for _, title := range []string{s.Info.CustomTitle, s.Info.AITitle} {
			if title != "" {
				distance = min(distance, slip(query, title))
			}
		}
		if distance <= limit {
			found = append(found, near{s, distance})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var nearest []Session
	for _, n := range found[:min(3, len(found))] {
		nearest = append(nearest, n.session)
	}
	return nearest
}

// slip counts the letters that must be changed, added or left out to make one
// text of the other, whatever the case (Levenshtein's distance).
func slip(a, b string) int {
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

// Here returns the sessions whose project is the current directory.
func (f Finder) Here(sessions []Session) []Session {
	name := pathcodec.Encode(f.Cwd)
	return filter(sessions, func(s Session) bool { return s.Project != "" && sameName(s.Project, name) })
}

// Newest returns the sessions whose transcripts were written last, at most n,
// read, the newest first; those that have none yet go before. The others are
// not opened.
func (f Finder) Newest(sessions []Session, n int) []Session {
	written := map[string]int64{}
	for _, s := range sessions {
		if stat, err := fs.Stat(f.Home, s.Path()); err == nil {
			written[s.Path()] = stat.ModTime().UnixNano()
		}
		if s.Project == "" { // it is only just beginning
			written[s.Path()] = math.MaxInt64
		}
	}
	sessions = slices.Clone(sessions)
	slices.SortStableFunc(sessions, func(a, b Session) int { return cmp.Compare(written[b.Path()], written[a.Path()]) })
	var newest []Session
	for _, s := range sessions {
		if len(newest) == n {
			break
		}
		newest = append(newest, f.Read([]Session{s})...)
	}
	return newestFirst(newest)
}

// newestFirst sorts sessions that have been read; one without a transcript is
// only just beginning.
func newestFirst(sessions []Session) []Session {
	slices.SortStableFunc(sessions, func(a, b Session) int {
		if a.Project == "" || b.Project == "" {
			return cmp.Compare(len(a.Project), len(b.Project))
		}
		return b.Info.LastActive.Compare(a.Info.LastActive)
	})
	return sessions
}

func filter(sessions []Session, keep func(Session) bool) []Session {
	var kept []Session
	for _, s := range sessions {
		if keep(s) {
			kept = append(kept, s)
		}
	}
	return kept
}
