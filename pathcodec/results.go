package pathcodec

import "fmt"

// agrees reports whether the path of a directory has the name or, if the hash does not matter, its first 200 units.
func (s *search) agrees(path string, hashMatters bool) bool {
	got := Encode(path)
	if hashMatters || !s.long {
		return got == s.name
	}
	return len(got) > maxUnits && got[:maxUnits] == s.name[:maxUnits]
}

// paths returns the paths that agree, of each directory only the first one.
func (s *search) paths(hashMatters bool) (paths []string) {
	listed := map[string]bool{}
	for _, n := range s.found {
		if !listed[n.real] && s.agrees(n.path, hashMatters) {
			listed[n.real] = true
			paths = append(paths, n.path)
		}
	}
	return paths
}

// finish returns the results of a search that has ended with err, nil if it is complete. Unconfirmed paths
// are returned only if none is confirmed. It may return paths together with an error. If nothing was found,
// the error mentions the unread directories: the directory may be in one of them.
func (s *search) finish(err error) ([]string, error) {
	found := s.paths(true)
	if len(found) == 0 {
		found = s.paths(false)
		switch {
		case len(found) > 0 && err == nil:
			err = ErrUnconfirmed
		case len(found) > 0:
			err = fmt.Errorf("%w; %w", ErrUnconfirmed, err)
		case err == nil && len(s.unread) > 0:
			err = fmt.Errorf("%w; %d not readable: %w", ErrNotFound, len(s.unread), s.unread[0])
		case err == nil:
			err = ErrNotFound
		}
	}
	if err != nil {
		err = fmt.Errorf("decode %q: %w", s.name, err)
	}
	return found, err
}
