// Package release holds the tests of what a person installs: the programs that scripts/build
// makes, the archives and packages that scripts/release makes, and scripts/get, which
// installs an archive.
//
// ATM_TEST_DIST names a directory in which goreleaser has made a release, as scripts/release
// does it. Without one the tests make an archive of their own, and there is no package to be
// tested.
package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// root is the top of the repository.
const root = "../../.."

// programs are what a release installs in bin.
var programs = []string{"atm", "cld"}

// distEnv names the directory of a release.
const distEnv = "ATM_TEST_DIST"

// platform is that of this machine, as in the names of archives.
const platform = runtime.GOOS + "_" + runtime.GOARCH

// own is the release that the tests make, where there is no other.
var own struct {
	once sync.Once
	dir  string
}

const ownVersion = "0.0.1-test"

// TestMain removes it.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "atm-release")
	if err != nil {
		panic(err)
	}
	own.dir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// dist returns a directory with the archive for this platform and checksums.txt, and the
// version of that release.
func dist(t *testing.T) (dir, version string) {
	t.Helper()
	if dir = os.Getenv(distEnv); dir == "" {
		own.once.Do(func() { makeDist(t, own.dir, ownVersion) })
		return own.dir, ownVersion
	}
	name := filepath.Base(only(t, filepath.Join(dir, "atm_*_"+platform+".tar.gz")))
	return dir, strings.TrimSuffix(strings.TrimPrefix(name, "atm_"), "_"+platform+".tar.gz")
}

// archiveName is the name of the archive for this platform.
func archiveName(version string) string { return "atm_" + version + "_" + platform + ".tar.gz" }

// only returns the one file that a pattern matches.
func only(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %q, %v", pattern, found, err)
	}
	return found[0]
}

// makeDist builds the programs, and makes an archive as .goreleaser.yaml describes it.
func makeDist(t *testing.T, dir, version string) {
	t.Helper()
	built := t.TempDir()
	build(t, root, built)
	var archive bytes.Buffer
	compressed := gzip.NewWriter(&archive)
	files := tar.NewWriter(compressed)
	add := func(name, path string, mode int64) {
		text := read(t, path)
		header := &tar.Header{Name: name, Mode: mode, Size: int64(len(text))}
		if err := files.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range programs {
		add(program, filepath.Join(built, program), 0o755)
	}
	for _, page := range filesBelow(t, filepath.Join(root, "scripts/share")) {
		add("share/"+page, filepath.Join(root, "scripts/share", page), 0o644)
	}
	if err := errors.Join(files.Close(), compressed.Close()); err != nil {
		t.Fatal(err)
	}
	name := archiveName(version)
	write(t, filepath.Join(dir, name), archive.Bytes())
	sum := fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(archive.Bytes()), name)
	write(t, filepath.Join(dir, "checksums.txt"), sum)
}

// build runs scripts/build of a clone.
func build(t *testing.T, clone, out string) {
	t.Helper()
	script := filepath.Join(clone, "scripts/build")
	for _, name := range []string{"build", "lib"} { // go test runs this again when they change
		read(t, filepath.Join(root, "scripts", name))
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	if text, err := exec.Command("bash", script, out).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, text)
	}
}

// unpackedHere returns the files of the archive for this platform, by their names.
func unpackedHere(t *testing.T) map[string]file {
	t.Helper()
	dir, version := dist(t)
	return unpacked(t, filepath.Join(dir, archiveName(version)))
}

// unpacked returns the files of an archive, by their names.
func unpacked(t *testing.T, path string) map[string]file {
	t.Helper()
	compressed, err := gzip.NewReader(bytes.NewReader(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	files, archive := map[string]file{}, tar.NewReader(compressed)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		files[header.Name] = file{
			text: text, mode: header.FileInfo().Mode(), changed: header.ModTime.Unix(), owner: header.Uname,
		}
	}
}

// file is a file of an archive.
type file struct {
	text    []byte
	mode    fs.FileMode
	changed int64 // Unix seconds
	owner   string
}

// filesBelow lists the files below a directory, sorted, none if there is no directory.
func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		names = append(names, name)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, text, 0o755)); err != nil {
		t.Fatal(err)
	}
}
