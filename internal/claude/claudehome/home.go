// Package claudehome reads the home directory of Claude Code: the registry of running processes, and the
// transcripts of sessions. It only reads. The files are undocumented, may be half-written and may hold
// unknown values, so the package tolerates any content, and never opens a path that it has read from a file.
//
// It promises to open only sessions/PID.json, jobs/ID/state.json, daemon/attach-journal/*, daemon/roster.json,
// teams/*/config.json, plans/NAME.md, projects/DIRECTORY/UUID.jsonl and the files of subagents below UUID;
// that no file and no directory below projects is a symbolic link, though projects itself and its neighbours
// may be; and that it reads at most 64 KiB of an entry, 1 MiB of the roster and 1 MiB of a transcript, except for a
// plan (4 MiB), whole turns, a subagent's start and what follows a given place (64 MiB), and by [Text.Lines]. It does
// not promise that text is fit for a terminal: texts are returned as Claude Code wrote them.
package claudehome

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Dir returns the directory of the Claude home: $CLAUDE_CONFIG_DIR, else .claude in $HOME, else "". It has no slash at
// its end, so that it can be compared with the homes of other sessions.
func Dir(getenv func(string) string) string {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Clean(dir)
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".claude")
	}
	return ""
}

// IsChosen reports whether somebody has chosen a Claude home with CLAUDE_CONFIG_DIR. The home of another HOME must be
// left to that HOME: with the variable, Claude Code has its .claude.json in the home, without it beside the home.
func IsChosen(getenv func(string) string, home string) bool {
	if home == filepath.Join(getenv("HOME"), ".claude") {
		return false
	}
	_, err := os.Stat(filepath.Join(home, ".claude.json"))
	return err == nil || filepath.Base(home) != ".claude"
}

// Open returns the Claude home as a file system.
func Open(getenv func(string) string) fs.FS { return os.DirFS(Dir(getenv)) }

// Program finds Claude Code by a path, by a name on PATH, or else in the directories below the user's home
// into which its installers put it. These need not be on PATH, because the installers define an alias in the
// shell.
func Program(name, home string) (string, error) {
	program, err := exec.LookPath(name)
	if err == nil || home == "" || strings.ContainsRune(name, '/') {
		return program, err
	}
	for _, dir := range []string{".local/bin", ".claude/local"} {
		if installed, missing := exec.LookPath(filepath.Join(home, dir, name)); missing == nil {
			return installed, nil
		}
	}
	return "", err
}

func readEntry(home fs.FS, name string) ([]byte, error) { return readFile(home, name, maxEntry) }

// readFile reads a file of at most limit bytes. It opens only regular files: to open or read a pipe may
// block.
func readFile(home fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Lstat(home, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("file %q: not a regular file", name)
	}
	file, err := home.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("file %q: longer than %d bytes", name, limit)
	}
	return text, err
}
