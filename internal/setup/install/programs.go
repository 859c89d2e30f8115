package install

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// output runs a program and returns what it has printed to its standard output.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.Output()
	return out, withoutWaitDelay(err)
}

// combinedOutput runs a program and returns all that it has printed.
func combinedOutput(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = waitDelay
	out, err := cmd.CombinedOutput()
	return out, withoutWaitDelay(err)
}

// waitDelay is how long a process may keep the output open that a program has left in
// the background. What the program itself has printed is there when it ends.
const waitDelay = time.Second

// withoutWaitDelay drops exec.ErrWaitDelay: that is returned only where the program itself has succeeded,
// and a process that it left in the background still held the output open.
func withoutWaitDelay(err error) error {
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

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
