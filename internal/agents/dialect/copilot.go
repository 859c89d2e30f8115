package dialect

import (
	"bytes"
	"encoding/json"
	"time"

	"atm/hookmap"
)

// copilot speaks as Claude Code does to hooks that are set by Claude Code's names. Its PermissionRequest comes before
// its rules, when nobody is asked yet.
var copilot = Agent{
	Dialect: hookmap.Dialect{
		Name: "copilot",
		Events: []hookmap.DialectEvent{
			{Name: "SessionStart", As: hookmap.SessionStart},
			{Name: "UserPromptSubmit", As: hookmap.UserPromptSubmit},
			{Name: "PreToolUse", As: hookmap.PreToolUse},
			{Name: "PermissionRequest"},
			{Name: "PostToolUse", As: hookmap.PostToolUse},
			{Name: "PostToolUseFailure", As: hookmap.PostToolUseFailure},
			{Name: "Notification", As: hookmap.Notification},
			{Name: "PreCompact", As: hookmap.PreCompact},
			{Name: "Stop", As: hookmap.Stop},
			{Name: "SessionEnd", As: hookmap.SessionEnd},
		},
		Members:      []hookmap.Renamed{{From: "sessionId", To: "session_id"}}, // of Notification
		NotifiesOnly: true,
	},
	Title:    "Copilot CLI",
	Programs: []string{"copilot"},
	Sessions: Sessions{Files: copilotFiles, Status: copilotStatus},
	Settings: Settings{
		Dir: ".copilot", DirVariable: "COPILOT_HOME",
		Files: []File{{Name: "hooks/atm.json", Form: Form{Flat: true, Versioned: true}}},
	},
	Tried:  "1.0.102",
	Source: "https://docs.github.com/en/copilot/reference/hooks-reference",
}

// copilotEvent is a line of the file in which Copilot CLI 1.0.102 writes down a session.
type copilotEvent struct {
	Type string    `json:"type"`
	Time time.Time `json:"timestamp"`
	Data struct {
		Request string `json:"requestId"`
		Hook    string `json:"hookType"`
	} `json:"data"`
}

func copilotFiles(session string) []string {
	return []string{"session-state/" + session + "/events.jsonl"}
}

// copilotStatus believes what is about a dialog, and what ends a turn. A model that goes on may ask in other ways.
func copilotStatus(end []byte) (shown hookmap.Entry) {
	open := map[string]bool{}
	for line := range bytes.Lines(end) {
		var e copilotEvent
		if json.Unmarshal(line, &e) != nil {
			continue // the end of a line that began before
		}
		before := shown.Status
		switch {
		case e.Type == "permission.requested":
			open[e.Data.Request] = true
			shown.Status = hookmap.StatusWaiting
		case e.Type == "permission.completed" && open[e.Data.Request]: // else the turn was aborted before
			delete(open, e.Data.Request)
			if shown.Status = hookmap.StatusBusy; len(open) > 0 {
				shown.Status = hookmap.StatusWaiting
			}
		case e.Type == "abort", e.Type == "hook.start" && e.Data.Hook == "agentStop":
			clear(open)
			shown.Status = hookmap.StatusIdle
		case e.Type == "user.message", e.Type == "assistant.message":
			shown.Status = ""
		}
		if shown.Status != before {
			shown.Changed = e.Time
		}
	}
	return shown
}
