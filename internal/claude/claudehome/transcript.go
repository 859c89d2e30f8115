package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/sys/parallel"
)

// Transcript names the transcript of a session, which need not have been opened.
type Transcript struct {
	Project string // name of the directory below projects
	ID      string // of the session, which is the name of the file
}

// Path returns the path of the file within the Claude home.
func (t Transcript) Path() string { return path.Join("projects", t.Project, t.ID+".jsonl") }

// TranscriptAt returns the transcript with that path, also outside of a Claude home.
func TranscriptAt(file string) Transcript {
	return Transcript{
		Project: filepath.Base(filepath.Dir(file)),
		ID:      strings.TrimSuffix(filepath.Base(file), ".jsonl"),
	}
}

// FindTranscript returns the transcript with that path, and its Claude home. The path comes from an option,
// which anybody may have set. So it must have the form HOME/projects/DIRECTORY/UUID.jsonl, and lead to a
// regular file without symbolic links.
func FindTranscript(path string) (home string, transcript Transcript, found bool) {
	project := filepath.Dir(path)
	home = filepath.Dir(filepath.Dir(project))
	transcript = TranscriptAt(path)
	inPlace := filepath.IsAbs(path) && filepath.Join(home, filepath.FromSlash(transcript.Path())) == path
	isType := func(path string, want fs.FileMode) bool { // without following a symbolic link
		info, err := os.Lstat(path)
		return err == nil && info.Mode().Type() == want
	}
	found = inPlace && SessionID(transcript.ID) && isType(project, fs.ModeDir) && isType(path, 0)
	return home, transcript, found
}

// FindConversation is [FindTranscript] for a transcript that has messages. That of a session which continues
// another one has only its titles until the next prompt (2.1.330).
func FindConversation(path string) (home string, transcript Transcript, found bool) {
	home, transcript, found = FindTranscript(path)
	if !found {
		return home, transcript, false
	}
	info, _ := ReadInfo(os.DirFS(home), transcript) // one that was just removed has no message
	return home, transcript, info.Cwd != "" || info.Prompt != ""
}

// Transcripts lists the wanted transcripts of all projects, ordered by project and id, without opening any. Only
// regular files UUID.jsonl in directories count; symbolic links are not followed. A home without projects has
// none. Several goroutines call isWanted at once.
//
// The error joins the reasons why directories could not be listed. The transcripts in the other directories
// are returned together with it.
func Transcripts(home fs.FS, isWanted func(id string) bool) ([]Transcript, error) {
	projects, err := fs.ReadDir(home, "projects")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("projects of Claude Code: %w", err)
	}
	lists, skipped := make([][]Transcript, len(projects)), make([]error, len(projects))
	isSession := func(id string) bool { return isWanted(id) && SessionID(id) }
	parallel.Each(len(projects), func(i int) {
		if projects[i].IsDir() {
			lists[i], skipped[i] = listTranscripts(home, projects[i].Name(), isSession)
		}
	})
	return slices.Concat(lists...), errors.Join(skipped...)
}

// listTranscripts lists the regular files ID.jsonl below projects/project whose id is valid; none if the directory does
// not exist.
func listTranscripts(home fs.FS, project string, isValid func(string) bool) (list []Transcript, err error) {
	entries, err := fs.ReadDir(home, path.Join("projects", project))
	for _, e := range entries {
		id, found := strings.CutSuffix(e.Name(), ".jsonl")
		if found && isValid(id) && e.Type().IsRegular() {
			list = append(list, Transcript{project, id})
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return list, fmt.Errorf("project %q: %w", project, err)
	}
	return list, nil
}

// Agent returns the transcript of a subagent of this session.
func (t Transcript) Agent(id string) Transcript {
	return Transcript{Project: t.Project, ID: path.Join(t.ID, "subagents", "agent-"+path.Base(id))}
}

// Subagents lists the transcripts of a session's subagents. Their ids are not ids of sessions.
func Subagents(home fs.FS, t Transcript) []Transcript {
	if !hasSubagents(home, t) {
		return nil
	}
	anyID := func(string) bool { return true }
	list, _ := listTranscripts(home, path.Join(t.Project, t.ID, "subagents"), anyID) // unreadable: no subagents
	return list
}

// hasSubagents reports whether a session has a directory for its subagents. Most sessions have none.
func hasSubagents(home fs.FS, t Transcript) bool {
	own := path.Join("projects", t.Project, t.ID)
	for _, dir := range []string{own, path.Join(own, "subagents")} {
		if info, err := fs.Lstat(home, dir); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// AgentDescription returns the name that Claude has given the work of a subagent of this session, "Measure
// the caches", or "" if it is not known. It is in a file beside the subagent's transcript (seen with 2.1.197;
// the code of 2.1.330 names the same file).
func AgentDescription(home fs.FS, t Transcript, id string) string {
	if !hasSubagents(home, t) {
		return ""
	}
	text, err := readEntry(home, strings.TrimSuffix(t.Agent(id).Path(), ".jsonl")+".meta.json")
	if err != nil {
		return ""
	}
	o, _ := parse(text)
	return o.text("description")
}

// SessionID reports whether s is a well-formed id of a session: a UUID.
func SessionID(s string) bool {
	inPlace := len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
	return inPlace && strings.Count(s, "-") == 4 && strings.Trim(s, "0123456789abcdefABCDEF-") == ""
}
