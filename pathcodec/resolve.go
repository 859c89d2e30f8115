package pathcodec

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"
)

// maxLinks is how many links a path may have: 32 on macOS, 40 on Linux.
const maxLinks = 32

// resolve returns the physical path of the directory with the absolute path name. It reads link by link,
// because that works in the same way in a real file system and in one in memory. The target of a link that is
// an absolute path starts at the root of fsys.
func resolve(fsys fs.FS, name string) (string, error) {
	links, ok := fsys.(fs.ReadLinkFS)
	if !ok {
		return "", errors.ErrUnsupported
	}
	dir, rest := "/", name
	for n := 0; rest != ""; {
		first, remaining, _ := strings.Cut(rest, "/")
		next := path.Join(dir, first) // right also for "", "." and "..", because dir has no links
		target, err := step(links, next)
		switch {
		case err != nil:
			return "", err
		case target == "":
			dir, rest = next, remaining
			continue
		case path.IsAbs(target):
			dir = "/"
		}
		if n++; n > maxLinks {
			return "", &fs.PathError{Op: "resolve", Path: name, Err: syscall.ELOOP}
		}
		rest = target + "/" + remaining
	}
	return dir, nil
}

// step returns the target of the link at the physical path p, or "" if there
// is a directory. Anything else is an error.
func step(fsys fs.ReadLinkFS, p string) (string, error) {
	info, err := fsys.Lstat(rel(p))
	switch {
	case err != nil:
		return "", err
	case info.Mode()&fs.ModeSymlink != 0:
		return fsys.ReadLink(rel(p))
	case !info.IsDir():
		return "", &fs.PathError{Op: "resolve", Path: rel(p), Err: syscall.ENOTDIR}
	}
	return "", nil
}

// rel returns the absolute path p as io/fs wants it, relative to the root.
func rel(p string) string {
	if p == "/" {
		return "."
	}
	return p[1:]
}
