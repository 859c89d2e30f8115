package fleet

import (
	"cmp"
	"slices"
)

// above is the id of the session that a session hangs below in a tree, "" if there is none.
func (s Session) above() string { return cmp.Or(s.Lead, s.Fork) }

// BelowLeads returns the sessions with teammates in panes of their own, and forks, directly after the session
// that leads their team or that they were forked from. Those of which that is not among them stay where they are.
func BelowLeads(sessions []Session) []Session {
	parent := func(s Session) int {
		return slices.IndexFunc(sessions, func(other Session) bool { return s.above() != "" && other.ID == s.above() })
	}
	// isRoot reports whether nothing is above a session, or only what is below it, too.
	isRoot := func(i int) bool {
		steps := 0
		for at := i; at >= 0; at = parent(sessions[at]) {
			if steps++; steps > len(sessions) {
				return true
			}
		}
		return parent(sessions[i]) < 0
	}
	var ordered []Session
	var add func(i int)
	add = func(i int) {
		ordered = append(ordered, sessions[i])
		for j := range sessions {
			if !isRoot(j) && parent(sessions[j]) == i {
				add(j)
			}
		}
	}
	for i := range sessions {
		if isRoot(i) {
			add(i)
		}
	}
	return ordered
}
