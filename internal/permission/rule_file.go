package permission

import (
	"errors"
	"path"
	"slices"
	"strings"
)

// fileRule says which files are meant, by a pattern as in .gitignore.
type fileRule struct {
	root     root
	segments []string // of the pattern; "**" stands for any number of directories
	below    bool     // also what lies below
	itself   bool     // not only what lies below
}

// root is what the path of a pattern is relative to.
type root string

// The roots.
const (
	sessionRoot root = "session" // the directory of the session
	homeRoot    root = "home"
	systemRoot  root = "/"
)

// parseFileRule reads the content of a rule for files.
func parseFileRule(content string) (*fileRule, error) {
	r := &fileRule{root: sessionRoot, itself: true}
	pattern := content
	switch {
	case strings.HasPrefix(pattern, "//"):
		r.root, pattern = systemRoot, pattern[2:]
	case strings.HasPrefix(pattern, "~/"):
		r.root, pattern = homeRoot, pattern[2:]
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
	anchored := r.root != sessionRoot || strings.Contains(pattern, "/")
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
		r.segments = append(r.segments, "*") // a directory does not lie in itself
	}
	return r, nil
}

// pathMembers are the members of inputs that say which file is meant.
var pathMembers = map[string]string{
	"Edit": "file_path", "MultiEdit": "file_path", "Write": "file_path", "Read": "file_path",
	"NotebookEdit": "notebook_path", "NotebookRead": "notebook_path",
}

// protected are directories in which files make programs run, or allow it: Claude Code asks
// before it writes there, whatever its own rules say.
var protected = []string{".git", ".claude", ".vscode", ".idea"}

func (r fileRule) matches(request Request) bool {
	file, exact := text(request.input().value(pathMembers[request.Tool]))
	if !exact || file == "" || file[0] == '~' || strings.ContainsFunc(file, isControl) {
		return false
	}
	if !path.IsAbs(file) {
		if !path.IsAbs(request.CWD) {
			return false
		}
		file = path.Join(request.CWD, file)
	}
	base := map[root]string{sessionRoot: request.CWD, homeRoot: request.Home, systemRoot: "/"}[r.root]
	if !path.IsAbs(base) {
		return false
	}
	rest, below := strings.CutPrefix(path.Clean(file), strings.TrimSuffix(path.Clean(base), "/")+"/")
	return below && rest != "" && r.matchesPath(strings.Split(rest, "/"))
}

func (r fileRule) matchesPath(segments []string) bool {
	for _, segment := range segments {
		isSame := func(name string) bool { return strings.EqualFold(name, segment) }
		if slices.ContainsFunc(protected, isSame) && !slices.ContainsFunc(r.segments, isSame) {
			return false
		}
	}
	isWild := func(segment string) bool { return segment == "**" }
	equal := func(pattern, segment string) bool {
		matched, err := path.Match(pattern, segment)
		return err == nil && matched
	}
	return r.itself && matchWild(r.segments, segments, isWild, equal) ||
		r.below && matchWild(slices.Concat(r.segments, []string{"**", "*"}), segments, isWild, equal)
}

func isControl(c rune) bool { return c < ' ' || c == 0x7f }
