package fleet

import (
	"cmp"
	"slices"
	"strings"

	"atm/internal/sys/lookup"
)

// SortKey is the value by which sessions are sorted.
type SortKey string

// The keys. A session whose value is not known is sorted last.
const (
	ByState   SortKey = "state"   // the most urgent first, in the order of [List]
	ByContext SortKey = "context" // the fullest first; then the sessions with only a number of tokens
	ByCost    SortKey = "cost"    // the most expensive first
	BySince   SortKey = "since"   // the longest without a change of the state first
)

// Sort sorts sessions. Those with equal values keep their order.
func Sort(sessions []Session, key SortKey) {
	slices.SortStableFunc(sessions, func(a, b Session) int {
		switch key {
		case ByContext:
			return cmp.Or(compareDescending(a.ContextPct, b.ContextPct),
				compareDescending(a.ContextTokens, b.ContextTokens))
		case ByCost:
			return compareDescending(a.CostUSD, b.CostUSD)
		case BySince:
			if a.Since.IsZero() || b.Since.IsZero() {
				return b.Since.Compare(a.Since)
			}
			return a.Since.Compare(b.Since)
		default:
			return a.Compare(b)
		}
	})
}

// compareDescending puts the larger value first, and nil last.
func compareDescending[T cmp.Ordered](a, b *T) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return cmp.Compare(*b, *a)
}

// parentID returns the id of the session below which this one is listed in a tree, "" if there is none.
func (s Session) parentID() string { return cmp.Or(s.Lead, s.Fork) }

// BelowLeads puts teammates that have panes of their own, and forks, directly after the session that leads
// their team or that they were forked from. If that session is not in the list, they keep their place. Sessions whose
// parents form a circle are last.
func BelowLeads(sessions []Session) []Session {
	parent := func(s Session) int {
		id := s.parentID()
		return slices.IndexFunc(sessions, func(other Session) bool { return id != "" && other.ID == id })
	}
	var ordered []Session
	added := map[int]bool{}
	var add func(i int)
	add = func(i int) {
		if added[i] {
			return
		}
		added[i], ordered = true, append(ordered, sessions[i])
		for j := range sessions {
			if parent(sessions[j]) == i {
				add(j)
			}
		}
	}
	for i := range sessions {
		if parent(sessions[i]) < 0 {
			add(i)
		}
	}
	for i := range sessions {
		add(i)
	}
	return ordered
}

// Distinct leaves out a session in the background without a pane if a pane of another server shows it, or if it is
// listed already: each server lists the sessions in the background of its user.
func Distinct(sessions []Session) []Session {
	type key struct{ job, id string }
	isListed := map[key]bool{}
	for _, s := range sessions {
		if s.Pane.Exists() {
			isListed[key{s.Job, s.ID}] = true
		}
	}
	return slices.DeleteFunc(sessions, func(s Session) bool {
		if s.Pane.Exists() || s.Job == "" {
			return false
		}
		isDouble := isListed[key{s.Job, s.ID}]
		isListed[key{s.Job, s.ID}] = true
		return isDouble
	})
}

// Find returns the sessions that a person means, in the order of the list: see [lookup].
func Find(sessions []Session, q lookup.Query) []Session {
	var names []lookup.Names
	for _, s := range sessions {
		_, window, _ := strings.Cut(s.Pane.Window, ":")
		names = append(names, lookup.Names{
			Host: s.Host, ID: s.ID, Title: s.Title, Prompt: s.Prompt, Dir: s.Dir,
			Panes: []string{s.Pane.ID}, Places: []string{s.Pane.Where()}, Windows: []string{s.Pane.InWindow()},
			Named: []string{window, s.Pane.Session + ":" + window},
		})
	}
	var found []Session
	for _, i := range lookup.Find(q, names) {
		found = append(found, sessions[i])
	}
	return found
}

// ThatRun returns the sessions that have not ended.
func ThatRun(sessions []Session) []Session {
	return slices.DeleteFunc(slices.Clone(sessions), func(s Session) bool { return s.State == "" })
}
