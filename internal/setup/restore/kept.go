package restore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"atm/pathcodec"
)

// before stands in the name of the script that the server before this one has left.
const before = ".before"

// KeptDir is where scripts are kept, in a home directory.
func KeptDir(home string) string { return filepath.Join(home, ".local", "state", "atm") }

// KeptFile is the script that is kept for the server with this socket.
func KeptFile(home, socket string) string {
	name := filepath.Base(socket)
	if !strings.HasPrefix(filepath.Base(filepath.Dir(socket)), "tmux-") { // where tmux itself puts none
		name = strings.TrimLeft(pathcodec.Encode(socket), "-")
	}
	return filepath.Join(KeptDir(home), name+".sh")
}

// KeptBefore is the script that the server before this one has left, beside its own.
func KeptBefore(file string) string { return strings.TrimSuffix(file, ".sh") + before + ".sh" }

// Resumes reports whether a session of Claude Code runs in any pane.
func Resumes(sessions []Session) bool {
	for _, session := range sessions {
		for _, window := range session.Windows {
			if slices.ContainsFunc(window.Panes, func(p Pane) bool { return p.ID != "" }) {
				return true
			}
		}
	}
	return false
}

// Keep writes the script into a file that only its owner can read, in the place of the one from before. If the
// server has kept none yet, the one that is there is from the server before, and is kept beside it.
func Keep(file, script string, isFirst bool) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if isFirst {
		if err := os.Rename(file, KeptBefore(file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	next, err := os.CreateTemp(filepath.Dir(file), ".next-*")
	if err != nil {
		return err
	}
	_, err = next.WriteString(script)
	if err = errors.Join(err, next.Close()); err == nil {
		err = os.Rename(next.Name(), file)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(next.Name()))
	}
	return err
}
