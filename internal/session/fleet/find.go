package fleet

import (
	"slices"
	"strings"

	"atm/internal/sys/lookup"
)

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
