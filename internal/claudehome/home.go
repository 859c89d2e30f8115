// Package claudehome reads what Claude Code keeps in its home directory: the
// registry of running clients and the transcripts of sessions. It only reads,
// takes nothing for granted (the files are undocumented, may be half-written and
// hold unknown values), and follows no path that stands in a file.
//
// It promises that no file is opened but sessions/PID.json and
// projects/DIRECTORY/UUID.jsonl, that neither DIRECTORY nor the file is a
// symbolic link, and that of a transcript no more than 128 KiB are read. It does
// not promise that text is fit for a terminal: it is as the client wrote it.
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
