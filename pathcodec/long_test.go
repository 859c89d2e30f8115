package pathcodec_test

import (
	"testing"

	"atm/pathcodec"
)

// Names over 200 units: a120 and b120 together pass the limit, a120 alone does
// not.
var longDecodings = []decoding{
	{
		name: "confirmed by the hash", of: "/p/" + a120 + "/" + b120,
		fsys: tree("p/"+a120+"/"+b120, "p/"+a120+"/"+b120+"c", "p/"+a120+"-"+b120),
		want: []string{"/p/" + a120 + "/" + b120},
	},
	{
		name: "below the 200th unit", of: "/p/" + a120 + "/" + b120 + "/.x/y z",
		fsys: tree("p/"+a120+"/"+b120+"/.x/y z", "p/"+a120+"/"+b120+"/.x/y-z", "p/"+a120+"/"+b120+"/-x/y z"),
		want: []string{"/p/" + a120 + "/" + b120 + "/.x/y z"},
	},
	{
		name: "a wrong long match is left again", of: "/p/" + a120 + "/" + b120,
		fsys: tree("p/"+a120+"-"+b120[:40], "p-"+a120+"/"+b120+"/c", "p/"+a120+"/"+b120),
		want: []string{"/p/" + a120 + "/" + b120},
	},
	{
		name: "a name ends at the 200th unit", of: "/" + a120 + "/" + b120[:78] + "/c",
		fsys: tree(a120 + "/" + b120[:78] + "/c"), want: []string{"/" + a120 + "/" + b120[:78] + "/c"},
	},
	{
		name: "a name starts at the 200th unit", of: "/" + a120 + "/" + b120[:77] + "/c",
		fsys: tree(a120 + "/" + b120[:77] + "/c"), want: []string{"/" + a120 + "/" + b120[:77] + "/c"},
	},
	{
		name: "a name starts at the 201st unit", of: "/" + a120 + "/" + b120[:78] + "/cd",
		fsys: tree(a120 + "/" + b120[:78] + "/cd"), want: []string{"/" + a120 + "/" + b120[:78] + "/cd"},
	},
	{
		name: "two paths with one hash", of: "/" + a120 + "/" + b120 + "/v1P",
		fsys: tree(a120+"/"+b120+"/v1P", a120+"/"+b120+"/v21", a120+"/"+b120+"/v22"),
		want: []string{"/" + a120 + "/" + b120 + "/v1P", "/" + a120 + "/" + b120 + "/v21"},
	},
	{
		name: "hash of none: all that agree in 200 units, nearest first, marked",
		of:   "/" + a120 + "/" + b120 + "/gone",
		fsys: tree(a120+"/"+b120+"/c/d", a120+"/"+b120+"/e/f", a120+"-"+b120, a120+"/"+b120[:78]),
		want: []string{
			"/" + a120 + "-" + b120, "/" + a120 + "/" + b120,
			"/" + a120 + "/" + b120 + "/c", "/" + a120 + "/" + b120 + "/e",
			"/" + a120 + "/" + b120 + "/c/d", "/" + a120 + "/" + b120 + "/e/f",
		},
		err: pathcodec.ErrUnconfirmed,
	},
	{
		name: "hash of none: the current directory is the best guess", of: "/" + a120 + "/" + b120 + "/gone",
		fsys: tree(a120+"/"+b120+"/c", a120+"-"+b120), cwd: "/" + a120 + "/" + b120 + "/c",
		want: []string{"/" + a120 + "/" + b120 + "/c", "/" + a120 + "-" + b120, "/" + a120 + "/" + b120},
		err:  pathcodec.ErrUnconfirmed,
	},
	{
		name: "hash of none: a current directory elsewhere is no guess", of: "/" + a120 + "/" + b120,
		fsys: tree("a/" + a120 + "/" + b120), cwd: "/a/" + a120 + "/" + b120,
		err: pathcodec.ErrNotFound,
	},
	{
		name: "a confirmed path is preferred to the current directory", of: "/" + a120 + "/" + b120 + "/d",
		fsys: tree(a120+"/"+b120+"/c", a120+"/"+b120+"/d"), cwd: "/" + a120 + "/" + b120 + "/c",
		want: []string{"/" + a120 + "/" + b120 + "/d"},
	},
	{
		name: "nothing is long enough", of: "/" + a120 + "/" + b120,
		fsys: tree(a120 + "/" + b120[:78]), err: pathcodec.ErrNotFound,
	},
	{
		name: "loops below the 200th unit", of: "/" + a120 + "/" + b120 + "/gone",
		fsys: tree(a120+"/"+b120+"/c", a120+"/"+b120+"/c/up -> ../..", a120+"/"+b120+"/self -> ."),
		want: []string{"/" + a120 + "/" + b120, "/" + a120 + "/" + b120 + "/c", "/" + a120 + "/" + b120 +
			"/c/up"},
		err: pathcodec.ErrUnconfirmed,
	},
	{
		name: "a link where the directory was before it moved", of: "/" + a120 + "/" + b120 + "/old",
		fsys: tree(a120+"/"+b120+"/new", a120+"/"+b120+"/old -> new"),
		want: []string{"/" + a120 + "/" + b120 + "/old"},
	},
	{
		name: "a link to the root is not searched below the 200th unit", of: "/" + a120 + "/" + b120 +
			"/all/x",
		fsys: tree(a120+"/"+b120, a120+"/"+b120+"/all -> /", "x"),
		want: []string{"/" + a120 + "/" + b120, "/" + a120 + "/" + b120 + "/all"},
		err:  pathcodec.ErrUnconfirmed,
	},
	{
		name: "a link short of the 200th unit", of: "/p/" + a120 + "/" + b120 + "/c",
		fsys: tree("q/"+a120+"/"+b120+"/c", "p -> q"), want: []string{"/p/" + a120 + "/" + b120 + "/c"},
	},
}

func TestDecodeLong(t *testing.T) {
	t.Parallel()
	for _, tt := range longDecodings {
		t.Run(tt.name, func(t *testing.T) { t.Parallel(); tt.check(t) })
	}
}

// Older versions of Claude Code had another hash, of a length that we do not know.
func TestDecodeOtherHash(t *testing.T) {
	t.Parallel()
	path := "/" + a120 + "/" + b120
	for _, hash := range []string{"0", "3kq0v9d1x2abc", "Zz"} {
		name := pathcodec.Encode(path)[:201] + hash
		got, err := first(t.Context(), pathcodec.Decoder{FS: once(t, tree(path[1:]))}, name)
		if got != path {
			t.Errorf("hash %s: got %q, %v", hash, got, err)
		}
	}
}
