package pathcodec

// A pattern matches the paths that a name may stand for.
type pattern struct {
	units string // the masked units of a path, or the first 200 of a longer one
	long  bool   // the path goes on after units, and the name ends in its hash
}

// parse reads a name and reports whether any absolute path can have it.
func parse(name string) (p pattern, ok bool) {
	if len(name) == 0 || name[0] != '-' {
		return pattern{}, false
	}
	for i := range len(name) {
		if mask(uint16(name[i])) != name[i] {
			return pattern{}, false
		}
	}
	if len(name) <= maxUnits {
		return pattern{units: name}, true
	}
	// The hash may have any length: older versions had another one.
	hash := name[maxUnits:]
	if len(hash) < 2 || hash[0] != '-' {
		return pattern{}, false
	}
	return pattern{units: name[:maxUnits], long: true}, true
}

// fit matches the name of one directory, which starts at unit at of its path. It returns the unit at which
// the names in that directory start, len(p.units) if no unit is left. ok is false if no path through this
// directory has the name. If ok is true, the part after the units need not match, so results are encoded
// again. Nothing is encoded or allocated here, because most names of a listing do not match.
func (p pattern) fit(name string, at int) (next int, ok bool) {
	for u := range units(name) {
		if at == len(p.units) {
			return at, p.long // only the hash knows the rest
		}
		if p.units[at] != mask(u) {
			return 0, false
		}
		at++
	}
	if at == len(p.units) {
		return at, true
	}
	return at + 1, p.units[at] == '-' // a slash, and another name
}

// isUsedUp reports whether a path whose next name starts at unit at has used all units of p.
func (p pattern) isUsedUp(at int) bool { return at == len(p.units) }
