package edit_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/sys/edit"
)

// TestBackups: backups are listed by time, from all directories in which they may be, without files that only
// look like backups.
func TestBackups(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	mkdir(t, dir+"/home", dir+"/dots/f.atm-20260105-000000")
	write(t, dir+"/dots/g", "", 0o600)
	link(t, "../dots/g", dir+"/home/f")
	want := []string{
		dir + "/dots/g.atm-20260101-000000",
		dir + "/home/f.atm-20260102-120000",
		dir + "/home/f.atm-20260102-120000-2",
		dir + "/home/f.atm-20260102-120000-10",
		dir + "/home/f.atm-20260103-000000",
	}
	others := []string{
		dir + "/home/f.atm-mine",
		dir + "/home/f.atm-20260102-120000.bak",
		dir + "/home/f.atm-20260102-120000-x",
		dir + "/home/f.atm-99999999-999999",
		dir + "/home/f2.atm-20260102-120000", // of another file
		dir + "/dots/f.atm-20260102-120000",
	}
	for _, path := range slices.Concat(want, others) {
		write(t, path, "", 0o600)
	}
	if diff := cmp.Diff(want, edit.Backups(dir+"/home/f")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	before := tree(t, dir)
	if err := edit.Prune(dir+"/home/f", 2); err != nil {
		t.Fatal(err)
	}
	for _, old := range want[1:4] { // the first one and the newest stay
		name, err := filepath.Rel(dir, old)
		if err != nil {
			t.Fatal(err)
		}
		delete(before, name)
	}
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Errorf("two are kept, and what is not ours (-want +got):\n%s", diff)
	}
}

// TestBackupAfterPrune: of many backups in one second, the newest is the last one.
func TestBackupAfterPrune(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/f"
	write(t, path, "", 0o600)
	file, err := edit.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		newest, err := file.Backup(time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		if err := edit.Prune(path, 3); err != nil {
			t.Fatal(err)
		}
		if all := edit.Backups(path); all[len(all)-1] != newest {
			t.Errorf("%s is not the last one of %v", newest, all)
		}
	}
}

// TestBackupClockBack: where clocks were put back, or in a zone further west, a backup is newer than those before it,
// and the oldest one stays.
func TestBackupClockBack(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/f"
	write(t, path, "changed", 0o600)
	first := path + ".atm-20260102-125959"
	write(t, first, "the original", 0o600)
	file, err := edit.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, minute := range []int{5, 10, 65} {
		backup, err := file.Backup(time.Date(2026, 1, 2, 12, minute, 0, 0, time.Local))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, backup)
	}
	want := []string{first + "-2", first + "-3", path + ".atm-20260102-130500"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := edit.Prune(path, 2); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{first, want[2]}, edit.Backups(path)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

// TestOneDirectoryTwoNames: a backup is listed once.
func TestOneDirectoryTwoNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mkdir(t, dir+"/dots")
	write(t, dir+"/dots/f", "", 0o600)
	write(t, dir+"/dots/f.atm-20260101-000000", "", 0o600)
	link(t, "dots", dir+"/config")
	want := []string{dir + "/config/f.atm-20260101-000000"}
	if diff := cmp.Diff(want, edit.Backups(dir+"/config/f")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUndo: a change is undone, with the directories that it has created, unless another program has changed
// the file since.
func TestUndo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before string // "" = there is no file
		after  string // "" = it is removed
		theirs string // what somebody else writes then
		want   error
	}{
		{name: "a new text", before: "old", after: "new"},
		{name: "a new file", after: "new"},
		{name: "a file that was removed", before: "old"},
		{name: "somebody else's text", before: "old", after: "new", theirs: "theirs", want: edit.ErrChanged},
		{name: "somebody else's file", before: "old", theirs: "theirs", want: edit.ErrChanged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := dir + "/a/b/f"
			if tt.before != "" {
				mkdir(t, filepath.Dir(path))
				write(t, path, tt.before, 0o640)
			}
			want, wantDirs := tree(t, dir), subdirectories(t, dir)
			f, err := edit.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			var after []byte
			if tt.after != "" {
				after = []byte(tt.after)
				err = f.Write(after)
			} else {
				err = f.Remove()
			}
			if err != nil {
				t.Fatal(err)
			}
			if tt.theirs != "" {
				write(t, path, tt.theirs, 0o600)
				want = tree(t, dir)
			}
			if err := f.Undo(after); !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(wantDirs, subdirectories(t, dir)); diff != "" {
				t.Errorf("directories (-want +got):\n%s", diff)
			}
		})
	}
}

// subdirectories lists the directories below one.
func subdirectories(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
