package dialect

import (
	"bytes"
	"encoding/json"
	"time"

	"atm/hookmap"
)

// copilot passes the payloads of Claude Code to hooks that are set by Claude Code's names. It runs the hook of
// PermissionRequest before it applies its rules, when nobody is asked yet.
var copilot = Agent{
	Dialect: hookmap.Dialect{
		Name: "copilot",
		Same: []hookmap.EventName{
			hookmap.SessionStart, hookmap.UserPromptSubmit, hookmap.PreToolUse, hookmap.PostToolUse,
			hookmap.PostToolUseFailure, hookmap.Notification, hookmap.PreCompact, hookmap.Stop, hookmap.SessionEnd,
		},
		Members:      []hookmap.Renamed{{From: "sessionId", To: "session_id"}}, // of Notification
		NotifiesOnly: true,
	},
	Title:    "Copilot CLI",
	Programs: []string{"copilot"},
	SessionFile: SessionFile{
		Files:  func(session string) []string { return []string{"session-state/" + session + "/events.jsonl"} },
		Status: copilotStatus,
	},
	Settings: Settings{
		Dir: ".copilot", DirVariable: "COPILOT_HOME",
		Files: []File{{Name: "hooks/atm.json", Form: Form{Flat: true, Versioned: true}}},
	},
	Tried:  "1.0.102",
	Source: "https://docs.github.com/en/copilot/reference/hooks-reference",
}

// copilotStatus reads the file in which Copilot CLI 1.0.102 records a session. It uses only events about a dialog and
// events that end a turn: a model that works may ask in other ways.
func copilotStatus(end []byte) (shown hookmap.Entry) {
	open := map[string]bool{} // the requests that have no answer yet
	for line := range bytes.Lines(end) {
		var e struct {
			Type string    `json:"type"`
			Time time.Time `json:"timestamp"`
			Data struct {
				Request string `json:"requestId"`
				Hook    string `json:"hookType"`
			} `json:"data"`
		}
		if json.Unmarshal(line, &e) != nil {
			continue // the first line may be incomplete
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
