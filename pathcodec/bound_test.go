package pathcodec_test

import (
	"errors"
	"io/fs"
	"testing"

	"atm/pathcodec"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The search for -a-b-c lists /, /a and /a/b; they have 1, 3 and 1 entries, so it
// needs 3 listings and 5 entries.
func TestBound(t *testing.T) {
	t.Parallel()
	fsys := tree("a/b/c", "a/b-c", "a/x")
	both := []string{"/a/b-c", "/a/b/c"}
	for _, tt := range []struct {
		name              string
		listings, entries int
		want              []string
		err               error
	}{
		{name: "no listing too many", listings: 3, want: both},
		{name: "one listing too many", listings: 2, want: both[:1], err: pathcodec.ErrBound},
		{name: "two listings too many", listings: 1, err: pathcodec.ErrBound},
		{name: "no entry too many", entries: 5, want: both},
		{name: "one entry too many", entries: 4, want: both[:1], err: pathcodec.ErrBound},
		{name: "a listing within the bound is not used in part", entries: 3, err: pathcodec.ErrBound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := pathcodec.Decoder{FS: once(t, fsys), MaxListings: tt.listings, MaxEntries: tt.entries}
			got, err := d.All(t.Context(), "-a-b-c")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.err, err, cmpopts.EquateErrors()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBoundUnconfirmed(t *testing.T) {
	t.Parallel()
	path := "/" + a120 + "/" + b120
	d := pathcodec.Decoder{FS: tree(path[1:] + "/c"), MaxListings: 3}
	got, err := first(t.Context(), d, pathcodec.Encode(path+"/gone"))
	if got != path || !errors.Is(err, pathcodec.ErrUnconfirmed) || !errors.Is(err, pathcodec.ErrBound) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestUnreadableIsSkipped(t *testing.T) {
	t.Parallel()
	d := pathcodec.Decoder{FS: closedFS{tree("a/b-c/d", "a/b/c/d", "a/b-c-d"), "a/b-c"}}
	got, err := d.All(t.Context(), "-a-b-c-d")
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"/a/b-c-d", "/a/b/c/d"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnreadableIsToldWhenNothingIsFound(t *testing.T) {
	t.Parallel()
	d := pathcodec.Decoder{FS: closedFS{tree("a/b/c"), "a/b"}}
	got, err := d.All(t.Context(), "-a-b-c")
	if got != nil || !errors.Is(err, pathcodec.ErrNotFound) || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %q, %v", got, err)
	}
	want := `decode "-a-b-c": no such directory; 1 not readable: open a/b: permission denied`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

func TestTornListingIsUsed(t *testing.T) {
	t.Parallel()
	d := pathcodec.Decoder{FS: tornFS{tree("a/b", "a/c", "d")}}
	if got, err := first(t.Context(), d, "-a-b"); got != "/a/b" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	got, err := first(t.Context(), d, "-a-c")
	if got != "" || !errors.Is(err, pathcodec.ErrNotFound) || !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("got %q, %v", got, err)
	}
}

// Whatever is beside the path, only the directories on it are opened.
func TestListings(t *testing.T) {
	t.Parallel()
	fsys := once(t, tree("a/bb/c/d", "a/bb/x/d", "a/y", "z/bb", "a/bb/c/e", "a/b/c/d", "a/bbb/c/d"))
	if _, err := (pathcodec.Decoder{FS: fsys}).All(t.Context(), "-a-bb-c-d"); err != nil {
		t.Error(err)
	}
	want := map[string]int{".": 1, "a": 1, "a/bb": 1, "a/bb/c": 1}
	if diff := cmp.Diff(want, fsys.opened); diff != "" {
		t.Error(diff)
	}
}
