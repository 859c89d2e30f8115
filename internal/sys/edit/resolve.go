package edit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// maxLinks is the maximum number of symbolic links in a path.
const maxLinks = 40

// Resolve returns the absolute path of the file that a path leads to, without symbolic links. Like the
// kernel, it resolves a relative link and ".." from the real directory, also if a link has led to that.
//
// Unlike filepath.EvalSymlinks it accepts a file and directories that do not exist, and returns the path for
// a new file.
func Resolve(path string) (string, error) { return resolve(path, "") }

// ResolveForOthers is Resolve for another process. A path through /proc is an error, because the links there
// differ from process to process.
func ResolveForOthers(path string) (string, error) { return resolve(path, "/proc") }

// errAvoided means that a path leads through a directory that must be avoided.
var errAvoided = errors.New("it leads each process somewhere else")

func resolve(path, avoided string) (string, error) {
	fail := func(reason error) (string, error) {
		return "", &fs.PathError{Op: "resolve", Path: path, Err: reason}
	}
	words := strings.Split(path, "/")
	if !strings.HasPrefix(path, "/") {
		workingDir, err := os.Getwd()
		if err != nil {
			return "", err
		}
		words = append(strings.Split(workingDir, "/"), words...)
	}
	at, exists, links := "/", true, 0
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch {
		case word == "" || word == ".":
			continue
		case word == ".." && !exists:
			return fail(fs.ErrNotExist)
		case word == "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, word)
		if next == avoided {
			return fail(errAvoided)
		}
		link, err := os.Readlink(next)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			at, exists = next, false
		case errors.Is(err, syscall.EINVAL): // not a link
			at = next
		case err != nil:
			return "", err
		default:
			if links++; links > maxLinks {
				return fail(syscall.ELOOP)
			}
			words = slices.Concat(strings.Split(link, "/"), words)
			if strings.HasPrefix(link, "/") {
				at = "/"
			}
		}
	}
	return at, nil
}

// missingDirs lists dir and the directories above it that do not exist, the outermost first.
func missingDirs(dir string) []string {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return append(missingDirs(filepath.Dir(dir)), dir)
}
