package pathcodec

import "fmt"

// A verdict says how well a path agrees with a name.
type verdict int

const (
	unrelated   verdict = iota
	unconfirmed         // only the first 200 units agree
	confirmed
)

// results collects the results of a search.
type results struct {
	name   string
	judged map[string]verdict // by physical path, so that each directory is returned once
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

// report adds a directory to the results, if it has the name.
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

// finish returns the results of a search that has ended with err, nil if it is complete. Unconfirmed paths
// are returned only if none is confirmed. It may return paths together with an error. If nothing was found,
// the error mentions the skipped directories: the directory may be in one of them.
func (r *results) finish(err error, skipped []error) ([]string, error) {
	found := r.found
	if len(found) == 0 && len(r.unsure) > 0 {
		found = r.unsure
		if err == nil {
			err = ErrUnconfirmed
		} else {
			err = fmt.Errorf("%w; %w", ErrUnconfirmed, err)
		}
	}
	if len(found) == 0 && err == nil {
		err = ErrNotFound
		if len(skipped) > 0 {
			err = fmt.Errorf("%w; %d not readable: %w", err, len(skipped), skipped[0])
		}
	}
	if err != nil {
		err = fmt.Errorf("decode %q: %w", r.name, err)
	}
	return found, err
}
