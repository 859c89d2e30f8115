package pathcodec

import (
	"cmp"
	"context"
	"path"
	"slices"
)

// A node is a directory whose path matches the beginning of the name.
type node struct {
	path string // in the form that is returned
	real string // its physical path; "" = a link that was not followed yet
	at   int    // the unit of the pattern at which the names in the directory start
}

// A place is the part of a node on which the search below it depends.
type place struct {
	real string
	at   int
}

// A search is one run of a Decoder. It searches the physical paths first, because Claude Code encodes only
// these.
type search struct {
	pattern
	lister
	name     string
	found    []node // directories that may have the name, in the order in which they were found
	searched map[place]bool
	deep     []node // directories still to search that have used all units of a long pattern
	links    []node // links still to follow
}

func (s *search) run(ctx context.Context, cwd string) error {
	s.addCwd(cwd)
	err := s.enter(ctx, node{path: "/", real: "/", at: 1})
	for err == nil {
		if err = s.searchDeep(ctx); err != nil || len(s.links) == 0 {
			break
		}
		err = s.followLinks(ctx)
	}
	return err
}

// addCwd adds the current directory, before all others, if it may have the name. Its path may go through links, so its
// physical path is recorded: the search must not return the same directory again.
func (s *search) addCwd(cwd string) {
	cwd = path.Clean(cwd)
	if !path.IsAbs(cwd) || !s.agrees(cwd, false) {
		return
	}
	dir, err := resolve(s.fsys, cwd)
	if err != nil {
		dir = cwd // it is not in FS, or below a directory that we may not read
	}
	s.found = append(s.found, node{path: cwd, real: dir})
}

// enter adds a directory if its path may be complete, else it searches below it.
func (s *search) enter(ctx context.Context, n node) error {
	if !s.isUsedUp(n.at) {
		return s.walk(ctx, n)
	}
	if s.long {
		s.deep = append(s.deep, n)
	}
	s.found = append(s.found, n)
	return nil
}

// walk enters the directories in n that match, the longest name first, and keeps the links for later.
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
	var children []node
	for _, e := range entries {
		if next, ok := s.fit(e.Name(), n.at); ok {
			child := node{path: path.Join(n.path, e.Name()), at: next}
			if e.IsDir() {
				child.real = path.Join(n.real, e.Name())
			}
			children = append(children, child)
		}
	}
	slices.SortFunc(children, func(a, b node) int {
		return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.path, b.path))
	})
	for _, child := range children {
		if child.real == "" {
			s.links = append(s.links, child)
		} else if err := s.enter(ctx, child); err != nil {
			return err
		}
	}
	return nil
}

// searchDeep searches beyond the 200th unit, where all names match. It searches breadth first, because a
// project is nearer than the dependencies of its neighbour.
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

// followLinks enters the links that lead to directories. Loops do not continue for ever, because each link
// uses up some units of the pattern. Beyond the 200th unit the target of a link is added, but not searched:
// it may be any directory, even the root.
func (s *search) followLinks(ctx context.Context) error {
	links := s.links
	s.links = nil
	for _, n := range links {
		// It resolves the complete path, so that it counts links as the system does.
		dir, err := resolve(s.fsys, n.path)
		if err != nil {
			continue // the link is broken, or leads to no directory
		}
		n.real = dir
		if s.isUsedUp(n.at) {
			s.found = append(s.found, n)
		} else {
			err = s.walk(ctx, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
