package claudehome

import (
	"os/exec"
	"path/filepath"
	"strings"
)

// places are where Claude Code's installers put it, below the user's home: PATH
// may not lead there, and the shell know it by an alias alone.
var places = []string{".local/bin", ".claude/local"}

// Program finds the client on PATH by that name, which may be a path, or where its
// installers put it below the user's home directory.
func Program(name, home string) (string, error) {
	program, err := exec.LookPath(name)
	if err == nil || home == "" || strings.ContainsRune(name, '/') {
		return program, err
	}
	for _, dir := range places {
		if there, missing := exec.LookPath(filepath.Join(home, dir, name)); missing == nil {
			return there, nil
		}
	}
	return "", err
}
