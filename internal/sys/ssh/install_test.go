package ssh_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/sys/ssh"
)

// TestSetupScript: a claude that only the login shell has on PATH is found, and one on PATH is used as it is.
func TestSetupScript(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for name, text := range map[string]string{
		".local/bin/atm": "#!/bin/sh\necho \"claude is ${CLD_CLAUDE:-on PATH}, $*\"\n",
		"login/claude":   "#!/bin/sh\n",
		"usual/claude":   "#!/bin/sh\n",
		".bash_profile":  "echo Welcome!\nPATH=$PATH:$HOME/login\n",
	} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		"/usr/bin:/bin": home + "/login/claude",
		"/usr/bin:/bin:" + filepath.Join(home, "usual"): "on PATH",
	} {
		cmd := exec.Command("sh", "-c", ssh.SetUp())
		cmd.Env = []string{"HOME=" + home, "PATH=" + path, "SHELL=" + bash}
		out, err := cmd.CombinedOutput()
		if said := strings.TrimSpace(string(out)); err != nil || said != "claude is "+want+", setup --no-tmux" {
			t.Errorf("PATH=%s: %v: %s", path, err, said)
		}
	}
}
