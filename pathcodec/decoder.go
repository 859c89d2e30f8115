package pathcodec

import (
	"context"
	"errors"
	"io/fs"
)

// These errors say how a search ended; test for them with [errors.Is].
var (
	// ErrNotFound says that no directory has the name. The error that wraps it also
	// wraps the first reason why a directory could not be read, if there was one.
	ErrNotFound = errors.New("no such directory")

	// ErrBound says that the search ended at its bound. What was found up to
	// there is returned with it.
	ErrBound = errors.New("too many directories to search")

	// ErrUnconfirmed comes with paths that agree with a name of more than 200
	// units in these 200 but not in the hash. Older versions of Claude Code had another
	// hash, so each may be the right one, and none is sure.
	ErrUnconfirmed = errors.New("hash agrees with no directory")
)

// The bounds of a search where a Decoder sets none. A search of a home directory ends
// far below them; one that comes to them has taken about a second.
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
	// answer if it has the name, and is not looked up in FS.
	Cwd string

	// MaxListings and MaxEntries bound how many directories are listed in one
	// search and how many entries these may have together. Zero means the default.
	MaxListings, MaxEntries int
}

// All returns the paths of all directories whose encoding is name. Cwd comes
// first; then physical paths, at each level the longest name first and equally
// long ones in byte order; then paths through one symbolic link, through two, and
// so on, each only if it leads to another directory than those before.
//
// With a name of more than 200 units, what lies beyond the 200th unit is searched
// breadth first, not through links, and confirmed by encoding. If the hash agrees
// with none, all whose first 200 units agree are returned with [ErrUnconfirmed].
//
// If nothing is found, the error is [ErrNotFound]. [ErrBound] and the error of ctx
// come with what was found so far.
func (d Decoder) All(ctx context.Context, name string) ([]string, error) {
	return d.search(ctx, name)
}
