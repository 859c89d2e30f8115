package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
)

// TestInstallScript: from a clone to icons, and back to nothing.
func TestInstallScript(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	home := t.TempDir()
	caches, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Skipf("no go: %v", err)
	}
	cache := strings.Fields(string(caches))
	install := func(args ...string) string {
		t.Helper()
		args = append([]string{filepath.Join(root, "scripts/install"), "--prefix", home + "/a b"}, args...)
		cmd := exec.Command("bash", args...)
		cmd.Env = append(s.Env("%0"), "HOME="+home, "SHELL=/bin/zsh", "CLD_CLAUDE=nowhere",
			"GOCACHE="+cache[0], "GOMODCACHE="+cache[1], "GOPATH="+cache[2])
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("scripts/install %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	out := install("--yes")
	for _, want := range []string{"Installed: ", "Done: a test event was in its pane"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	hint := home + "/a b/bin is not on PATH. Put this line into ~/.zshrc, and open a new shell:\n" +
		"  export PATH=\"" + home + "/a b/bin:$PATH\"\n"
	if !strings.HasSuffix(out, hint) {
		t.Errorf("the end is not %q:\n%s", hint, out)
	}
	for _, name := range []string{
		"a b/bin/atm", "a b/bin/cld", "a b/share/man/man1/atm.1", "a b/share/man/man1/cld.1",
		"a b/share/zsh/site-functions/_atm", ".claude/settings.json", ".tmux.conf",
	} {
		if _, err := os.Stat(filepath.Join(home, name)); err != nil {
			t.Error(err)
		}
	}
	text, err := exec.Command(home+"/a b/bin/atm", "--version").Output()
	if err != nil || !strings.HasPrefix(string(text), "atm ") {
		t.Errorf("--version: %q, %v", text, err)
	}
	install("--uninstall")
	if diff := cmp.Diff([]string(nil), files(t, home)); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
}

// files lists the files below a directory, without what go itself puts there.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !slices.Contains(strings.Split(path, "/"), "telemetry") {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
