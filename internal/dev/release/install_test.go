package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// TestInstall: scripts/install builds and installs, under other names if that is wanted, and with --uninstall --yes
// takes everything back and asks nobody. What another program of the same name has stays.
func TestInstall(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		atm  string
	}{
		{name: "its own names", atm: "atm"},
		{name: "others", args: []string{"--prefix-name", "my"}, atm: "my-atm"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home, server := t.TempDir(), tmuxtest.Start(t)
			prefix, settings := filepath.Join(home, "opt"), filepath.Join(home, ".claude/settings.json")
			const before = "{\"model\": \"opus\", \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", " +
				"\"command\": \"/usr/bin/atm --take-money\"}]}]}}\n"
			write(t, settings, []byte(before))
			install := func(args ...string) string {
				t.Helper()
				command := exec.Command("bash", slices.Concat([]string{filepath.Join(root, "scripts/install")}, args,
					[]string{"--prefix", prefix}, tt.args)...)
				command.Env = append(slices.DeleteFunc(os.Environ(), func(variable string) bool {
					return strings.HasPrefix(variable, "CLAUDE_CONFIG_DIR=") || strings.HasPrefix(variable, "XDG_")
				}), "HOME="+home, "CLD_CLAUDE=nowhere",
					"GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"),
					"TMUX="+server.Socket+",1,0", "TMUX_PANE=", "TMUX_TMPDIR="+home) // else the servers of who tests are cleared
				out, err := command.CombinedOutput() // no terminal: a question would be an error
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				return string(out)
			}
			out := install("--yes", "--no-tmux")
			atm := filepath.Join(prefix, "bin", tt.atm)
			if !strings.Contains(out, "Installed: "+atm+", ") {
				t.Errorf("it is not %s:\n%s", atm, out)
			}
			if text := string(read(t, settings)); !strings.Contains(text, atm+" hook") || !strings.Contains(text, "money") {
				t.Errorf("no hook, or not that of another program:\n%s", text)
			}
			elsewhere := filepath.Join(home, "elsewhere")
			set := exec.Command(atm, "setup", "--yes", "--no-tmux", "--claude-home", elsewhere)
			set.Env = append(os.Environ(), "HOME="+home, "CLD_CLAUDE=nowhere")
			if out, err := set.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out := install("--uninstall", "--dry-run"); !strings.Contains(out, "Nothing was changed") ||
				strings.Contains(out, "gone") {
				t.Errorf("uninstall --dry-run said\n%s", out)
			}
			install("--uninstall", "--yes", "--claude-home", elsewhere)
			if files, text := filesBelow(t, elsewhere), string(read(t, settings)); len(files) > 0 || text != before {
				t.Errorf("left behind: %q, and settings:\n%s", files, text)
			}
			install("--yes", "--no-tmux")
			if out := install("--uninstall", "--yes"); !strings.Contains(out, tt.atm+" and ") {
				t.Errorf("uninstall said\n%s", out)
			}
			if text := string(read(t, settings)); text != before {
				t.Errorf("settings afterwards:\n%s", text)
			}
			left := slices.DeleteFunc(filesBelow(t, home), func(name string) bool {
				return strings.HasPrefix(name, ".claude/settings.json") || strings.HasPrefix(name, ".config/go/")
			})
			if len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// goEnv says where Go keeps what it has built and downloaded: with another home it would do all again.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Skip("there is no Go")
	}
	return strings.TrimSpace(string(out))
}
