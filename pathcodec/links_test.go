package pathcodec_test

import (
	"io/fs"
	"strings"
	"testing"

	"atm/pathcodec"

	"github.com/google/go-cmp/cmp"
)

var linkDecodings = []decoding{
	{
		name: "a directory that moved and left a link", of: "/home/dev/proj/sub",
		fsys: tree("srv/proj/sub", "home/dev/proj -> /srv/proj"), want: []string{"/home/dev/proj/sub"},
	},
	{
		name: "a physical path before a longer one through a link", of: "/a/b/c",
		fsys: tree("a/b/c", "d", "a/b-c -> ../d"), want: []string{"/a/b/c", "/a/b-c"},
	},
	{
		name: "one link before two", of: "/a/b/c",
		fsys: tree("a", "d", "e", "a/b-c -> ../f", "f -> d", "x", "a/b -> ../x", "x/c -> ../e"),
		want: []string{"/a/b-c", "/a/b/c"},
	},
	{
		name: "a link to a directory that is an answer already adds none", of: "/a/b/c",
		fsys: tree("a/b-c", "a/b_c -> b-c", "a/b -> .", "a/c -> b-c"), want: []string{"/a/b-c"},
	},
	{
		name: "a physical path that was first met through a link", of: "/a/b/c",
		fsys: tree("a/b/c", "a-b -> a/b", "a_b -> /a/b"), want: []string{"/a/b/c"},
	},
	{
		name: "a wrong link does not hide the directories of a right one", of: "/data/old/x",
		fsys: tree("real/old-x", "data-old -> real", "data -> real"), want: []string{"/data/old-x"},
	},
	{
		name: "a link to a file", of: "/a/b",
		fsys: tree("a/f.file", "a/b -> f.file"), err: pathcodec.ErrNotFound,
	},
	{
		name: "a link through a file", of: "/a/b",
		fsys: tree("a/f.file", "a/b -> f.file/../."), err: pathcodec.ErrNotFound,
	},
	{
		name: "a link to nothing", of: "/a/b/c",
		fsys: tree("a", "a/b -> gone"), err: pathcodec.ErrNotFound,
	},
	{
		name: "a link to itself", of: "/a/b",
		fsys: tree("a", "a/b -> b"), err: pathcodec.ErrNotFound,
	},
	{
		name: "links to each other", of: "/a/b/c",
		fsys: tree("a", "a/b -> ../d/e", "d", "d/e -> /a/b"), err: pathcodec.ErrNotFound,
	},
	{
		name: "a loop ends", of: "/a/a/a/a/x",
		fsys: tree("a", "a/a -> ../a", "a/a-a -> /a"), err: pathcodec.ErrNotFound,
	},
	{
		name: "loops do not multiply", of: strings.Repeat("/a", 90) + "/x",
		fsys: tree("a", "a/a -> .", "a/a-a -> .", "a/a_a -> ."), err: pathcodec.ErrNotFound,
	},
	{
		name: "a loop is a way all the same", of: "/a/a/a/a/x",
		fsys: tree("a/x", "a/a -> ../a"), want: []string{"/a/a/a/a/x"},
	},
	{
		name: "32 links in one path, as many as every system opens", of: strings.Repeat("/a", 33) + "/x",
		fsys: tree("a/x", "a/a -> ."), want: []string{strings.Repeat("/a", 33) + "/x"},
	},
	{
		name: "33 links in one path", of: strings.Repeat("/a", 34) + "/x",
		fsys: tree("a/x", "a/a -> ."), err: pathcodec.ErrNotFound,
	},
	{
		name: "a link above the root stays there", of: "/a/b/c",
		fsys: tree("c", "a", "a/b -> ../../.."), want: []string{"/a/b/c"},
	},
	{
		name: "a link through another", of: "/a/l/x",
		fsys: tree("d/sub/x", "a/m -> ../d", "a/l -> m/sub"), want: []string{"/a/l/x"},
	},
	{
		name: "a chain of links", of: "/a/l/x",
		fsys: tree("d/x", "a", "a/l -> m", "a/m -> ./n", "a/n -> ../d/../d"), want: []string{"/a/l/x"},
	},
}

func TestDecodeLinks(t *testing.T) {
	t.Parallel()
	for _, tt := range linkDecodings {
		t.Run(tt.name, func(t *testing.T) { t.Parallel(); tt.check(t) })
	}
}

func TestDecodeWithoutReadLink(t *testing.T) {
	t.Parallel()
	fsys := struct{ fs.FS }{tree("a/b/c", "d", "a/b-c -> ../d")}
	got, err := pathcodec.Decoder{FS: fsys}.All(t.Context(), "-a-b-c")
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"/a/b/c"}, got); diff != "" {
		t.Error(diff)
	}
}
