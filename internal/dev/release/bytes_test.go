package release

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSameBytes: two builds of one commit, in different directories, are the same programs.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	one, two := buildOfCommit(t, "one"), buildOfCommit(t, "another directory")
	for _, program := range programs {
		if !bytes.Equal(read(t, filepath.Join(one, program)), read(t, filepath.Join(two, program))) {
			t.Errorf("%s differs", program)
		}
	}
}

// TestReleasePrograms: an archive for this platform holds the programs that scripts/build makes
// of the same commit.
func TestReleasePrograms(t *testing.T) {
	t.Parallel()
	needRelease(t)
	if changes := git(t, "status", "--porcelain"); changes != "" {
		t.Skipf("the programs of the release say that something was changed:\n%s", changes)
	}
	files, built := unpackedHere(t), buildOfCommit(t, "elsewhere")
	for _, program := range programs {
		if !bytes.Equal(read(t, filepath.Join(built, program)), files[program].text) {
			t.Errorf("%s is not what scripts/build makes", program)
		}
	}
}

// TestReleaseArchives: each archive holds the programs for its platform and the pages, and
// nothing that tells who made it, or when.
func TestReleaseArchives(t *testing.T) {
	t.Parallel()
	needRelease(t)
	archives, err := filepath.Glob(filepath.Join(os.Getenv(distEnv), "atm_*.tar.gz"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("archives: %q, %v", archives, err)
	}
	want := []string{"LICENSE"}
	for _, name := range installed(t) {
		want = append(want, strings.TrimPrefix(name, "bin/"))
	}
	slices.Sort(want)
	committed := lastCommit(t, "%ct")
	for _, archive := range archives {
		files := unpacked(t, archive)
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", archive, diff)
		}
		for name, file := range files {
			mode := "-rw-r--r--"
			if slices.Contains(programs, name) {
				mode = "-rwxr-xr-x"
				checkProgram(t, archive, name, file.text)
			}
			got := []string{file.mode.String(), file.owner, fmt.Sprint(file.changed)}
			if diff := cmp.Diff([]string{mode, "root", committed}, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", archive, name, diff)
			}
		}
	}
}

// checkProgram looks into a program for what it was built for, and from.
func checkProgram(t *testing.T, archive, name string, text []byte) {
	t.Helper()
	info, err := buildinfo.Read(bytes.NewReader(text))
	if err != nil {
		t.Errorf("%s, %s: %v", archive, name, err)
		return
	}
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	system, arch := settings["GOOS"], settings["GOARCH"]
	if !strings.HasSuffix(archive, "_"+system+"_"+arch+".tar.gz") {
		t.Errorf("%s: %s is for %s on %s", archive, name, system, arch)
	}
	if settings["CGO_ENABLED"] != "0" || settings["vcs.revision"] != lastCommit(t, "%H") {
		t.Errorf("%s: %s was built with %q", archive, name, settings)
	}
}

// needRelease skips a test where there is no release.
func needRelease(t *testing.T) {
	t.Helper()
	if os.Getenv(distEnv) == "" {
		t.Skip("no release: scripts/release makes one")
	}
}

// buildOfCommit builds the programs in a new clone of the repository.
func buildOfCommit(t *testing.T, name string) string {
	t.Helper()
	clone := filepath.Join(t.TempDir(), name)
	git(t, "clone", "-q", ".", clone)
	build(t, clone, filepath.Join(clone, "bin"))
	return filepath.Join(clone, "bin")
}

// lastCommit tells something of the commit that is checked out. Times are UTC.
func lastCommit(t *testing.T, format string) string {
	t.Helper()
	text := git(t, "log", "-1", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format="+format)
	return strings.TrimSpace(text)
}

// git runs git in the repository. The test is skipped where there is none.
func git(t *testing.T, args ...string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("no repository: it is an unpacked archive")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), "TZ=UTC")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %q: %v", args, err)
	}
	return string(out)
}
