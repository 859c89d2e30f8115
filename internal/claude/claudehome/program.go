package claudehome

import (
	"os/exec"
	"path/filepath"
	"strings"
)

// installDirs are where installers of Claude Code put it, below the user's home. PATH
// may not lead there, because the installers also define an alias in the shell.
var installDirs = []string{".local/bin", ".claude/local"}

// Program finds Claude Code by a name on PATH, or by a path, or else where its
// installers put it below the user's home directory.
func Program(name, home string) (string, error) {
	program, err := exec.LookPath(name)
	if err == nil || home == "" || strings.ContainsRune(name, '/') {
		return program, err
	}
	for _, dir := range installDirs {
		if installed, missing := exec.LookPath(filepath.Join(home, dir, name)); missing == nil {
			return installed, nil
		}
	}
	return "", err
}
