package claudehome

import (
	"io/fs"
	"path"
	"strings"
)

// Agent returns the transcript of a subagent of this session.
func (t Transcript) Agent(id string) Transcript {
	return Transcript{Project: t.Project, ID: path.Join(t.ID, "subagents", "agent-"+path.Base(id))}
}

// Subagents lists the transcripts of a session's subagents. Their ids are no ids of sessions.
func Subagents(home fs.FS, t Transcript) []Transcript {
	if !hasSubagents(home, t) {
		return nil
	}
	project := path.Join(t.Project, t.ID, "subagents")
	entries, _ := fs.ReadDir(home, path.Join("projects", project)) // what cannot be listed has nothing to tell
	var list []Transcript
	for _, e := range entries {
		if id, found := strings.CutSuffix(e.Name(), ".jsonl"); found && e.Type().IsRegular() {
			list = append(list, Transcript{project, id})
		}
	}
	return list
}

// hasSubagents reports whether a session has a directory of its subagents. Most have none.
func hasSubagents(home fs.FS, t Transcript) bool {
	own := path.Join("projects", t.Project, t.ID)
	for _, dir := range []string{own, path.Join(own, "subagents")} {
		if info, err := fs.Lstat(home, dir); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// AgentDescription returns what Claude has called the work of a subagent of this session: "Measure the caches"; "" if
// that is not known. It stands in a file beside the subagent's transcript (seen with 2.1.197; the code of 2.1.330
// names the same file).
func AgentDescription(home fs.FS, t Transcript, id string) string {
	file := strings.TrimSuffix(t.Agent(id).Path(), ".jsonl") + ".meta.json"
	if !hasSubagents(home, t) {
		return ""
	}
	text, err := readEntry(home, file)
	if err != nil {
		return ""
	}
	o, _ := parse(text)
	return o.text("description")
}
