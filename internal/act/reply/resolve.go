package reply

import (
	"errors"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"atm/internal/claude/permission"
	"atm/internal/sys/edit"
)

// Resolve follows the links of all paths. It returns nil if one of them cannot be resolved. A file that is not
// absolute is relative to cwd. Resolve asks the file system, which may hang.
func Resolve(file, cwd, home, config string) *permission.Resolved {
	if !filepath.IsAbs(file) {
		file = filepath.Join(cwd, file)
	}
	file = filepath.Clean(file)
	var targets [4]string
	for i, path := range []string{file, cwd, home, config} {
		var err error
		if !filepath.IsAbs(path) {
			return nil
		}
		if targets[i], err = edit.ResolveForOthers(path); err != nil {
			return nil
		}
	}
	r := &permission.Resolved{Path: file, Target: targets[0], CWD: targets[1], Home: targets[2], Config: targets[3]}
	r.Exists, r.Before = readText(r.Target)
	return r
}

// maxBefore is how many bytes of a text are sent with a request: a message has at most 64 KiB.
const maxBefore = 16 << 10

// readText reports whether a regular file exists, and returns its text if it is a short one.
func readText(path string) (exists bool, text string) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false, ""
	}
	if info.Size() > maxBefore {
		return true, ""
	}
	content, err := os.ReadFile(path)
	if err != nil || len(content) > maxBefore || !utf8.Valid(content) {
		return true, ""
	}
	return true, string(content)
}

// ErrMoved means that the decision would allow something other than what was shown.
var ErrMoved = errors.New("the links of its path lead elsewhere by now")

const fileTimeout = 500 * time.Millisecond // for the file system to resolve a path

// checkUnchanged returns an error if the path resolves to another file than before.
func checkUnchanged(r *permission.Resolved) error {
	if r == nil { // its target was not shown
		return nil
	}
	target := make(chan string, 1)
	go func() {
		found, _ := edit.ResolveForOthers(r.Path) // "" counts as another file
		target <- found
	}()
	select {
	case found := <-target:
		if found == r.Target {
			return nil
		}
	case <-time.After(fileTimeout):
	}
	return ErrMoved
}
