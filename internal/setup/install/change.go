package install

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"atm/internal/cli"
	"atm/internal/setup/settings"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/edit"
)

// Change is a planned change of a file.
type Change struct {
	File edit.File
	New  []byte // the new content; nil = the file is removed
	Ours bool   // only atm writes the file: it is neither backed up nor shown
	Dir  bool   // when the file is removed, its directory is removed as well if it is empty
}

// Needed reports whether the file does not yet have the new content.
func (c Change) Needed() bool {
	return (c.New != nil) != c.File.Exists || !bytes.Equal(c.New, c.File.Data)
}

// Text describes the change: by its diff or, if that is not wanted whole, by the one line that atm uninstall prints.
func (c Change) Text(whole bool) string {
	switch {
	case whole || c.Ours:
		return c.Diff()
	case c.New == nil:
		return fmt.Sprintf("%s: is removed\n", c.File.Path)
	}
	return fmt.Sprintf("%s: the lines of atm are removed\n", c.File.Path)
}

// Diff returns the change in the unified format; for a file of ours, one line. Control characters are
// replaced, because a terminal would obey them.
func (c Change) Diff() string {
	switch {
	case c.Ours && c.New == nil:
		return fmt.Sprintf("%s: is removed\n", c.File.Path)
	case c.Ours:
		lines := bytes.Count(c.New, []byte("\n"))
		return fmt.Sprintf("%s: is written, %d lines for tmux (atm setup --print shows them)\n", c.File.Path, lines)
	}
	before, after := c.File.Path, c.File.Path
	if !c.File.Exists {
		before = "/dev/null"
	}
	if c.New == nil {
		after = "/dev/null"
	}
	text := diff.Diff(before, c.File.Data, after, c.New)
	_, text, _ = bytes.Cut(text, []byte("\n")) // the first line only repeats the names
	return string(bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return '·'
		}
		return r
	}, text))
}

// Summary describes the change in one line.
func (c Change) Summary() string {
	switch {
	case c.New == nil:
		return c.File.Path + ": is removed"
	case c.Ours:
		return c.File.Path + ": is written for tmux"
	case !c.File.Exists:
		return c.File.Path + ": is created"
	}
	added, removed := 0, 0
	for line := range strings.Lines(c.Diff()) {
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
		case line[0] == '+':
			added++
		case line[0] == '-':
			removed++
		}
	}
	return fmt.Sprintf("%s: +%d −%d lines; a backup is kept beside it", c.File.Path, added, removed)
}

// backupsKept is how many backups of a file are kept: the first and the newest.
const backupsKept = 5

// ErrSameFile means that two changes would write to the same file.
var ErrSameFile = errors.New("is the same file")

// Apply carries out all changes that are needed, or none of them. It checks that every file can be changed
// before it writes anything. If a change fails anyway, Apply undoes the earlier ones and removes the backups.
//
// It returns the paths of the new backups. Of the older backups of these files it keeps the first and the
// newest.
func Apply(changes []Change, now time.Time) (backups []string, err error) {
	needed, err := applicable(changes)
	if err != nil {
		return nil, err
	}
	for _, c := range needed {
		if c.Ours || c.New == nil { // nothing of the user's is lost
			continue
		}
		backup, err := c.File.Backup(now)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("backup: %w", err), remove(backups))
		}
		if backup != "" {
			backups = append(backups, backup)
		}
	}
	for i, c := range needed {
		if err := c.write(); err != nil {
			if undoErr := undo(needed[:i]); undoErr != nil {
				return backups, errors.Join(err, undoErr) // the user needs the backups
			}
			return nil, errors.Join(err, remove(backups))
		}
	}
	for _, c := range needed {
		if c.New == nil && c.Dir {
			_ = os.Remove(filepath.Dir(c.File.Target)) // it stays if it is not empty
		}
		_ = edit.Prune(c.File.Path, backupsKept) // one too many does no harm
	}
	return backups, nil
}

// applicable returns the changes that are needed, or why one of them cannot be made.
func applicable(changes []Change) (needed []Change, err error) {
	for _, c := range changes {
		if !c.Needed() {
			continue
		}
		if err := cmp.Or(c.File.Unchanged(), c.File.Writable()); err != nil {
			return nil, err
		}
		for _, other := range needed {
			if other.File.Target == c.File.Target {
				return nil, fmt.Errorf("%s: %w as %s", c.File.Path, ErrSameFile, other.File.Path)
			}
		}
		needed = append(needed, c)
	}
	return needed, nil
}

func (c Change) write() error {
	if c.New == nil {
		return c.File.Remove()
	}
	return c.File.Write(c.New)
}

// undo undoes changes that were made a moment ago, the last one first.
func undo(done []Change) error {
	var errs []error
	for _, c := range slices.Backward(done) {
		errs = append(errs, c.File.Undo(c.New))
	}
	return errors.Join(errs...)
}

func remove(paths []string) error {
	var errs []error
	for _, path := range paths {
		errs = append(errs, os.Remove(path))
	}
	return errors.Join(errs...)
}

// hints are the hints by error. The first match is used.
var hints = []struct {
	reason error
	hint   string
}{
	{settings.ErrShape, "nothing was changed: mend the file by hand, then run atm again"},
	{tmuxconf.ErrContinued, "nothing was changed: end the file with an empty line, then run atm again"},
	{tmuxconf.ErrPattern, "nothing was changed: name a tmux.conf in another directory, --tmux-conf FILE"},
	{ErrTmuxTooOld, "atm setup --no-tmux leaves tmux alone"},
	{ErrNoHome, "set HOME, or name the files: --claude-home DIR, --tmux-conf FILE"},
	{ErrTwoFiles, "nothing was changed: move the hooks into the first one, then run atm again"},
	{ErrNotOurs, "nothing was changed: give it another name, or let ours be beside another tmux.conf, --tmux-conf FILE"},
	{ErrSameFile, "nothing was changed: name another file"},
	{edit.ErrChanged, "nothing was changed: run atm again"},
	{edit.ErrReadOnly, "nothing was changed: if the file is yours to change, make it writable with chmod u+w"},
	{edit.ErrForeign, "nothing was changed: run atm as that user"},
	{edit.ErrNoFile, "nothing was changed: atm changes regular files only"},
	{syscall.EFBIG, "nothing was changed: ulimit -f forbids files of that size"},
	{syscall.ENOSPC, "nothing was changed: make room on the disk, then run atm again"},
	{syscall.EROFS, "nothing was changed: the file system is read-only"},
	{syscall.EACCES, "nothing was changed: the directory is not yours to write"},
	{syscall.ENOTDIR, "nothing was changed: a file stands where a directory is needed"},
	{context.DeadlineExceeded, "is the tmux server suspended?"},
}

// Hinted adds a hint to an error if there is one for it.
func Hinted(err error) error {
	for _, h := range hints {
		if errors.Is(err, h.reason) {
			return cli.Hint(err, h.hint)
		}
	}
	return err
}
