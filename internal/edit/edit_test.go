package edit_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/edit"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// usual returns the permissions of a new file under this umask.
func usual(t *testing.T) string {
	t.Helper()
	path := t.TempDir() + "/f"
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm().String()
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// tree returns what a directory holds: text, mode, links.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if to, err := os.Readlink(path); err == nil {
			found[name] = "-> " + to
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := e.Info()
		found[name] = info.Mode().Perm().String() + " " + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWrite(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		setup func(t *testing.T, dir string)
		want  map[string]string
	}{
		{"a new file in a new directory", nil, map[string]string{"a/f": "NEW"}},
		{"an old one keeps its mode", func(t *testing.T, dir string) {
			write(t, dir+"/a/f", "old", 0o640)
		}, map[string]string{"a/f": "-rw-r----- new", "a/f.atm-20260102-120000": "-rw-r----- old"}},
		{"a link into a repository stays, and the backup does not litter there", func(t *testing.T, dir string) {
			write(t, dir+"/dots/g", "old", 0o604)
			link(t, "../dots/g", dir+"/a/f")
		}, map[string]string{"a/f": "-> ../dots/g", "dots/g": "-rw----r-- new", "a/f.atm-20260102-120000": "-rw----r-- old"}},
		{"a link to a link to nothing yet", func(t *testing.T, dir string) {
			link(t, dir+"/dots/g", dir+"/a/f")
			link(t, "h", dir+"/dots/g")
		}, map[string]string{"a/f": "-> DIR/dots/g", "dots/g": "-> h", "dots/h": "NEW"}},
		{"a second backup in the same second", func(t *testing.T, dir string) {
			write(t, dir+"/a/f", "old", 0o600)
			write(t, dir+"/a/f.atm-20260102-120000", "older", 0o600)
		}, map[string]string{"a/f": "-rw------- new", "a/f.atm-20260102-120000": "-rw------- older", "a/f.atm-20260102-120000-2": "-rw------- old"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if tt.setup != nil {
				for _, sub := range []string{"/a", "/dots"} {
					if err := os.Mkdir(dir+sub, 0o755); err != nil {
						t.Fatal(err)
					}
				}
				tt.setup(t, dir)
			}
			f, err := edit.Read(dir + "/a/f")
			if err != nil {
				t.Fatal(err)
			}
			backup, err := f.Backup(noon)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Write([]byte("new")); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			for name, text := range tt.want {
				want[name] = strings.NewReplacer("DIR", dir, "NEW", usual(t)+" new").Replace(text)
			}
			if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			all := edit.Backups(dir + "/a/f")
			if f.Exists && all[len(all)-1] != backup {
				t.Errorf("backups %q, not %q", all, backup)
			}
		})
	}
}

// TestRefused: what is not ours to change stays as it is, and nothing is left
// beside it.
func TestRefused(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		before func(t *testing.T, path string) // it is read
		after  func(t *testing.T, path string)
		want   error
	}{
		{"read-only, also for root", func(t *testing.T, path string) { write(t, path, "old", 0o444) }, nil, edit.ErrReadOnly},
		{"other content", func(t *testing.T, path string) { write(t, path, "old", 0o600) },
			func(t *testing.T, path string) { write(t, path, "theirs", 0o600) }, edit.ErrChanged},
		{"the same content in another file", func(t *testing.T, path string) { write(t, path, "old", 0o600) },
			func(t *testing.T, path string) {
				write(t, path+".new", "old", 0o600)
				if err := os.Rename(path+".new", path); err != nil {
					t.Fatal(err)
				}
			}, edit.ErrChanged},
		{"gone", func(t *testing.T, path string) { write(t, path, "old", 0o600) },
			func(t *testing.T, path string) {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}, edit.ErrChanged},
		{"made by somebody else", func(*testing.T, string) {},
			func(t *testing.T, path string) { write(t, path, "theirs", 0o600) }, edit.ErrChanged},
		{"the link leads elsewhere now", func(t *testing.T, path string) { write(t, path+"1", "old", 0o600); link(t, path+"1", path) },
			func(t *testing.T, path string) {
				write(t, path+"2", "old", 0o600)
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				link(t, path+"2", path)
			}, edit.ErrChanged},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			tt.before(t, dir+"/f")
			f, err := edit.Read(dir + "/f")
			if err != nil {
				t.Fatal(err)
			}
			if tt.after != nil {
				tt.after(t, dir+"/f")
			}
			want := tree(t, dir)
			if err := f.Write([]byte("new")); !errors.Is(err, tt.want) {
				t.Errorf("Write: %v, not %v", err, tt.want)
			}
			if f.Exists {
				if err := f.Remove(); !errors.Is(err, tt.want) {
					t.Errorf("Remove: %v, not %v", err, tt.want)
				}
			}
			if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := edit.Read(dir); !errors.Is(err, edit.ErrNoFile) {
		t.Errorf("a directory: %v", err)
	}
	link(t, "loop", dir+"/loop")
	if _, err := edit.Read(dir + "/loop"); err == nil {
		t.Error("a link to itself: no error")
	}
	write(t, dir+"/empty", "", 0o600)
	if f, err := edit.Read(dir + "/empty"); err != nil || !f.Exists || f.Data == nil {
		t.Errorf("an empty file: %+v, %v", f, err)
	}
	if f, err := edit.Read(dir + "/none/f"); err != nil || f.Exists || f.Data != nil {
		t.Errorf("no file: %+v, %v", f, err)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir+"/g", "old", 0o600)
	link(t, "g", dir+"/f")
	f, err := edit.Read(dir + "/f")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"f": "-> g"}, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
