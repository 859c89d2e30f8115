package edit_test

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/sys/edit"
)

// TestRefused: a file that we may not change stays as it is, and no other file is left beside it.
func TestRefused(t *testing.T) {
	t.Parallel()
	old := func(t *testing.T, path string) { write(t, path, "old", 0o600) }
	tests := []struct {
		name   string
		before func(t *testing.T, path string) // the file is read then
		after  func(t *testing.T, path string)
		want   error
	}{
		{
			name: "read-only, also for root",
			before: func(t *testing.T, path string) {
				write(t, path, "old", 0o444)
			},
			want: edit.ErrReadOnly,
		},
		{
			name: "other content", before: old,
			after: func(t *testing.T, path string) {
				write(t, path, "theirs", 0o600)
			},
			want: edit.ErrChanged,
		},
		{
			name: "the same content in another file", before: old,
			after: func(t *testing.T, path string) {
				write(t, path+".new", "old", 0o600)
				if err := os.Rename(path+".new", path); err != nil {
					t.Fatal(err)
				}
			},
			want: edit.ErrChanged,
		},
		{
			name: "gone", before: old,
			after: func(t *testing.T, path string) { remove(t, path) }, want: edit.ErrChanged,
		},
		{
			name: "made by somebody else", before: func(*testing.T, string) {}, after: old,
			want: edit.ErrChanged,
		},
		{
			name: "the link leads elsewhere now",
			before: func(t *testing.T, path string) {
				write(t, path+"1", "old", 0o600)
				link(t, path+"1", path)
			},
			after: func(t *testing.T, path string) {
				write(t, path+"2", "old", 0o600)
				remove(t, path)
				link(t, path+"2", path)
			},
			want: edit.ErrChanged,
		},
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
