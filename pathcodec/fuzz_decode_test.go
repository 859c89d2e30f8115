package pathcodec_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"atm/pathcodec"
)

// addTrees adds the rows of the tables as seeds: a tree, as its paths separated
// by NUL, and the path whose name is decoded.
func addTrees(f *testing.F) {
	for _, tt := range slices.Concat(decodings, longDecodings, linkDecodings) {
		var paths []string
		for name, file := range tt.fsys {
			if file.Mode.Type() == fs.ModeSymlink {
				name += " -> " + string(file.Data)
			}
			paths = append(paths, name)
		}
		slices.Sort(paths)
		f.Add(strings.Join(paths, "\x00"), tt.of)
	}
}

// plant makes a tree of input and returns its directories: those named, their
// parents, and links where no directory is.
func plant(input string) (fsys fstest.MapFS, dirs []string) {
	fsys = fstest.MapFS{}
	links := map[string]string{}
	for _, p := range strings.SplitN(input, "\x00", 12) {
		p, target, isLink := strings.Cut(p, " -> ")
		switch {
		case !fs.ValidPath(p) || strings.Contains(p+target, "\x00"):
		case isLink:
			links[p] = target
		default:
			for ; p != "."; p = path.Dir(p) {
				fsys[p] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
			}
		}
	}
	for p := range fsys {
		dirs = append(dirs, "/"+p)
	}
	dirs = append(dirs, "/")
	for p, target := range links {
		if fsys[p] == nil && p != "." && target != "" && slices.Contains(dirs, path.Dir("/"+p)) {
			fsys[p] = &fstest.MapFile{Mode: fs.ModeSymlink | 0o777, Data: []byte(target)}
		}
	}
	return fsys, dirs
}

// For every directory that exists, All of its name contains it. For any name, what comes back is a directory
// and has the name, or is marked. No directory is listed twice.
func FuzzDecode(f *testing.F) {
	addTrees(f)
	f.Fuzz(func(t *testing.T, input, of string) {
		fsys, dirs := plant(input)
		// fstest follows neither loops nor absolute links, so links are taken on trust.
		isDir := func(p string) bool {
			return slices.Contains(dirs, p) || throughLink(fsys, p)
		}
		open := func() fs.FS { return once(t, fsys) }
		for _, dir := range dirs {
			found := checkName(t, open, pathcodec.Encode(dir), isDir)
			if !slices.Contains(found, dir) {
				t.Errorf("%q is not among %q", dir, found)
			}
		}
		checkName(t, open, of, isDir)
		checkName(t, open, pathcodec.Encode(of), isDir)
	})
}

func throughLink(fsys fstest.MapFS, p string) bool {
	for ; p != "/"; p = path.Dir(p) {
		if file := fsys[p[1:]]; file != nil && file.Mode.Type() == fs.ModeSymlink {
			return true
		}
	}
	return false
}

// checkName decodes a name and returns the paths that may have it.
func checkName(t *testing.T, open func() fs.FS, name string, isDir func(string) bool) []string {
	t.Helper()
	all, err := pathcodec.Decoder{FS: open()}.All(t.Context(), name)
	for _, p := range all {
		if !isDir(p) || (pathcodec.Encode(p) == name) != (err == nil) {
			t.Errorf("All(%q): %q, %v", name, p, err)
		}
	}
	return all
}

// The same on a real file system, which has its own idea of what exists.
func FuzzDecodeReal(f *testing.F) {
	addTrees(f)
	f.Fuzz(func(t *testing.T, input, of string) {
		root := physical(t)
		open := func() fs.FS { return os.DirFS("/") }
		isDir := func(p string) bool {
			info, err := os.Stat(p)
			return err == nil && info.IsDir()
		}
		for _, dir := range plantReal(root, input) {
			found := checkName(t, open, pathcodec.Encode(dir), isDir)
			if !slices.Contains(found, dir) {
				t.Errorf("%q is not among %q", dir, found)
			}
		}
		checkName(t, open, pathcodec.Encode(filepath.Join(root, of)), isDir)
	})
}

// plantReal makes the tree below root and returns its directories as far as this
// file system takes them.
func plantReal(root, input string) (made []string) {
	fsys, dirs := plant(input)
	for _, dir := range dirs {
		dir = filepath.Join(root, dir)
		if os.MkdirAll(dir, 0o755) == nil {
			made = append(made, dir)
		}
	}
	for link, file := range fsys {
		if target := string(file.Data); file.Mode.Type() == fs.ModeSymlink && !path.IsAbs(target) {
			_ = os.Symlink(target, filepath.Join(root, link)) // else there is none
		}
	}
	return made
}
