package pathcodec

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
)

// pieceSize is how many entries are read at a time. Directories are read in pieces and unsorted, so that a
// huge one reaches the bound before it fills the memory. Only the few entries that match are sorted.
const pieceSize = 1024

// A lister lists directories up to a bound. It keeps each listing, because a link may lead to the same
// directory at another place of the name.
type lister struct {
	fsys     fs.FS
	listed   map[string][]fs.DirEntry // directories and links, by real path
	listings int                      // how many more are allowed
	entries  int                      // how many more are allowed
	unread   []error                  // why directories could not be read
}

func newLister(d Decoder) lister {
	return lister{
		fsys:     d.FS,
		listed:   map[string][]fs.DirEntry{},
		listings: cmp.Or(d.MaxListings, DefaultMaxListings),
		entries:  cmp.Or(d.MaxEntries, DefaultMaxEntries),
	}
}

// list returns the directories and links in dir, a physical path, in any order. A directory that cannot be
// read is noted in unread, and treated as empty. The errors are ErrBound and that of the context.
func (l *lister) list(ctx context.Context, dir string) ([]fs.DirEntry, error) {
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
		l.unread = append(l.unread, err)
	}
	l.listed[dir] = entries
	return entries, nil
}

// read reads the directories and links in a directory, piece by piece.
func (l *lister) read(ctx context.Context, dir string) (entries []fs.DirEntry, err error) {
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
		for _, e := range piece {
			if e.Type() == fs.ModeDir || e.Type() == fs.ModeSymlink {
				entries = append(entries, e)
			}
		}
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return entries, err
		}
	}
}
