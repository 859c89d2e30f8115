package pathcodec

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"sort"
)

// A node is a directory whose path fits the name so far.
type node struct {
	path string // as it is returned
	real string // the same directory without symbolic links
	at   int    // where the names of its own directories start in the pattern
}

// A place is a node as far as the search below it is concerned.
type place struct {
	real string
	at   int
}

// A search is one run of a Decoder. It goes through the physical paths first,
// because only these are what Claude Code encodes.
type search struct {
	pattern
	lister
	results
	searched map[place]bool
	deep     []node // those that have used all units of a long pattern, to be searched
	links    []node // to be followed: real is not known yet
}

// search returns what [Decoder.All] does.
func (d Decoder) search(ctx context.Context, name string) ([]string, error) {
	p, ok := parse(name)
	if !ok {
		return nil, fmt.Errorf("decode %q: %w", name, ErrNotFound)
	}
	s := &search{
		pattern:  p,
		lister:   newLister(d),
		results:  results{name: name, judged: map[string]verdict{}},
		searched: map[place]bool{},
	}
	return s.finish(s.run(ctx, d.Cwd), s.unread)
}

func (s *search) run(ctx context.Context, cwd string) error {
	s.current(cwd)
	if err := s.enter(ctx, node{path: "/", real: "/", at: 1}); err != nil {
		return err
	}
	for {
		if err := s.searchDeep(ctx); err != nil {
			return err
		}
		if len(s.links) == 0 {
			return nil
		}
		if err := s.followLinks(ctx); err != nil {
			return err
		}
	}
}

// current reports the current directory, if it has the name. Its path may lead through
// links, and the same directory must not be found again.
func (s *search) current(cwd string) {
	cwd = path.Clean(cwd)
	if !path.IsAbs(cwd) || s.judge(cwd) == unrelated {
		return
	}
	dir, err := resolve(s.fsys, cwd)
	if err != nil {
		dir = cwd // it is not below FS, or behind a directory that we may not read
	}
	s.report(node{path: cwd, real: dir})
}

// enter reports a directory if its path can be complete, else it searches below it.
func (s *search) enter(ctx context.Context, n node) error {
	if !s.isUsedUp(n.at) {
		return s.walk(ctx, n)
	}
	if s.long {
		s.deep = append(s.deep, n)
	}
	s.report(n)
	return nil
}

// walk enters the directories of n that fit, and keeps the links for later.
func (s *search) walk(ctx context.Context, n node) error {
	p := place{n.real, n.at}
	if s.searched[p] {
		return nil
	}
	s.searched[p] = true
	entries, err := s.list(ctx, n.real)
	if err != nil {
		return err
	}
	for _, m := range s.matches(entries, n.at) {
		child := node{path: join(n.path, m.name), real: join(n.real, m.name), at: m.next}
		if m.link {
			s.links = append(s.links, child)
		} else if err := s.enter(ctx, child); err != nil {
			return err
		}
	}
	return nil
}

// searchDeep searches below the 200th unit, where all names fit. It goes breadth first,
// because a project lies nearer than the dependencies of the project beside it.
func (s *search) searchDeep(ctx context.Context) error {
	for len(s.deep) > 0 {
		n := s.deep[0]
		s.deep = s.deep[1:]
		if err := s.walk(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// followLinks enters the links that lead to directories. It ends in spite of loops,
// because each link uses up some units of the pattern. Beyond the 200th unit what a link
// leads to is judged, but not searched: it could lead to anywhere, even to the root.
func (s *search) followLinks(ctx context.Context) error {
	links := s.links
	s.links = nil
	for _, n := range links {
		// All of the path is resolved, so that links are counted as the system counts them.
		dir, err := resolve(s.fsys, n.path)
		if err != nil {
			continue // it leads nowhere, or not to a directory
		}
		n.real = dir
		if s.isUsedUp(n.at) {
			s.report(n)
		} else {
			err = s.walk(ctx, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A match is an entry that fits.
type match struct {
	entry
	next int
}

// matches returns the entries that fit at the unit at, in the order in which
// they are tried.
func (s *search) matches(entries []entry, at int) []match {
	var found []match
	for _, e := range entries {
		if next, ok := s.fit(e.name, at); ok {
			found = append(found, match{e, next})
		}
	}
	sort.Slice(found, func(i, j int) bool {
		a, b := found[i], found[j]
		return cmp.Or(cmp.Compare(b.next, a.next), cmp.Compare(a.name, b.name)) < 0
	})
	return found
}

func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}
