package main

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"atm/cldresume"
	"atm/internal/cli"
)

// record is a session in JSON. Scripts rely on the names.
type record struct {
	ID         string   `json:"id" help:"the full id"`
	Directory  string   `json:"directory" help:"where it belongs, '' if unknown"`
	Title      string   `json:"title" help:"given by you, else by Claude, else the first prompt"`
	Prompt     string   `json:"prompt" help:"the beginning of the first prompt"`
	Branch     string   `json:"branch" help:"git's, at the last message"`
	LastActive string   `json:"last_active" help:"time of the last message, RFC 3339, UTC; '' if unknown"`
	Project    string   `json:"project" help:"name of its directory below projects, '' before the first prompt"`
	Running    *running `json:"running" help:"null, or an object:"`
}

type running struct {
	PID    int    `json:"pid" help:"process id of claude, 0 if it cannot be seen"`
	Pane   string `json:"pane" help:"\"%\" and a number, '' if it is in no pane of this tmux server"`
	Window string `json:"window" help:"of that pane, \"session:index\""`
	Status string `json:"status" help:"busy, idle, waiting … as Claude Code says, '' if it does not"`
}

func (s streams) printJSON(f cldresume.Finder, sessions []cldresume.Session) error {
	records := []record{}
	for _, session := range sessions {
		records = append(records, newRecord(f, session))
	}
	// The name of a project is whatever the file system allows.
	text, err := json.Marshal(records, jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	return cli.WriteJSON(s.stdout, text)
}

func newRecord(f cldresume.Finder, session cldresume.Session) record {
	r := record{
		ID:        session.ID,
		Directory: f.Dir(session),
		Title:     session.Title(),
		Prompt:    session.Prompt(),
		Branch:    session.Branch(),
		Project:   session.Project,
	}
	if at := session.LastActive(); !at.IsZero() {
		r.LastActive = at.UTC().Format(time.RFC3339)
	}
	if at := session.Running; at != nil {
		r.Running = &running{PID: at.PID, Pane: at.Pane, Window: at.Window, Status: at.Status}
	}
	return r
}
