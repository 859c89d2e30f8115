package edit_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"atm/internal/sys/edit"
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

func mkdir(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// remove removes a file or an empty directory.
func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// tree returns the contents of a directory: text, mode, links.
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
		{"a link into a repository stays, and the backup does not litter there",
			func(t *testing.T, dir string) {
				write(t, dir+"/dots/g", "old", 0o604)
				link(t, "../dots/g", dir+"/a/f")
			}, map[string]string{
				"a/f": "-> ../dots/g", "dots/g": "-rw----r-- new",
				"a/f.atm-20260102-120000": "-rw----r-- old",
			}},
		{"a link to a link to nothing yet", func(t *testing.T, dir string) {
			link(t, dir+"/dots/g", dir+"/a/f")
			link(t, "h", dir+"/dots/g")
		}, map[string]string{"a/f": "-> DIR/dots/g", "dots/g": "-> h", "dots/h": "NEW"}},
		{"a relative link in a directory that is itself reached through a link",
			func(t *testing.T, dir string) {
				mkdir(t, dir+"/dots/x/claude", dir+"/dots/x/shared")
				write(t, dir+"/dots/x/shared/g", "old", 0o600)
				link(t, "../shared/g", dir+"/dots/x/claude/f")
				remove(t, dir+"/a")
				link(t, dir+"/dots/x/claude", dir+"/a")
			}, map[string]string{
				"a": "-> DIR/dots/x/claude", "dots/x/claude/f": "-> ../shared/g",
				"dots/x/shared/g":                     "-rw------- new",
				"dots/x/claude/f.atm-20260102-120000": "-rw------- old",
			}},
		{"a directory that a link promises, and nobody has made yet", func(t *testing.T, dir string) {
			remove(t, dir+"/a")
			link(t, dir+"/dots/x/claude", dir+"/a")
		}, map[string]string{"a": "-> DIR/dots/x/claude", "dots/x/claude/f": "NEW"}},
		{"a second backup in the same second", func(t *testing.T, dir string) {
			write(t, dir+"/a/f", "old", 0o600)
			write(t, dir+"/a/f.atm-20260102-120000", "older", 0o600)
		}, map[string]string{
			"a/f": "-rw------- new", "a/f.atm-20260102-120000": "-rw------- older",
			"a/f.atm-20260102-120000-2": "-rw------- old",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if tt.setup != nil {
				mkdir(t, dir+"/a", dir+"/dots")
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
			if text, err := os.ReadFile(dir + "/a/f"); err != nil || string(text) != "new" {
				t.Errorf("its name leads to %q, %v", text, err)
			}
			if all := edit.Backups(dir + "/a/f"); f.Exists && all[len(all)-1] != backup {
				t.Errorf("backups %q, not %q", all, backup)
			}
		})
	}
}

// TestAttributes: a file and its backup keep extended attributes, including an access control list.
func TestAttributes(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/f"
	write(t, path, "old", 0o640)
	// user:1:rw as the kernel keeps it: version 2, and the tag, permissions and id of each entry.
	acl := []byte{2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 6, 0, 1, 0, 0, 0,
		4, 0, 4, 0, 255, 255, 255, 255, 16, 0, 6, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255}
	want := map[string]string{"user.colour": "red", "user.empty": ""}
	if runtime.GOOS == "linux" {
		want["system.posix_acl_access"] = string(acl)
	}
	for name, value := range want {
		if err := unix.Setxattr(path, name, []byte(value), 0); errors.Is(err, unix.ENOTSUP) {
			t.Skipf("this file system has no %s", name)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	f, err := edit.Read(path)
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
	for _, file := range []string{path, backup} {
		got := map[string]string{}
		for name := range want {
			value := make([]byte, 100)
			n, err := unix.Getxattr(file, name, value)
			if err != nil {
				t.Fatalf("%s of %s: %v", name, file, err)
			}
			got[name] = string(value[:n])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// TestOtherCp: the cp of a busybox removes the file that it is to write into, and makes another one.
func TestOtherCp(t *testing.T) {
	dir, bin := t.TempDir(), t.TempDir()
	cp, err := exec.LookPath("cp")
	if err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nfor to; do :; done\n/bin/rm -f -- \"$to\"\nexec " + cp + " \"$@\"\n"
	write(t, bin+"/cp", script, 0o755)
	t.Setenv("PATH", bin)
	write(t, dir+"/f", "the old text, which is longer", 0o640)
	f, err := edit.Read(dir + "/f")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"f": "-rw-r----- new"}, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReplace: only the owner can read the new file, and after an error no temporary file is left.
func TestReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir+"/old", "old", 0o644)
	if err := os.Mkdir(dir+"/dir", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, ok := range map[string]bool{"old": true, "new": true, "dir": false} {
		if err := edit.Replace(dir+"/"+name, "new"); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	want := map[string]string{"old": "-rw------- new", "new": "-rw------- new"}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
