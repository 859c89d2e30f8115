package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Transcript is the file of a session, known by its name only. It has not been opened yet.
type Transcript struct {
	Project string // name of the directory below projects
	ID      string // of the session, as the file is called
}

// Path returns the path of the file within the Claude home.
func (t Transcript) Path() string { return path.Join("projects", t.Project, t.ID+".jsonl") }

// TranscriptAt returns the transcript with that path, which need not be in a Claude home.
func TranscriptAt(file string) Transcript {
	return Transcript{
		Project: filepath.Base(filepath.Dir(file)),
		ID:      strings.TrimSuffix(filepath.Base(file), ".jsonl"),
	}
}

// FindTranscript returns the transcript with that path and its home of Claude Code. The path comes from an
// option, which anybody may have set: only HOME/projects/DIRECTORY/UUID.jsonl is found, and only as a
// regular file without symbolic links.
func FindTranscript(path string) (home string, transcript Transcript, found bool) {
	project := filepath.Dir(path)
	home = filepath.Dir(filepath.Dir(project))
	transcript = TranscriptAt(path)
	inPlace := filepath.IsAbs(path) && filepath.Join(home, filepath.FromSlash(transcript.Path())) == path
	found = inPlace && SessionID(transcript.ID) && isDirectory(project) && isRegular(path)
	return home, transcript, found
}

// isDirectory and isRegular do not follow symbolic links.
func isDirectory(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}

func isRegular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// Transcripts lists the transcripts of all projects, ordered by project and id,
// without opening any. Only regular files UUID.jsonl in directories count;
// symbolic links are not followed. A home without projects has none.
//
// The error joins the reasons why directories could not be listed; what was
// found in the others comes with it.
func Transcripts(home fs.FS) ([]Transcript, error) {
	projects, err := fs.ReadDir(home, "projects")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("projects of Claude Code: %w", err)
	}
	var list []Transcript
	var skipped []error
	for _, p := range projects {
		if !p.IsDir() {
			continue
		}
		found, err := TranscriptsOf(home, p.Name())
		list = append(list, found...)
		if err != nil {
			skipped = append(skipped, err)
		}
	}
	return list, errors.Join(skipped...)
}

// TranscriptsOf lists the transcripts of one project, as Transcripts does.
func TranscriptsOf(home fs.FS, project string) ([]Transcript, error) {
	entries, err := fs.ReadDir(home, path.Join("projects", project))
	var list []Transcript
	for _, e := range entries {
		id, found := strings.CutSuffix(e.Name(), ".jsonl")
		if found && SessionID(id) && e.Type().IsRegular() {
			list = append(list, Transcript{project, id})
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return list, fmt.Errorf("project %q: %w", project, err)
	}
	return list, nil
}

// SessionID reports whether s is a well-formed id of a session: a UUID.
func SessionID(s string) bool {
	inPlace := len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
	return inPlace && strings.Count(s, "-") == 4 && strings.Trim(s, "0123456789abcdefABCDEF-") == ""
}
