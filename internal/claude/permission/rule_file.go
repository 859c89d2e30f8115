package permission

import (
	"errors"
	"path"
	"slices"
	"strings"
)

// fileRule matches files by a pattern as in .gitignore.
type fileRule struct {
	root     string   // the directory to which the pattern is relative: "" = that of the session, "~" or "/"
	segments []string // of the pattern; "**" stands for any number of directories
	below    bool     // it matches files below a path that the pattern matches
	itself   bool     // it matches the path itself
}

func parseFileRule(content string) (*fileRule, error) {
	r := &fileRule{itself: true}
	pattern := content
	switch {
	case strings.HasPrefix(pattern, "//"):
		r.root, pattern = "/", pattern[2:]
	case strings.HasPrefix(pattern, "~/"):
		r.root, pattern = "~", pattern[2:]
	case strings.HasPrefix(pattern, "/"):
		return nil, errors.New("begins with one slash, which is no path of the system; " +
			"write two for that, or none")
	case strings.HasPrefix(pattern, "./"):
		pattern = "/" + pattern[2:] // only here, not in directories below
	case strings.HasPrefix(pattern, "!"), strings.HasPrefix(pattern, "~"):
		return nil, errors.New("has a pattern that is not known here")
	}
	if directory, found := strings.CutSuffix(pattern, "/"); found {
		r.itself, pattern = false, directory
	}
	anchored := r.root != "" || strings.Contains(pattern, "/")
	r.segments = strings.Split(strings.TrimPrefix(pattern, "/"), "/")
	for _, segment := range r.segments {
		_, err := path.Match(segment, "")
		if err != nil || segment == "" || segment == "." || segment == ".." {
			return nil, errors.New("has a pattern that is no path")
		}
	}
	last := r.segments[len(r.segments)-1]
	r.below = !r.itself || !strings.ContainsAny(last, `*?[\`) // it may name a directory
	if !anchored {
		r.segments = append([]string{"**"}, r.segments...)
	}
	if last == "**" {
		r.segments = append(r.segments, "*") // a directory is not below itself
	}
	return r, nil
}

// anyFile are the patterns of a rule that has none: files below the directory of the session, or anywhere.
var anyFile = []fileRule{
	{segments: []string{"**", "*"}, itself: true},
	{root: "/", segments: []string{"**", "*"}, itself: true},
}

// matches reports whether the rule matches the file of a request, by its path as written and by its physical
// path. Neither path may be protected.
func (r fileRule) matches(request Request) bool {
	written, target := r.base(request.CWD, request.Home), r.base(request.Resolved.CWD, request.Resolved.Home)
	return r.matchesBelow(written, request.path()) && !r.protects(request, written, request.path()) &&
		r.matchesBelow(target, request.Target()) && !r.protects(request, target, request.Target())
}

func (r fileRule) base(cwd, home string) string {
	return map[string]string{"": cwd, "~": home, "/": "/"}[r.root]
}

// matchesBelow reports whether the pattern, relative to base, matches a path.
func (r fileRule) matchesBelow(base, file string) bool {
	names, below := relative(file, base)
	return below && r.matchesPath(names)
}

// relative returns the names of the path from base to a file; below is false if the file is not below base.
func relative(file, base string) (names []string, below bool) {
	if file == "" || !path.IsAbs(base) {
		return nil, false
	}
	rest, below := strings.CutPrefix(file, strings.TrimSuffix(path.Clean(base), "/")+"/")
	return strings.Split(rest, "/"), below && rest != ""
}

// protects reports whether Claude Code may ask about a path even if a rule allows it, and this rule does not
// contain the protected name. In the base directory only names count that Claude Code is known to protect,
// below it also any name that begins with a dot.
func (r fileRule) protects(request Request, base, file string) bool {
	names, _ := relative(file, "/")
	above, _ := relative(base, "/")
	for i, name := range names {
		isConfig := request.isConfig(names[:i+1])
		isNamed := i >= len(above) && slices.Contains(r.segments, name)
		if i < len(above) && (isConfig || holdsPrograms(names[i:])) ||
			i >= len(above) && !isNamed && (isConfig || guarded(name)) {
			return true
		}
	}
	return false
}

func (r fileRule) matchesPath(segments []string) bool {
	equal := func(pattern, segment string) bool {
		matched, err := path.Match(pattern, segment)
		return err == nil && matched
	}
	return r.itself && matchWild(r.segments, segments, "**", equal) ||
		r.below && matchWild(slices.Concat(r.segments, []string{"**", "*"}), segments, "**", equal)
}
