// Package claudehome reads what Claude Code keeps in its home directory: the
// registry of the processes that run, and the transcripts of sessions. It only
// reads. The files are undocumented, may be half-written and hold unknown values, so
// it expects nothing of them, and follows no path that stands in one.
//
// It promises that no file is opened but sessions/PID.json, jobs/ID/state.json, daemon/attach-journal/*,
// teams/*/config.json, plans/NAME.md, projects/DIRECTORY/UUID.jsonl and what is below UUID of subagents, that none of
// these directories nor the file is a symbolic link, and that no more than 64 KiB of an entry and 288 KiB of a
// transcript are read, but by [LastTurns], which reads at most the last 64 MiB, and by [OpenText]. It does not
// promise that text is fit for a terminal: it is as Claude Code wrote it.
package claudehome

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Dir returns the directory of the Claude home: $CLAUDE_CONFIG_DIR, else
// .claude in $HOME, else "".
func Dir(getenv func(string) string) string {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return dir
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".claude")
	}
	return ""
}

// Open returns the Claude home as a file system.
func Open(getenv func(string) string) fs.FS { return os.DirFS(Dir(getenv)) }
