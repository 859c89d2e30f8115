package edit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"atm/internal/sys/edit"
)

// TestResolve: the path leads to the same file as in the kernel, or is the path of a new file.
func TestResolve(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	mkdir(t, dir+"/data/dot/claude", dir+"/data/dot/shared", dir+"/home")
	write(t, dir+"/data/dot/shared/f", "f", 0o600)
	link(t, "../shared/f", dir+"/data/dot/claude/f")
	link(t, "../data/dot/claude", dir+"/home/claude")
	link(t, dir+"/home/claude/f", dir+"/home/absolute")
	link(t, "nothing/yet", dir+"/home/promised")
	link(t, "loop", dir+"/home/loop")
	for _, tt := range []struct {
		name, path, want string
		err              error
	}{
		{
			name: "a link is read from where its directory really is", path: "home/claude/f",
			want: "data/dot/shared/f",
		},
		{name: "an absolute link to a link", path: "home/absolute", want: "data/dot/shared/f"},
		{name: "up from where a link leads", path: "home/claude/../shared/f", want: "data/dot/shared/f"},
		{name: "words that say nothing", path: "home/.//claude/./f", want: "data/dot/shared/f"},
		{
			name: "a new file in a linked directory", path: "home/claude/new/f",
			want: "data/dot/claude/new/f",
		},
		{
			name: "a link to a directory that does not exist", path: "home/promised/f",
			want: "home/nothing/yet/f",
		},
		{
			name: "up from a directory that does not exist", path: "home/none/../f", want: "",
			err: fs.ErrNotExist,
		},
		{name: "below a file", path: "data/dot/shared/f/g", want: "", err: syscall.ENOTDIR},
		{name: "a link to itself", path: "home/loop", want: "", err: syscall.ELOOP},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := dir + "/" + tt.path
			got, err := edit.Resolve(path)
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, not %v", err, tt.err)
			}
			if err == nil && got != filepath.Join(dir, tt.want) {
				t.Errorf("got %s, not %s", got, tt.want)
			}
			found, kernel := os.Stat(path)
			ours, err := os.Stat(got)
			if (kernel == nil) != (err == nil) || err == nil && !os.SameFile(found, ours) {
				t.Errorf("the kernel finds another file: %v, %v", kernel, err)
			}
		})
	}
}

// TestResolveForOthers: a path whose links differ from process to process is an error.
func TestResolveForOthers(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	link(t, "/proc/self/cwd", dir+"/process")
	link(t, "new", dir+"/link")
	if got, err := edit.ResolveForOthers(dir + "/link"); err != nil || got != dir+"/new" {
		t.Errorf("got %q, %v", got, err)
	}
	for _, path := range []string{"/proc/self/cwd/f", dir + "/process/f"} {
		if got, err := edit.ResolveForOthers(path); err == nil {
			t.Errorf("%s leads to %s", path, got)
		}
	}
}

// TestResolveRelative is not parallel, because it changes the working directory of the process.
func TestResolveRelative(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	mkdir(t, dir+"/here/below")
	t.Chdir(dir + "/here")
	if got, err := edit.Resolve("below/../f"); err != nil || got != dir+"/here/f" {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestReadElsewhere: a path in /proc opens a removed file, which its link does not name. Writing to the
// target of the link would create another file.
func TestReadElsewhere(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has such paths")
	}
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/proc/self/fd/%d", file.Fd())
	if f, err := edit.Read(path); !errors.Is(err, edit.ErrNoFile) {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestWritable: an unwritable file is found before anything is written.
func TestWritable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	mkdir(t, dir+"/closed")
	if err := os.Chmod(dir+"/closed", 0o555); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir + "/closed/f", dir + "/closed/a/b/f"} {
		f, err := edit.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Writable(); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
