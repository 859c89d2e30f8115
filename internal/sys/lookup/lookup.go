// Package lookup finds the sessions that a person means by a name, for atm and cld. The rules are tried in
// this order. The first rule that fits any session decides, and returns all sessions that it fits:
//
//  1. a pane: its id, "%3", or its place, "main:1.0"
//  2. the id of the session, or its beginning of at least [MinPrefix] characters
//  3. a window, "main:1"
//  4. the title
//  5. the directory: a path, or the last parts of one, "parser" or "work/parser"
//  6. the name of a window, "tests" or "main:tests"
//  7. a part of the title
//  8. a part of the last prompt
//
// Upper and lower case are the same, but an exact match takes precedence.
//
// Sessions of another host are found by the same names with the host before them, "devbox:%3",
// "devbox:main:1", "devbox:parser". Without the host they are found by the names that do not depend on it:
// id, title and directory. A session whose own name is like that, including the colon, takes precedence.
//
// The package promises that an empty name finds nothing. It reads no files, except that [NewQuery] follows
// links.
package lookup

import (
	"path/filepath"
	"slices"
	"strings"
)

// MinPrefix is the minimum length of the beginning of an id.
const MinPrefix = 4

// Names are the names of a session. Unknown ones are empty.
type Names struct {
	Host    string   // the host of the panes, "" = this one
	Panes   []string // ids of the panes in which it runs, or ran last: "%3"
	Places  []string // of these panes: "session:window.pane"
	Windows []string // of these panes: "session:window"
	Named   []string // the names of these windows, also as "session:name"
	ID      string
	Title   string
	Prompt  string // the last one
	Dir     string // absolute
}

// Query is the input of a person.
type Query struct {
	Name     string
	Dir      string // the directory of the name if it is a path, else ""
	NoPrompt bool   // a part of a prompt is no name
}

// NewQuery returns the query for a name that was typed in the directory cwd. Like Claude Code, it resolves
// the symbolic links of a path if possible.
func NewQuery(name, cwd string) Query {
	q := Query{Name: strings.TrimSpace(name)}
	if !strings.Contains(q.Name, "/") && q.Name != "." && q.Name != ".." {
		return q
	}
	if q.Dir = filepath.Clean(q.Name); !filepath.IsAbs(q.Dir) {
		q.Dir = filepath.Join(cwd, q.Dir)
	}
	if real, err := filepath.EvalSymlinks(q.Dir); err == nil {
		q.Dir = real
	}
	return q
}

// rule reports whether the query means a session. equal compares two texts.
type rule func(q Query, n Names, equal comparison) bool

var rules = []rule{
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Panes, q.Name) },
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Places, q.Name) },
	func(q Query, n Names, equal comparison) bool { return equal(n.ID, q.Name) },
	beginsID,
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Windows, q.Name) },
	func(q Query, n Names, equal comparison) bool { return equal(n.Title, q.Name) },
	func(q Query, n Names, equal comparison) bool { return q.Dir != "" && n.Dir == q.Dir },
	endsDir,
	func(q Query, n Names, equal comparison) bool { return equal.anyOf(n.Named, q.Name) },
	func(q Query, n Names, _ comparison) bool { return contains(n.Title, q.Name) },
	func(q Query, n Names, _ comparison) bool { return !q.NoPrompt && contains(n.Prompt, q.Name) },
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

// asTyped interprets the name without a host: panes, places and paths are those of this host.
func asTyped(q Query, n Names) (Query, Names) {
	if n.Host != "" {
		q.Dir = ""
		n.Panes, n.Places, n.Windows, n.Named = nil, nil, nil, nil
	}
	return q, n
}

// onHost interprets the name as that of the session's host, a colon and a name on that host. If the name does
// not begin with the host, the returned query is empty.
func onHost(q Query, n Names) (Query, Names) {
	name, found := strings.CutPrefix(q.Name, n.Host+":")
	if n.Host == "" || !found {
		return Query{}, n
	}
	asked := Query{Name: name, NoPrompt: q.NoPrompt}
	if filepath.IsAbs(name) {
		asked.Dir = filepath.Clean(name)
	}
	return asked, n
}

type comparison func(a, b string) bool

func toTheLetter(a, b string) bool { return a == b }

// anyOf reports whether any of the texts is equal to text.
func (equal comparison) anyOf(texts []string, text string) bool {
	return slices.ContainsFunc(texts, func(one string) bool { return equal(one, text) })
}

func beginsID(q Query, n Names, equal comparison) bool {
	size := len(q.Name)
	return size >= MinPrefix && size <= len(n.ID) && equal(n.ID[:size], q.Name)
}

// endsDir compares the last parts of the directory with the name.
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
