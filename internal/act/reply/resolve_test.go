package reply_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/act/reply"
	"atm/internal/claude/permission"
)

// TestResolve: all paths are followed, or nothing is known. How is tested in package edit.
func TestResolve(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work, away := filepath.Join(dir, "work"), filepath.Join(dir, "away")
	for link, to := range map[string]string{work: away, filepath.Join(dir, "loop"): "loop"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "text"), []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "long"), make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "binary"), []byte{0xff}, 0o600); err != nil {
		t.Fatal(err)
	}
	has := func(path, before string) *permission.Resolved {
		path = filepath.Join(dir, path)
		return &permission.Resolved{Path: path, Target: path, CWD: away, Home: dir, Config: away, Exists: true,
			Before: before}
	}
	found := func(path, target string) *permission.Resolved {
		return &permission.Resolved{Path: path, Target: target, CWD: away, Home: dir, Config: away}
	}
	for _, tt := range []struct {
		name, file, cwd string
		want            *permission.Resolved
	}{
		{"relative", "x/../a", work, found(work+"/a", away+"/a")},
		{"absolute", dir + "/b", work, found(dir+"/b", dir+"/b")},
		{"a file that exists", dir + "/text", work, has("text", "one\n")},
		{"one that is too long to be sent", dir + "/long", work, has("long", "")},
		{"one that is no text", dir + "/binary", work, has("binary", "")},
		{"a directory", dir, work, found(dir, dir)},
		{"in a circle", "a", filepath.Join(dir, "loop"), nil},
		{"a directory that is not known", dir + "/b", "", nil},
		{"relative to it", "b", "", nil},
	} {
		if diff := cmp.Diff(tt.want, reply.Resolve(tt.file, tt.cwd, dir, work)); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", tt.name, diff)
		}
	}
}
