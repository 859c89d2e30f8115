package pathcodec

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// pieceSize is how many entries are read at a time. Directories are read in pieces and unsorted, so that a
// huge one reaches the bound before it fills the memory. Only the few entries that match are sorted.
const pieceSize = 1024

// An entry is a directory, or a link that may lead to one.
type entry struct {
	name string
	link bool
}

// A lister lists directories up to a bound. It keeps each listing, because a link may lead to the same
// directory at another place of the name.
type lister struct {
	fsys     fs.FS
	listed   map[string][]entry // by real path
	listings int                // how many more are allowed
	entries  int                // how many more are allowed
	unread   unread
}

// unread counts the directories that could not be read.
type unread struct {
	count int
	first error
}

func newLister(d Decoder) lister {
	return lister{
		fsys:     d.FS,
		listed:   map[string][]entry{},
		listings: cmp.Or(d.MaxListings, DefaultMaxListings),
		entries:  cmp.Or(d.MaxEntries, DefaultMaxEntries),
	}
}

// list returns the directories and links in dir, a physical path, in any order. A directory that cannot be
// read is counted in unread, and treated as empty. The errors are ErrBound and that of the context.
func (l *lister) list(ctx context.Context, dir string) ([]entry, error) {
	if entries, ok := l.listed[dir]; ok {
		return entries, nil
	}
	if l.listings <= 0 {
		return nil, ErrBound
	}
	l.listings--
	entries, err := l.read(ctx, dir)
	if errors.Is(err, ErrBound) || ctx.Err() != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	if err != nil {
		l.unread.count++
		l.unread.first = cmp.Or(l.unread.first, err)
	}
	l.listed[dir] = entries
	return entries, nil
}

// read reads a directory piece by piece.
func (l *lister) read(ctx context.Context, dir string) (entries []entry, err error) {
	file, err := l.fsys.Open(rel(dir))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	listing, ok := file.(fs.ReadDirFile)
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: rel(dir), Err: errors.ErrUnsupported}
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		piece, err := listing.ReadDir(pieceSize)
		if l.entries -= len(piece); l.entries < 0 {
			return nil, ErrBound
		}
		entries = appendDirs(entries, piece)
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return entries, err
		}
	}
}

// appendDirs appends the directories and links of a listing.
func appendDirs(entries []entry, listing []fs.DirEntry) []entry {
	for _, e := range listing {
		switch e.Type() {
		case fs.ModeDir:
			entries = append(entries, entry{name: e.Name()})
		case fs.ModeSymlink:
			entries = append(entries, entry{name: e.Name(), link: true})
		}
	}
	return entries
}

// err returns nil if nothing was skipped.
func (u unread) err() error {
	if u.count == 0 {
		return nil
	}
	return fmt.Errorf("%d not readable: %w", u.count, u.first)
}
