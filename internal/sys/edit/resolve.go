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

// maxLinks is how many symbolic links may lead from one to the next.
const maxLinks = 40

// Resolve returns the absolute path of the file that a path leads to, without
// symbolic links. Like the kernel, it reads a relative link, and the word "..",
// from where the directory really is. That is elsewhere than the words of the path
// say if the directory is reached through a link itself.
//
// The file and its directories need not exist: unlike filepath.EvalSymlinks,
// Resolve also says where a new file belongs.
func Resolve(path string) (string, error) { return resolve(path, "") }

// ResolveForOthers is Resolve for another process. A path through /proc is an error, because its
// links lead each process somewhere else.
func ResolveForOthers(path string) (string, error) { return resolve(path, "/proc") }

// errAvoided is a path through a directory that must not be on the way.
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
		case errors.Is(err, syscall.EINVAL): // it is no link
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

// missingDirs returns the directories that have to be made for dir to exist, the
// outermost first.
func missingDirs(dir string) []string {
	var missing []string
	for {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, dir)
		dir = filepath.Dir(dir)
	}
	slices.Reverse(missing)
	return missing
}
