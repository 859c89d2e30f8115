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
	ID         string   `json:"id"`
	Directory  string   `json:"directory"`
	Title      string   `json:"title"`
	Prompt     string   `json:"prompt"`
	Branch     string   `json:"branch"`
	LastActive string   `json:"last_active"`
	Project    string   `json:"project"`
	Running    *running `json:"running"`
}

type running struct {
	PID    int    `json:"pid"`
	Pane   string `json:"pane"`
	Window string `json:"window"`
	Status string `json:"status"`
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
	info := session.Info
	r := record{
		ID:        session.ID,
		Directory: f.Dir(session),
		Title:     info.Title(),
		Prompt:    info.Prompt,
		Branch:    info.Branch,
		Project:   session.Project,
	}
	if !info.LastActive.IsZero() {
		r.LastActive = info.LastActive.UTC().Format(time.RFC3339)
	}
	if at := session.Running; at != nil {
		r.Running = &running{PID: at.PID, Pane: at.Pane, Window: at.Window, Status: at.Status}
	}
	return r
}
