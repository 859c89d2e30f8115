package edit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// Write replaces the content of the file, or creates it and its directories. After an error the file is
// unchanged.
func (f File) Write(data []byte) error {
	if err := f.changeable(); err != nil {
		return err
	}
	err := os.MkdirAll(filepath.Dir(f.Target), 0o755)
	if err == nil {
		err = f.replace(data, 0o666, f.Unchanged)
	}
	if err != nil {
		return errors.Join(err, f.removeDirs())
	}
	if dir, err := os.Open(filepath.Dir(f.Target)); err == nil {
		_ = dir.Sync() // some file systems cannot sync a directory
		dir.Close()
	}
	return nil
}

// Replace replaces a file of atm's own, or creates it, readable only by its owner. A reader sees the old content
// or the new one, also after a crash. Several processes may replace a file at the same time. Its directory must exist.
// Unlike [File.Write] it replaces a symbolic link, and keeps neither mode nor owner.
func Replace(path, text string) error {
	return File{Target: path}.replace([]byte(text), 0o600, func() error { return nil })
}

// replace writes a temporary file in the same directory, as create does, and renames it if the check succeeds.
func (f File) replace(data []byte, perm fs.FileMode, check func() error) error {
	dir, name := filepath.Split(f.Target)
	temporary := fmt.Sprintf("%s.%s.%d-%d.tmp", dir, name, os.Getpid(), time.Now().UnixNano())
	if err := f.create(temporary, data, perm); err != nil {
		return err
	}
	err := check()
	if err == nil {
		err = os.Rename(temporary, f.Target)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(temporary))
	}
	return err
}

// Remove removes the target of the path if it is still the file that was read. A symbolic link to it stays.
func (f File) Remove() error {
	if err := f.changeable(); err != nil {
		return err
	}
	return os.Remove(f.Target)
}

// Undo restores the file that was read, after [File.Write] of data or, if data is nil, [File.Remove]. If the
// file has changed since, it is left alone, and the error is [ErrChanged].
func (f File) Undo(data []byte) error {
	now, err := Read(f.Target)
	switch {
	case err != nil:
		return err
	case now.Exists == f.Exists && bytes.Equal(now.Data, f.Data):
		return nil
	case now.Exists != (data != nil) || !bytes.Equal(now.Data, data):
		return fmt.Errorf("%s: %w", f.Path, ErrChanged)
	case f.Exists:
		if !now.Exists {
			now.info = f.info // for the permissions and the owner
		}
		return now.Write(f.Data)
	}
	return errors.Join(now.Remove(), f.removeDirs())
}

// removeDirs removes the directories that [File.Write] has created, as long as they are empty.
func (f File) removeDirs() error {
	for _, dir := range slices.Backward(f.missing) {
		if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return nil
}

// changeable returns an error if the file has changed since it was read, or may not be changed.
func (f File) changeable() error { return cmp.Or(f.Unchanged(), f.Writable()) }

// create writes another file with the permissions, the owner and the attributes of this one, or else with perm minus
// the umask, and syncs it to the disk. After an error the new file is removed. cp -a knows the attributes of each
// system, among them the access control lists.
func (f File) create(path string, data []byte, perm fs.FileMode) (err error) {
	if f.info != nil {
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
		if said, err := exec.Command("cp", "-a", "--", f.Target, path).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: its attributes cannot be kept: %w: %s", f.Target, err, bytes.TrimSpace(said))
		}
		copied, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			return err
		}
		_ = out.Close() // the cp of some busybox has put another file in its place
		out = copied
		if err := emptyOwn(out); err != nil {
			return err
		}
	}
	if f.info != nil {
		if err := f.copyMode(out); err != nil {
			return err
		}
	}
	if _, err := out.Write(data); err != nil {
		return err
	}
	return out.Sync()
}

// emptyOwn empties a file, but no other one that somebody has put in its place.
func emptyOwn(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); !info.Mode().IsRegular() || ok && s.Nlink != 1 {
		return fmt.Errorf("%s: %w", file.Name(), ErrChanged)
	}
	return file.Truncate(0)
}

// copyMode copies the permissions and the owner of this file to another one.
func (f File) copyMode(out *os.File) error {
	info, err := out.Stat()
	if err != nil {
		return err
	}
	uid, gid := owner(f.info)
	if u, g := owner(info); u != uid || g != gid { // cp does not say that it could not keep them
		if err := out.Chown(uid, gid); err != nil {
			return fmt.Errorf("%s: its owner cannot be kept: %w", f.Target, err)
		}
	}
	return out.Chmod(f.info.Mode().Perm()) // after Chown, which may take permissions away
}
