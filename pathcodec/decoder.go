package pathcodec

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// These errors say how a search ended; test for them with [errors.Is].
var (
	// ErrNotFound says that no directory has the name. The error that wraps it also
	// wraps the first reason why a directory could not be read, if there was one.
	ErrNotFound = errors.New("no such directory")

	// ErrBound says that the search has reached its bound. The directories that were found before are returned
	// with it.
	ErrBound = errors.New("too many directories to search")

	// ErrUnconfirmed is returned with paths that agree with a name of more than 200 units in the first 200
	// units, but not in the hash. Older versions of Claude Code had another hash, so any of the paths may be the
	// right one.
	ErrUnconfirmed = errors.New("hash agrees with no directory")
)

// The default bounds of a search. A search of a home directory ends far below them; a search that reaches
// them takes about a second.
const (
	DefaultMaxListings = 10_000
	DefaultMaxEntries  = 1_000_000
)

// A Decoder finds the directories that have a given name.
type Decoder struct {
	// FS is searched; its root stands for /. Directories are read through Open, in
	// pieces. Symbolic links are followed if it is an [fs.ReadLinkFS], as that of
	// [os.DirFS] is, and else left alone.
	FS fs.FS

	// Cwd is the current directory, an absolute path, or empty. It is the first
	// answer if it has the name, also if it is not in FS.
	Cwd string

	// MaxListings and MaxEntries bound how many directories are listed in one
	// search and how many entries these may have together. Zero means the default.
	MaxListings, MaxEntries int
}

// All returns the paths of all directories whose encoding is name. Cwd is the first one; then physical paths
// follow, at each level the longest name first and names of the same length in byte order; then paths through
// one symbolic link, through two, and so on, each only if it leads to a directory that is not listed yet.
//
// For a name of more than 200 units, directories beyond the 200th unit are searched breadth first, not
// through links, and confirmed by encoding. If the hash agrees with none, all paths whose first 200 units
// agree are returned with [ErrUnconfirmed].
//
// If nothing is found, the error is [ErrNotFound]. [ErrBound] and the error of ctx are returned together with
// the directories that were found before.
func (d Decoder) All(ctx context.Context, name string) ([]string, error) {
	p, ok := parse(name)
	if !ok {
		return nil, fmt.Errorf("decode %q: %w", name, ErrNotFound)
	}
	s := &search{pattern: p, lister: newLister(d), name: name, searched: map[place]bool{}}
	return s.finish(s.run(ctx, d.Cwd))
}
