// Package edit changes files that belong to the user: settings and
// configurations that other programs and people write, too.
//
// It promises that a file is at every moment either the old one or the new one,
// whole: a new file is written beside it, reaches the disk, and takes its place.
// Permissions and owner stay, a symbolic link stays and what it leads to
// changes. What cannot be changed so, or has changed since it was read, is
// refused and left alone.
//
// It does not keep hard links, access control lists and extended attributes,
// and between the last look at the file and its replacement another program
// still has some microseconds to write what then is lost.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// File is a file as it was read.
type File struct {
	Path   string // as it was named
	Target string // what Path leads to
	Exists bool
	Data   []byte // nil if the file does not exist

	info fs.FileInfo
}

// The reasons to leave a file alone.
var (
	ErrChanged  = errors.New("changed meanwhile")
	ErrReadOnly = errors.New("read-only")
	ErrForeign  = errors.New("belongs to another user")
	ErrNoFile   = errors.New("not a regular file")
)

// Read reads a file. One that does not exist is no error.
func Read(path string) (File, error) {
	target, err := follow(path)
	if err != nil {
		return File{}, err
	}
	f := File{Path: path, Target: target}
	f.info, err = os.Lstat(target)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return File{}, err
	}
	if !f.info.Mode().IsRegular() {
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

// maxLinks is how many symbolic links may lead from one to the next.
const maxLinks = 40

// follow returns the file that a chain of symbolic links ends at, which need not
// exist: filepath.EvalSymlinks would not say where a new file belongs.
func follow(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link, or nothing at all
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: %w", path, syscall.ELOOP)
}

// Writable returns why the file must not or cannot be changed, or nil.
func (f File) Writable() error {
	if !f.Exists {
		return nil // its directory may not exist yet; Write will tell
	}
	if f.info.Mode().Perm()&0o222 == 0 { // said by whoever made it so, and root must ask itself
		return fmt.Errorf("%s: %w", f.Target, ErrReadOnly)
	}
	if uid, _ := owner(f.info); uid != os.Geteuid() && os.Geteuid() != 0 {
		return fmt.Errorf("%s: %w", f.Target, ErrForeign)
	}
	for _, path := range []string{f.Target, filepath.Dir(f.Target)} {
		if err := unix.Access(path, unix.W_OK); err != nil {
			return &fs.PathError{Op: "write", Path: path, Err: err}
		}
	}
	return nil
}

func owner(info fs.FileInfo) (uid, gid int) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid), int(s.Gid)
	}
	return -1, -1 // not on a system that this is built for
}

// Write gives the file new content, and makes it with its directories if it does
// not exist.
func (f File) Write(data []byte) error {
	if err := f.free(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.Target), 0o755); err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(f.Target), fmt.Sprintf(".%s.%d.tmp", filepath.Base(f.Target), os.Getpid()))
	if err := f.create(beside, data); err != nil {
		return err
	}
	if err := f.Unchanged(); err != nil {
		return errors.Join(err, os.Remove(beside))
	}
	if err := os.Rename(beside, f.Target); err != nil {
		return errors.Join(err, os.Remove(beside))
	}
	if dir, err := os.Open(filepath.Dir(f.Target)); err == nil {
		_ = dir.Sync() // the rename is done; some file systems cannot sync a directory
		dir.Close()
	}
	return nil
}

// Remove removes the file; a link to it stays.
func (f File) Remove() error {
	if err := f.free(); err != nil {
		return err
	}
	return os.Remove(f.Target)
}

// free returns nil if the file still is what was read, and may be changed.
func (f File) free() error {
	if err := f.Unchanged(); err != nil {
		return err
	}
	return f.Writable()
}

// Unchanged returns ErrChanged if the file is no longer what was read.
func (f File) Unchanged() error {
	now, err := Read(f.Path)
	if err != nil {
		return err
	}
	same := now.Target == f.Target && now.Exists == f.Exists && bytes.Equal(now.Data, f.Data)
	if !same || f.Exists && !os.SameFile(now.info, f.info) {
		return fmt.Errorf("%s: %w", f.Path, ErrChanged)
	}
	return nil
}

// create writes a new file with the permissions and the owner of this one, so
// that it is on the disk. A file that could not be written whole is removed.
func (f File) create(path string, data []byte) (err error) {
	perm := fs.FileMode(0o666) // less the umask
	if f.Exists {
		perm = 0o600 // until it has its owner
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, out.Close()); err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	if f.Exists {
		if err := f.dress(out); err != nil {
			return err
		}
	}
	if _, err := out.Write(data); err != nil {
		return err
	}
	return out.Sync()
}

// dress gives another file the permissions and the owner of this one.
func (f File) dress(out *os.File) error {
	info, err := out.Stat()
	if err != nil {
		return err
	}
	uid, gid := owner(f.info)
	if u, g := owner(info); u != uid || g != gid {
		if err := out.Chown(uid, gid); err != nil {
			return fmt.Errorf("%s: its owner cannot be kept: %w", f.Target, err)
		}
	}
	return out.Chmod(f.info.Mode().Perm()) // after Chown, which may take bits away
}

// backupMark stands between the name of a file and the time in the name of its
// backups.
const backupMark = ".atm-"

// Backup writes a copy beside the file, under its name and the time, and returns
// its path. A file that does not exist needs none: "".
func (f File) Backup(now time.Time) (string, error) {
	if !f.Exists {
		return "", nil
	}
	base := f.Path + backupMark + now.Format("20060102-150405")
	for path, i := base, 2; ; i++ {
		err := f.create(path, f.Data)
		if err == nil || !errors.Is(err, fs.ErrExist) || i > 1000 {
			return path, err
		}
		path = fmt.Sprintf("%s-%d", base, i)
	}
}

// Backups lists the backups of a file, oldest first.
func Backups(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // nothing there, nothing to tell about
	}
	var found []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+backupMark) {
			found = append(found, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	slices.Sort(found)
	return found
}
