package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// use is a call of a tool, as the transcripts record it. The tests read them by
// themselves, and not through the package that they test.
type use struct {
	id, tool string
	prompt   string   // that it follows, as JSON
	input    string   // as JSON
	decided  []string // by hooks: "allow", "deny"
	result   string   // as JSON
	ended    bool     // there is a result
	failed   bool     // the result is an error
}

// by says who has decided about the call: "allow" or "deny" of a hook, "nobody" if it has no
// result yet, and "key" if it has one all the same.
func (u use) by() string {
	switch {
	case len(u.decided) > 0:
		return strings.Join(u.decided, "+")
	case !u.ended:
		return "nobody"
	}
	return "key"
}

// transcriptLine is a line of a transcript, as far as calls are concerned.
type transcriptLine struct {
	Type       string
	Message    struct{ Content json.RawMessage }
	Attachment struct {
		Type, Decision, ToolUseID string
	}
}

// part is a part of a message.
type part struct {
	Type      string
	ID        string
	Name      string
	Input     json.RawMessage
	ToolUseID string `json:"tool_use_id"`
	Content   json.RawMessage
	IsError   bool `json:"is_error"`
}

// uses returns all calls of tools of a home, by their ids. The scripted API gives none twice.
func (h home) uses() (map[string]*use, error) {
	sessions, _ := filepath.Glob(filepath.Join(h.claude(), "projects", "*", "*.jsonl")) // the pattern is right
	agents, _ := filepath.Glob(filepath.Join(h.claude(), "projects", "*", "*", "subagents", "*.jsonl"))
	all := map[string]*use{}
	for i, file := range append(sessions, agents...) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var prompt string
		for row := range bytes.Lines(text) {
			var l transcriptLine
			if json.Unmarshal(row, &l) != nil { // the last one may be half written
				continue
			}
			if content := string(l.Message.Content); l.Type == "user" && strings.HasPrefix(content, `"`) {
				prompt = content
			}
			l.note(all, prompt, i < len(sessions))
		}
	}
	return all, nil
}

// note adds what a line says of calls. 2.1.329 writes the decision about a subagent's call
// into the transcripts of both.
func (l transcriptLine) note(all map[string]*use, prompt string, main bool) {
	at := func(id string) *use {
		if all[id] == nil {
			all[id] = &use{id: id}
		}
		return all[id]
	}
	if a := l.Attachment; a.Type == "hook_permission_decision" && (main || at(a.ToolUseID).decided == nil) {
		at(a.ToolUseID).decided = append(at(a.ToolUseID).decided, a.Decision)
	}
	var parts []part
	if json.Unmarshal(l.Message.Content, &parts) != nil {
		return // a mere text
	}
	for _, p := range parts {
		switch p.Type {
		case "tool_use":
			at(p.ID).tool, at(p.ID).input, at(p.ID).prompt = p.Name, string(p.Input), prompt
		case "tool_result":
			u := at(p.ToolUseID)
			u.result, u.ended, u.failed = string(p.Content), true, p.IsError
		}
	}
}

// use returns the only call in whose input a text stands, but for the start of a subagent
// that is to make it. A plan may stand in the prompt before and nowhere else: when one has been
// approved, 2.1.197 writes the old one into the transcript in place of the next.
func (h home) use(text string) (use, error) {
	all, err := h.uses()
	if err != nil {
		return use{}, err
	}
	var found, planned []use
	for _, u := range all {
		switch {
		case u.tool == "Task", u.tool == "Agent":
		case strings.Contains(u.input, text):
			found = append(found, *u)
		case u.tool == "ExitPlanMode" && strings.Contains(u.prompt, text):
			planned = append(planned, *u)
		}
	}
	if len(found) == 0 {
		found = planned
	}
	if len(found) != 1 {
		return use{}, fmt.Errorf("%d calls with %q", len(found), text)
	}
	return found[0], nil
}
