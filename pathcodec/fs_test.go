package pathcodec_test

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// tree returns a file system with a directory for each path, a file where it ends
// in ".file", and a link for "path -> target".
func tree(paths ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, p := range paths {
		link, target, isLink := strings.Cut(p, " -> ")
		switch {
		case isLink:
			fsys[link] = &fstest.MapFile{Mode: fs.ModeSymlink | 0o777, Data: []byte(target)}
		case strings.HasSuffix(p, ".file"):
			fsys[p] = &fstest.MapFile{Mode: 0o644}
		default:
			fsys[p] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
		}
	}
	return fsys
}

// onceFS fails the test when something is opened a second time, which is how a
// directory is listed. It lists directories backwards, as no order is promised.
type onceFS struct {
	fs.ReadLinkFS
	t *testing.T

	mu     sync.Mutex
	opened map[string]int
}

func once(t *testing.T, fsys fs.ReadLinkFS) *onceFS {
	return &onceFS{ReadLinkFS: fsys, t: t, opened: map[string]int{}}
}

func (f *onceFS) Open(name string) (fs.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.opened[name]++; f.opened[name] > 1 {
		f.t.Errorf("%q is listed again", name)
	}
	file, err := f.ReadLinkFS.Open(name)
	if err != nil {
		return nil, err
	}
	return backwards{file.(fs.ReadDirFile)}, nil
}

type backwards struct{ fs.ReadDirFile }

func (d backwards) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := d.ReadDirFile.ReadDir(n)
	slices.Reverse(entries)
	return entries, err
}

// tornFS loses each directory after its first entry.
type tornFS struct{ fs.ReadLinkFS }

func (f tornFS) Open(name string) (fs.File, error) {
	file, err := f.ReadLinkFS.Open(name)
	if err != nil {
		return nil, err
	}
	return torn{file.(fs.ReadDirFile)}, nil
}

type torn struct{ fs.ReadDirFile }

func (d torn) ReadDir(int) ([]fs.DirEntry, error) {
	entries, err := d.ReadDirFile.ReadDir(1)
	return entries, cmp.Or(err, fs.ErrInvalid)
}

// closedFS refuses to open one directory. A mode would not do: the tests may
// run as root.
type closedFS struct {
	fs.ReadLinkFS
	closed string
}

func (f closedFS) Open(name string) (fs.File, error) {
	if name == f.closed {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.ReadLinkFS.Open(name)
}
