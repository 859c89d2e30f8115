package fleet

import (
	"cmp"
	"slices"
)

// parentID is the id of the session below which this one is listed in a tree, "" if there is none.
func (s Session) parentID() string { return cmp.Or(s.Lead, s.Fork) }

// BelowLeads puts teammates that have panes of their own, and forks, directly after the session that leads
// their team or that they were forked from. If that session is not in the list, they keep their place.
func BelowLeads(sessions []Session) []Session {
	parent := func(s Session) int {
		id := s.parentID()
		return slices.IndexFunc(sessions, func(other Session) bool { return id != "" && other.ID == id })
	}
	// isRoot reports whether a session has no parent, or its parents form a circle.
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
