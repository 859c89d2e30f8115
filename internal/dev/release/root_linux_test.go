package release

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"atm/internal/cli"
	"atm/internal/dev/tmuxtest"
)

// TestReleaseRuns: the programs of an archive need nothing of a system: in a root with nothing
// else they are what they should be, and their hook tells a tmux.
func TestReleaseRuns(t *testing.T) {
	t.Parallel()
	top := emptyRoot(t)
	for name, file := range unpackedHere(t) {
		write(t, filepath.Join(top, "opt/atm", name), file.text)
	}
	use(t, top, "/opt/atm/")
}

// TestDeb: the package is installed in a root with nothing else, used, and purged to the last
// file. It wants a tmux that atm can work with.
func TestDeb(t *testing.T) {
	t.Parallel()
	needRelease(t)
	dir := os.Getenv(distEnv)
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Skip(err)
	}
	deb := only(t, filepath.Join(dir, "atm_*_"+runtime.GOARCH+".deb"))
	for _, tt := range []struct {
		name, tmux string
		refused    bool
	}{
		{name: "tmux is new enough", tmux: "3.2a-4"},
		{name: "tmux is too old", tmux: "3.1c-1", refused: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			top := emptyRoot(t)
			status := filepath.Join(top, "var/lib/dpkg/status")
			write(t, status, fmt.Appendf(nil, "Package: tmux\nStatus: install ok installed\nMaintainer: nobody\n"+
				"Architecture: %s\nVersion: %s\nDescription: x\n\n", runtime.GOARCH, tt.tmux))
			switch out, err := dpkg(top, "--install", deb); {
			case tt.refused && (err == nil || !strings.Contains(out, "depends on tmux (>= 3.2)")):
				t.Errorf("%v:\n%s", err, out)
			case !tt.refused && err != nil:
				t.Fatalf("%v:\n%s", err, out)
			case !tt.refused:
				checkPackage(t, top)
				use(t, top, "/usr/bin/")
			}
			if out, err := dpkg(top, "--purge", "atm"); err != nil {
				t.Errorf("%v:\n%s", err, out)
			}
			left := slices.DeleteFunc(filesBelow(t, top), func(name string) bool {
				base := filepath.Base(name)
				return strings.HasPrefix(name, "var/lib/dpkg/") && !strings.HasPrefix(base, "atm.") // dpkg's own
			})
			if text := string(read(t, status)); len(left) > 0 || strings.Contains(text, "Package: atm") {
				t.Errorf("left behind: %q\n%s", left, text)
			}
		})
	}
}

// checkPackage looks for what belongs into the directories of a Debian system.
func checkPackage(t *testing.T, top string) {
	t.Helper()
	want := []string{"share/doc/atm/copyright"}
	for _, name := range installed(t) {
		want = append(want, strings.Replace(name, "zsh/site-functions", "zsh/vendor-completions", 1))
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, filesBelow(t, filepath.Join(top, "usr"))); diff != "" {
		t.Errorf("files of the package (-want +got):\n%s", diff)
	}
}

// emptyRoot makes the root directory of a system in which there is nothing yet.
func emptyRoot(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can change the root directory")
	}
	top := filepath.Join(tmuxtest.Dir(t), "root")
	for _, dir := range []string{"home", "tmp", "var/lib/dpkg/info", "var/lib/dpkg/updates"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

// dpkg runs dpkg for a root, of which it keeps no log.
func dpkg(top string, args ...string) (string, error) {
	cmd := exec.Command("dpkg", append([]string{"--root=" + top, "--log=/dev/null"}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// use runs the programs within a root: a hook that tells a tmux outside, whose socket lies
// in it, and what people call.
func use(t *testing.T, top, bin string) {
	t.Helper()
	s := tmuxtest.Start(t)
	if err := os.Link(s.Socket, filepath.Join(top, "tmp/s")); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(filepath.Join(top, "tmp/s")) // it is none of what was installed
	run := func(stdin, program string, args ...string) string {
		t.Helper()
		cmd := exec.Command(bin+program, args...)
		cmd.Path, cmd.Err = bin+program, nil // it is not where this process would look
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: top}
		cmd.Env = []string{"HOME=/home", "PATH=" + bin, "TMUX=/tmp/s," + s.PID + ",0", "TMUX_PANE=%0"}
		cmd.Dir, cmd.Stdin = "/", strings.NewReader(stdin)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s %q: %v\n%s", program, args, err, out)
		}
		return string(out)
	}
	var got cli.Build
	if err := json.Unmarshal([]byte(run("", "atm", "version", "--json")), &got); err != nil {
		t.Errorf("atm version --json: %v", err)
	}
	want := cli.Build{
		Commit: lastCommit(t, "%H"), Date: lastCommit(t, "%cd"),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(cli.Build{}, "Version", "Modified")); diff != "" {
		t.Errorf("atm version --json (-want +got):\n%s", diff)
	}
	run(`{"hook_event_name": "UserPromptSubmit", "session_id": "6f1d5a1e-0000-4000-8000-000000000000"}`,
		"atm", "hook")
	if got := s.Tmux("show-options", "-pqv", "-t", "%0", "@meta.claude.state"); got != "working" {
		t.Errorf("the state is %q after a hook", got)
	}
	if got := run("", "cld", "sessions", "--json"); got != "[]\n" {
		t.Errorf("cld sessions: %q", got)
	}
}
