package pathcodec

import (
	"fmt"
)

// A verdict says how well a path agrees with a name.
type verdict int

const (
	unrelated   verdict = iota
	unconfirmed         // in the first 200 units
	confirmed
)

// results collects the answers of a search.
type results struct {
	name   string
	judged map[string]verdict // by real path; a directory is an answer once
	found  []string
	unsure []string
}

// judge compares the encoding of path with the name.
func (r *results) judge(path string) verdict {
	switch got := Encode(path); {
	case got == r.name:
		return confirmed
	case len(got) > maxUnits && len(r.name) > maxUnits && got[:maxUnits] == r.name[:maxUnits]:
		return unconfirmed
	}
	return unrelated
}

// report adds a directory to the answers, if it is one.
func (r *results) report(n node) {
	v := r.judge(n.path)
	if v <= r.judged[n.real] {
		return
	}
	r.judged[n.real] = v
	if v == unconfirmed {
		r.unsure = append(r.unsure, n.path)
		return
	}
	r.found = append(r.found, n.path)
}

// finish returns the answers of a search that err has ended, or that came to its end if that is nil.
// Unconfirmed paths are returned only if none is confirmed. Paths and an error may come together.
// The skipped directories stand in the error where nothing was found: the answer may be in one of them.
func (r *results) finish(err error, skipped unread) ([]string, error) {
	found := r.found
	if len(found) == 0 && len(r.unsure) > 0 {
		found = r.unsure
		err = inOneLine(ErrUnconfirmed, err)
	}
	if len(found) == 0 && err == nil {
		err = inOneLine(ErrNotFound, skipped.err())
	}
	if err != nil {
		err = fmt.Errorf("decode %q: %w", r.name, err)
	}
	return found, err
}

// inOneLine joins two errors in one line; the second may be nil.
func inOneLine(first, second error) error {
	if second == nil {
		return first
	}
	return fmt.Errorf("%w; %w", first, second)
}
