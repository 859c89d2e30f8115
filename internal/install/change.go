// Package install knows where atm goes into what a user has: which files of
// Claude Code and tmux are changed to what, and how that is carried out, all or
// nothing. It reads files and asks programs for their versions; it writes only
// in [Apply], through the package edit.
package install

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"atm/internal/edit"
)

// Change is a file and what it shall become.
type Change struct {
	File edit.File
	New  []byte // nil = there shall be no file
	Ours bool   // nobody else writes it: it needs neither a backup nor to be shown
	Dir  bool   // its directory is for such files alone, and goes with the last of them
}

// Needed reports whether the file is not yet what it shall become.
func (c Change) Needed() bool {
	return (c.New != nil) != c.File.Exists || !bytes.Equal(c.New, c.File.Data)
}

// Diff returns what changes: of a file of ours that it does, of others how, in the
// unified format. Control characters, which a terminal would obey, are replaced.
func (c Change) Diff() string {
	switch {
	case c.Ours && c.New == nil:
		return fmt.Sprintf("%s: is removed\n", c.File.Path)
	case c.Ours:
		return fmt.Sprintf("%s: is written, %d lines for tmux (atm setup --print shows them)\n", c.File.Path, bytes.Count(c.New, []byte("\n")))
	}
	was, is := c.File.Path, c.File.Path
	if !c.File.Exists {
		was = "/dev/null"
	}
	if c.New == nil {
		is = "/dev/null"
	}
	text := diff.Diff(was, c.File.Data, is, c.New)
	_, text, _ = bytes.Cut(text, []byte("\n")) // "diff A B" says nothing
	return string(bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return '·'
		}
		return r
	}, text))
}

// Apply carries out the changes that are needed, or none of them: what cannot be
// changed is found out before anything is, and if a later one fails all the
// same, the earlier ones are taken back. It returns the backups of files that
// were there before.
func Apply(changes []Change, now time.Time) (backups []string, err error) {
	var todo []Change
	for _, c := range changes {
		if !c.Needed() {
			continue
		}
		if err := errors.Join(c.File.Unchanged(), c.File.Writable()); err != nil {
			return nil, err
		}
		todo = append(todo, c)
	}
	for _, c := range todo {
		if c.Ours || c.New == nil { // nothing of anybody else's is lost
			continue
		}
		backup, err := c.File.Backup(now)
		if err != nil {
			return backups, fmt.Errorf("backup: %w", err)
		}
		if backup != "" {
			backups = append(backups, backup)
		}
	}
	for i, c := range todo {
		if err := c.do(c.New); err != nil {
			return backups, errors.Join(err, takeBack(todo[:i]))
		}
	}
	return backups, nil
}

func (c Change) do(text []byte) error {
	if text == nil {
		err := c.File.Remove()
		if c.Dir && err == nil {
			_ = os.Remove(filepath.Dir(c.File.Target)) // it stays if anything else is in it
		}
		return err
	}
	return c.File.Write(text)
}

// takeBack undoes changes that were made a moment ago.
func takeBack(done []Change) error {
	var errs []error
	for _, c := range done {
		now, err := edit.Read(c.File.Path)
		if err == nil {
			var old []byte
			if c.File.Exists {
				old = c.File.Data
			}
			err = Change{File: now}.do(old)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
