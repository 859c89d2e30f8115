// Package lookup finds the sessions that a person means by a name. atm and cld find
// by the same rules, which are tried in this order; the first one that fits any
// session decides, and all sessions that it fits are meant:
//
//  1. a pane: its id, "%3", or its place, "main:1.0"
//  2. the id of the session, or its beginning of at least [MinPrefix] characters
//  3. a window, "main:1"
//  4. the title
//  5. the directory: a path, or the last parts of one, "parser" or "work/parser"
//  6. a part of the title
//  7. a part of the last prompt
//
// Upper and lower case are the same, but what agrees to the letter goes first.
//
// Sessions of another host are found by the same names with the host before them,
// "devbox:%3", "devbox:main:1", "devbox:parser". Without it they are found by what means the
// same on all hosts: id, title and directory. A session that has such a name as it is,
// colon and all, goes first.
//
// The package promises that nothing is found by an empty name. It does not read
// anything, so what is not known of a session cannot be found: see [Dir] for paths.
package lookup

import (
	"path/filepath"
	"slices"
	"strings"
)

// MinPrefix is the shortest beginning of an id that is looked for.
const MinPrefix = 4

// Names are what a session may be called by. What is not known is empty.
type Names struct {
	Host    string   // the host that has the panes, "" = this one
	Panes   []string // ids of the panes that it runs in, or ran in last: "%3"
	Places  []string // of these panes: "session:window.pane"
	Windows []string // of these panes: "session:window"
	ID      string
	Title   string
	Prompt  string // the last one
	Dir     string // absolute
}

// Query is what a person has typed.
type Query struct {
	Name string
	Dir  string // the directory that the name leads to, "" if it is no path
}

// NewQuery returns the query of a name that was typed in a directory. Paths are
// resolved as Claude Code does: without symbolic links, where they can be followed.
func NewQuery(name, cwd string) Query {
	q := Query{Name: strings.TrimSpace(name)}
	if !strings.Contains(q.Name, "/") && q.Name != "." && q.Name != ".." {
		return q
	}
	q.Dir = q.Name
	if !filepath.IsAbs(q.Dir) {
		q.Dir = filepath.Join(cwd, q.Dir)
	}
	q.Dir = filepath.Clean(q.Dir)
	if real, err := filepath.EvalSymlinks(q.Dir); err == nil {
		q.Dir = real
	}
	return q
}

// rule reports whether a session is meant, when equal compares two texts.
type rule func(q Query, n Names, equal comparison) bool

// rules are tried in this order.
var rules = []rule{
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Panes, q.Name) },
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Places, q.Name) },
	func(q Query, n Names, equal comparison) bool { return equal(n.ID, q.Name) },
	beginsID,
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Windows, q.Name) },
	func(q Query, n Names, equal comparison) bool { return equal(n.Title, q.Name) },
	func(q Query, n Names, equal comparison) bool { return q.Dir != "" && n.Dir == q.Dir },
	endsDir,
	func(q Query, n Names, _ comparison) bool { return contains(n.Title, q.Name) },
	func(q Query, n Names, _ comparison) bool { return contains(n.Prompt, q.Name) },
}

// Find returns the indexes of the sessions that are meant.
func Find(q Query, sessions []Names) []int {
	if q.Name == "" {
		return nil
	}
	for _, fits := range rules {
		for _, reading := range []func(Query, Names) (Query, Names){asTyped, onHost} {
			for _, equal := range []comparison{toTheLetter, strings.EqualFold} {
				var found []int
				for i, n := range sessions {
					if asked, names := reading(q, n); asked.Name != "" && fits(asked, names, equal) {
						found = append(found, i)
					}
				}
				if len(found) > 0 {
					return found
				}
			}
		}
	}
	return nil
}

// asTyped reads a name without a host: panes, places and paths are those of this one.
func asTyped(q Query, n Names) (Query, Names) {
	if n.Host != "" {
		q.Dir = ""
		n.Panes, n.Places, n.Windows = nil, nil, nil
	}
	return q, n
}

// onHost reads a name that begins with the host of a session, which the rest is looked up
// on. The Query is empty if the name does not.
func onHost(q Query, n Names) (Query, Names) {
	name, found := strings.CutPrefix(q.Name, n.Host+":")
	if n.Host == "" || !found {
		return Query{}, n
	}
	asked := Query{Name: name}
	if filepath.IsAbs(name) {
		asked.Dir = filepath.Clean(name)
	}
	return asked, n
}

// comparison reports whether two texts are the same.
type comparison func(a, b string) bool

func toTheLetter(a, b string) bool { return a == b }

// anyOf reports whether one of the texts is the same.
func (equal comparison) anyOf(texts []string, text string) bool {
	return slices.ContainsFunc(texts, func(one string) bool { return equal(one, text) })
}

func beginsID(q Query, n Names, equal comparison) bool {
	size := len(q.Name)
	return size >= MinPrefix && size <= len(n.ID) && equal(n.ID[:size], q.Name)
}

// endsDir compares as many parts of the directory as the name has.
func endsDir(q Query, n Names, equal comparison) bool {
	parts := strings.Split(strings.Trim(q.Name, "/"), "/")
	dir := strings.Split(n.Dir, "/")
	if filepath.IsAbs(q.Name) || len(parts) > len(dir) {
		return false
	}
	return equal(strings.Join(dir[len(dir)-len(parts):], "/"), strings.Join(parts, "/"))
}

func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
