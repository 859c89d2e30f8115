// Package edit changes files of the user, settings and configurations that other programs and people write as
// well.
//
// It promises that the path always leads to the complete old or the complete new file: the new text is
// written to a temporary file in the same directory, synced to the disk, and renamed. Permissions and owner stay,
// and so do the extended attributes and the access control list, as far as cp -a keeps them. A symbolic link stays,
// and its target changes. If a file cannot be changed in this way, or has changed since it was read, it is left
// alone, and the caller gets an error.
//
// It does not keep hard links. If another program writes in the microseconds between the last comparison and
// the renaming, that is lost. A killed process may leave a temporary file, ".NAME.….tmp".
package edit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// File is a file as it was read.
type File struct {
	Path   string // as the caller named it
	Target string // what Path leads to, without symbolic links: see [Resolve]
	Exists bool
	Data   []byte // nil if the file does not exist

	info    fs.FileInfo
	missing []string // the missing directories of a new file, the outermost first
}

// The reasons to leave a file alone.
var (
	ErrChanged  = errors.New("changed meanwhile")
	ErrReadOnly = errors.New("read-only")
	ErrForeign  = errors.New("belongs to another user")
	ErrNoFile   = errors.New("not a regular file")
)

// errElsewhere means that opening a path does not lead to the file that its links name.
var errElsewhere = errors.New("its links do not say where it leads")

// Read reads a file. It is no error if the file does not exist.
func Read(path string) (File, error) {
	for try := 1; ; try++ {
		f, err := read(path)
		if try == 3 || !errors.Is(err, errElsewhere) { // or a program has replaced the file in this moment
			return f, err
		}
	}
}

func read(path string) (File, error) {
	target, err := Resolve(path)
	if err != nil {
		return File{}, err
	}
	f := File{Path: path, Target: target}
	f.info, err = os.Lstat(target)
	opened, openErr := os.Stat(path) // the file that other programs find
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return File{}, err
	case missing && errors.Is(openErr, fs.ErrNotExist):
		f.missing = missingDirs(filepath.Dir(target))
		return f, nil
	case missing, openErr != nil, !os.SameFile(f.info, opened):
		return File{}, fmt.Errorf("%s: %w: %w", path, ErrNoFile, errElsewhere)
	case !f.info.Mode().IsRegular():
		return File{}, fmt.Errorf("%s: %w", path, ErrNoFile)
	}
	f.Exists = true
	if f.Data, err = os.ReadFile(target); err != nil {
		return File{}, err
	}
	if f.Data == nil {
		f.Data = []byte{}
	}
	return f, nil
}

// Writable returns an error if the file must not or cannot be changed or created.
func (f File) Writable() error {
	dir := filepath.Dir(f.Target)
	if !f.Exists {
		if len(f.missing) > 0 {
			dir = filepath.Dir(f.missing[0])
		}
		if err := accessible(dir, unix.W_OK|unix.X_OK); err != nil {
			return fmt.Errorf("%s cannot be made: %w", f.Path, err)
		}
		return nil
	}
	// Root could change a read-only file, but its owner does not want that.
	if f.info.Mode().Perm()&0o222 == 0 {
		return fmt.Errorf("%s: %w", f.Target, ErrReadOnly)
	}
	if uid, _ := owner(f.info); uid != os.Geteuid() && os.Geteuid() != 0 {
		return fmt.Errorf("%s: %w", f.Target, ErrForeign)
	}
	return cmp.Or(accessible(f.Target, unix.W_OK), accessible(dir, unix.W_OK|unix.X_OK))
}

// accessible returns an error if this process may not use a file or a directory.
func accessible(path string, mode uint32) error {
	if err := unix.Access(path, mode); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}

// owner returns the ids of the user and the group that a file belongs to, -1 on a
// system that this is not built for.
func owner(info fs.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return -1, -1
}

// Unchanged returns [ErrChanged] if the file is no longer what was read.
func (f File) Unchanged() error {
	now, err := Read(f.Path)
	if err != nil {
		return err
	}
	unchanged := now.Target == f.Target && now.Exists == f.Exists && bytes.Equal(now.Data, f.Data)
	if !unchanged || f.Exists && !os.SameFile(now.info, f.info) {
		return fmt.Errorf("%s: %w", f.Path, ErrChanged)
	}
	return nil
}

// ReadEnd reads at most so many bytes from the end of a regular file, and returns the size of the file. Any
// other kind of file is an error: reading a pipe that somebody else has put there would never end.
func ReadEnd(path string, most int64) (end []byte, size int64, err error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	size = info.Size()
	if !info.Mode().IsRegular() {
		return nil, size, &fs.PathError{Op: "read", Path: path, Err: errors.ErrUnsupported}
	}
	end, err = io.ReadAll(io.NewSectionReader(file, max(size-most, 0), most))
	return end, size, err
}
