package pathcodec_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atm/pathcodec"

	"github.com/google/go-cmp/cmp"
)

// physical returns a new directory without symbolic links in its path, which
// the temporary directory of macOS has.
func physical(tb testing.TB) string {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return dir
}

func TestDecodeReal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, path string }{
		{"plain", "project"},
		{"hidden", ".config/.claude"},
		{"a newline", "new\nline/sp ace"},
		{"an emoji and CJK", "日本-🎉dir/🎉"},
		{"quotes and all that a shell knows", `it's "$!@#%^&*()--helloworld!+5_4<>x?.foo`},
		{"a backslash", `a\b/\`},
		{"dashes", "-/--/---"},
		{"over 200 units", a120 + "/" + b120 + "/.x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(physical(t), tt.path)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			got, err := pathcodec.Decoder{FS: os.DirFS("/")}.All(t.Context(), pathcodec.Encode(dir))
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff([]string{dir}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeRealLinks(t *testing.T) {
	t.Parallel()
	root := physical(t)
	moved := filepath.Join(root, "new", "proj")
	if err := os.MkdirAll(filepath.Join(moved, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"old": moved, "loop": "loop", "up": "..", "file": "/dev/null", "gone": "nowhere",
	} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	d := pathcodec.Decoder{FS: os.DirFS("/")}
	want := filepath.Join(root, "old", "sub")
	if got, err := first(t.Context(), d, pathcodec.Encode(want)); got != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for _, link := range []string{"loop", "file", "gone", "loop/x", "up/gone"} {
		got, err := first(t.Context(), d, pathcodec.Encode(filepath.Join(root, link)))
		if got != "" || !errors.Is(err, pathcodec.ErrNotFound) {
			t.Errorf("%s: got %q, %v", link, got, err)
		}
	}
}

// A directory whose name is not UTF-8 is found; one below it is not, because
// os.DirFS refuses the path, and the error says so.
func TestDecodeRealNotUTF8(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(physical(t), "a\xe2\x82b")
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Skip(err) // macOS takes only UTF-8
	}
	name := pathcodec.Encode(dir)
	if !strings.HasSuffix(name, "-a-b") {
		t.Errorf("got %q", name)
	}
	d := pathcodec.Decoder{FS: os.DirFS("/")}
	if got, err := first(t.Context(), d, name); got != dir || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	_, err := first(t.Context(), d, name+"-sub")
	if !errors.Is(err, pathcodec.ErrNotFound) || !strings.Contains(err.Error(), "1 not readable") {
		t.Error(err)
	}
}
