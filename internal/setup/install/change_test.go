package install_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/install"
	"atm/internal/sys/edit"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func read(t *testing.T, path string) edit.File {
	t.Helper()
	f, err := edit.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// texts returns the files and directories below a directory, with their contents.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || e.IsDir() {
			found[name+"/"] = ""
			return err
		}
		text, err := os.ReadFile(path)
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestApply: either all changes are made, or none and no file is left.
func TestApply(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 250) // it leaves no room for the name of the temporary file
	for _, tt := range []struct {
		name  string
		last  string // a further file that becomes "x"
		error bool
	}{
		{"all", "last", false},
		{"the last file cannot be written", long, true},
		{"two names of one file", "link", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file(t, dir+"/old", "old")
			file(t, dir+"/own/gone", "gone")
			if err := os.Symlink("old", dir+"/link"); err != nil {
				t.Fatal(err)
			}
			before := texts(t, dir)
			backups, err := install.Apply([]install.Change{
				{File: read(t, dir+"/old"), New: []byte("new")},
				{File: read(t, dir+"/own/gone"), Dir: true},
				{File: read(t, dir+"/a/b/made"), New: []byte("made")},
				{File: read(t, dir+"/"+tt.last), New: []byte("x")},
			}, noon)
			if (err != nil) != tt.error {
				t.Fatalf("error %v", err)
			}
			if tt.error {
				if diff := cmp.Diff(before, texts(t, dir)); diff != "" || backups != nil {
					t.Errorf("backups %q, files (-before +after):\n%s", backups, diff)
				}
				return
			}
			if diff := cmp.Diff([]string{dir + "/old.atm-20260102-120000"}, backups); diff != "" {
				t.Errorf("backups (-want +got):\n%s", diff)
			}
			want := map[string]string{
				"old": "new", "link": "new", "last": "x", "a/": "", "a/b/": "", "a/b/made": "made",
				"old.atm-20260102-120000": "old",
			}
			if diff := cmp.Diff(want, texts(t, dir)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestApplyRefused: a file that cannot be changed is found before any other is changed.
func TestApplyRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file(t, dir+"/old", "old")
	file(t, dir+"/theirs", "old")
	changes := []install.Change{
		{File: read(t, dir+"/old"), New: []byte("new")},
		{File: read(t, dir+"/theirs"), New: []byte("new")},
	}
	file(t, dir+"/theirs", "changed")
	before := texts(t, dir)
	backups, err := install.Apply(changes, noon)
	if !errors.Is(err, edit.ErrChanged) || backups != nil {
		t.Errorf("backups %q, error %v", backups, err)
	}
	if diff := cmp.Diff(before, texts(t, dir)); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// TestOldBackups: the first and the newest of many backups stay.
func TestOldBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file(t, dir+"/f", "0")
	for i := range 8 {
		change := install.Change{File: read(t, dir+"/f"), New: []byte{byte('1' + i)}}
		if _, err := install.Apply([]install.Change{change}, noon.AddDate(0, 0, i)); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"f": "8", "f.atm-20260102-120000": "0", "f.atm-20260106-120000": "4", "f.atm-20260107-120000": "5",
		"f.atm-20260108-120000": "6", "f.atm-20260109-120000": "7",
	}
	if diff := cmp.Diff(want, texts(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file(t, dir+"/f", "a\x1b[31m\r\nb\n")
	c := install.Change{File: read(t, dir+"/f"), New: []byte("a\x1b[31m\r\nc\n")}
	want := "--- " + dir + "/f\n+++ " + dir + "/f\n@@ -1,2 +1,2 @@\n a·[31m·\n-b\n+c\n"
	if diff := cmp.Diff(want, c.Diff()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestText: what uninstall prints of a file, in one line or as a whole.
func TestText(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/f"
	file(t, path, "a\n")
	whole := "--- " + path + "\n+++ " + path + "\n@@ -1,1 +1,1 @@\n-a\n+b\n"
	for _, tt := range []struct {
		name   string
		change install.Change
		whole  bool
		want   string
	}{
		{"lines of it", install.Change{New: []byte("b\n")}, false, path + ": the lines of atm are removed\n"},
		{"lines of it, whole", install.Change{New: []byte("b\n")}, true, whole},
		{"all of it, because setup has made it", install.Change{}, false, path + ": is removed\n"},
		{"a file of ours", install.Change{Ours: true}, false, path + ": is removed\n"},
	} {
		tt.change.File = read(t, path)
		if diff := cmp.Diff(tt.want, tt.change.Text(tt.whole)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
