package install

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// OldestFzf is the oldest fzf with which atm pick can show the inbox: before that, what a key
// runs is not connected with the terminal.
const OldestFzf = "0.53"

// FzfInstallLine installs a new one where the package manager has none or an old one: Debian 12 has 0.38.
const FzfInstallLine = "git clone --depth 1 https://github.com/junegunn/fzf ~/.fzf && ~/.fzf/install"

// FindFzf returns the absolute path and the version of the fzf on PATH. Where there is none
// the error is [exec.ErrNotFound].
func FindFzf(ctx context.Context) (program, version string, err error) {
	program, err = exec.LookPath("fzf")
	if err != nil {
		return "", "", err
	}
	out, err := output(exec.CommandContext(ctx, program, "--version"))
	if err != nil {
		return "", "", fmt.Errorf("%s --version: %w", program, err)
	}
	version, _, _ = strings.Cut(strings.TrimSpace(string(out)), " ") // "0.53.0 (debian)"
	if version == "" || version[0] < '0' || version[0] > '9' {
		return "", "", fmt.Errorf("%s --version: no version in %q", program, out)
	}
	return program, version, nil
}

// FzfTooOld reports whether a version of fzf is too old for the inbox.
func FzfTooOld(version string) bool { return compare(version, OldestFzf) < 0 }
