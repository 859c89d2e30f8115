package edit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A backup of "settings.json" is named "settings.json.atm-20260102-150405", or
// "settings.json.atm-20260102-150405-2" for the second one of that second. The time is local.
const (
	backupMark = ".atm-"
	backupTime = "20060102-150405"
)

// Backup writes a copy beside the file and returns its path, "" if the file does not exist. The copy is the last one in
// the order of names: if there is one of a later time, because clocks were put back or this is another time zone, it
// gets that time and the next number.
func (f File) Backup(now time.Time) (string, error) {
	if !f.Exists {
		return "", nil
	}
	at, number := now.Format(backupTime), 1
	for _, b := range backupsBeside(f.Path) {
		switch {
		case b.time > at:
			at, number = b.time, b.number+1
		case b.time == at:
			number = max(number, b.number+1) // not the number of a pruned one, which would sort before b
		}
	}
	for ; ; number++ {
		path := f.Path + backupMark + at
		if number > 1 {
			path += fmt.Sprintf("-%d", number)
		}
		err := f.create(path, f.Data, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || number > 1000 {
			return path, err
		}
	}
}

// Backups lists the backups of files, the oldest first: those beside the path, and those beside the target of
// its links. If several paths lead to one directory, its backups are listed once, by the first path.
func Backups(paths ...string) []string {
	var found []backup
	seen := map[string]bool{}
	for _, path := range paths {
		target, err := Resolve(path)
		if err != nil {
			target = path
		}
		for _, name := range []string{path, target} {
			dir, base := filepath.Split(name)
			dir, err := Resolve(dir)
			entry := filepath.Join(dir, base)
			if err == nil && !seen[entry] {
				seen[entry] = true
				found = append(found, backupsBeside(name)...)
			}
		}
	}
	slices.SortFunc(found, func(a, b backup) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.number, b.number), cmp.Compare(a.path, b.path))
	})
	var all []string
	for _, b := range found {
		all = append(all, b.path)
	}
	return all
}

// Prune removes backups of a file until keep are left: the first, which is the file before atm changed it,
// and the newest.
func Prune(path string, keep int) error {
	paths := Backups(path)
	if len(paths) <= keep {
		return nil
	}
	var errs []error
	for _, old := range paths[1 : len(paths)-keep+1] {
		errs = append(errs, os.Remove(old))
	}
	return errors.Join(errs...)
}

type backup struct {
	path   string
	time   string // in the format backupTime
	number int    // among those of the same second
}

// backupsBeside finds the backups of a file in its directory.
func backupsBeside(path string) []backup {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil // an unreadable directory has no backups to list
	}
	var found []backup
	for _, e := range entries {
		suffix, isOurs := strings.CutPrefix(e.Name(), base+backupMark)
		b, ok := parseBackup(suffix)
		if isOurs && ok && e.Type().IsRegular() {
			b.path = dir + e.Name()
			found = append(found, b)
		}
	}
	return found
}

// parseBackup parses the name of a backup after the mark.
func parseBackup(suffix string) (backup, bool) {
	at := suffix[:min(len(suffix), len(backupTime))]
	if _, err := time.Parse(backupTime, at); err != nil {
		return backup{}, false
	}
	number, numbered := strings.CutPrefix(suffix[len(at):], "-")
	if !numbered {
		return backup{time: at, number: 1}, number == ""
	}
	n, err := strconv.Atoi(number)
	return backup{time: at, number: n}, err == nil && n > 1
}
