package pathcodec_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"atm/pathcodec"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

type decoding struct {
	name string
	fsys fstest.MapFS
	cwd  string
	of   string // the path whose name is decoded
	want []string
	err  error
}

var (
	a120 = strings.Repeat("a", 120)
	b120 = strings.Repeat("b", 120)
)

var decodings = []decoding{
	{
		name: "the root", of: "/",
		fsys: tree("a"), want: []string{"/"},
	},
	{
		name: "all that share a name, the longest first, then in byte order", of: "/a/b-c",
		fsys: tree("a/b/c", "a/b_c", "a/b-c", "a/b.c"),
		want: []string{"/a/b-c", "/a/b.c", "/a/b_c", "/a/b/c"},
	},
	{
		name: "long wrong matches are left again", of: "/a/b/c/d/e",
		fsys: tree("a/b-c-d/x", "a/b-c/d-x/e", "a-b-c-d/f", "a/b/c-d/ee", "a/b/c/d/e"),
		want: []string{"/a/b/c/d/e"},
	},
	{
		name: "nothing of the right name in a right prefix", of: "/a/b/c",
		fsys: tree("a/b/cc", "a/b/C", "a/bc", "a/b"),
		err:  pathcodec.ErrNotFound,
	},
	{
		name: "the parent exists, the child does not", of: "/a/-",
		fsys: tree("a/b"), err: pathcodec.ErrNotFound,
	},
	{
		name: "hidden directories", of: "/home/mike/.claude/.x",
		fsys: tree("home/mike/.claude/.x", "home/mike/claude/x"), want: []string{"/home/mike/.claude/.x"},
	},
	{
		name: "a hidden directory and a dash at the end of its parent", of: "/a/.b",
		fsys: tree("a/.b", "a-/b"), want: []string{"/a-/b", "/a/.b"},
	},
	{
		name: "names of dashes alone", of: "/-/--",
		fsys: tree("-/--", "--/-", "----", "-----", "_/.x"), want: []string{"/----", "/--/-", "/-/--"},
	},
	{
		name: "a newline and quotes", of: "/a/new\nline/\"it's\"",
		fsys: tree("a/new\nline/\"it's\""), want: []string{"/a/new\nline/\"it's\""},
	},
	{
		name: "an emoji uses two dashes, or is one of two names", of: "/a/🎉b",
		fsys: tree("a/🎉b", "a/é-b", "a/-/b", "a/éb"), want: []string{"/a/é-b", "/a/🎉b", "/a/-/b"},
	},
	{
		name: "an emoji does not fit one dash", of: "/a/-",
		fsys: tree("a/🎉"), err: pathcodec.ErrNotFound,
	},
	{
		name: "a file is no answer and leads nowhere", of: "/a/b/file",
		fsys: tree("a/b.file", "a.file"), err: pathcodec.ErrNotFound,
	},
	{
		name: "the current directory comes first, and once", of: "/a/b/c",
		fsys: tree("a/b/c", "a/b-c"), cwd: "/a/b/c", want: []string{"/a/b/c", "/a/b-c"},
	},
	{
		name: "the current directory, through a link", of: "/a/b/c",
		fsys: tree("a/b-c", "a/b/c -> ../b-c"), cwd: "/a/b/c/", want: []string{"/a/b/c"},
	},
	{
		name: "a current directory that cannot be looked up is believed", of: "/x/y",
		fsys: tree("a"), cwd: "/x/y", want: []string{"/x/y"},
	},
	{
		name: "another current directory is no answer", of: "/a/b",
		fsys: tree("a/b"), cwd: "/a", want: []string{"/a/b"},
	},
	{
		name: "a relative current directory is no answer", of: "/a/b",
		fsys: tree("x"), cwd: "-a-b", err: pathcodec.ErrNotFound,
	},
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, tt := range decodings {
		t.Run(tt.name, func(t *testing.T) { t.Parallel(); tt.check(t) })
	}
}

// check asks for all directories.
func (tt decoding) check(t *testing.T) {
	t.Helper()
	name := pathcodec.Encode(tt.of)
	all, err := pathcodec.Decoder{FS: once(t, tt.fsys), Cwd: tt.cwd}.All(t.Context(), name)
	if diff := cmp.Diff(tt.err, err, cmpopts.EquateErrors()); diff != "" {
		t.Errorf("All: error: %s", diff)
	}
	if diff := cmp.Diff(tt.want, all); diff != "" {
		t.Errorf("All: %s", diff)
	}
}

func TestDecodeNoName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, of string }{
		{"empty", ""},
		{"of a relative path", "a-b"},
		{"of Windows", "C--Users-dev"},
		{"a path", "/a"},
		{"not ASCII", "-é"},
		{"a climb", "-..-a"},
		{"over 200 units, no hash", "-" + strings.Repeat("a", 205)},
		{"over 200 units, an empty hash", "-" + strings.Repeat("a", 199) + "-"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			// Without an FS a search would panic: such a name needs none.
			got, err := pathcodec.Decoder{}.All(t.Context(), tt.of)
			if !errors.Is(err, pathcodec.ErrNotFound) || got != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// cancelFS cancels the search when it opens one directory.
type cancelFS struct {
	fs.FS
	at     string
	cancel func()
}

func (f cancelFS) Open(name string) (fs.File, error) {
	if name == f.at {
		f.cancel()
	}
	return f.FS.Open(name)
}

func TestDecodeCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	fsys := cancelFS{tree("a/b/c", "a/b-c", "a/b_c/d"), "a/b", cancel}
	got, err := pathcodec.Decoder{FS: fsys}.All(ctx, "-a-b-c")
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"/a/b-c", "/a/b_c"}, got); diff != "" {
		t.Error(diff)
	}
}
