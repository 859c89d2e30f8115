package dialect

import (
	"encoding/json"

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
	Sessions: Sessions{File: "open-sessions-state.json", Status: copilotStatus},
	Settings: Settings{
		Dir: ".copilot", DirVariable: "COPILOT_HOME",
		Files: []File{{Name: "hooks/atm.json", Form: Form{Flat: true, Versioned: true}}},
	},
	Tried:  "1.0.102",
	Source: "https://docs.github.com/en/copilot/reference/hooks-reference",
}

// copilotStatus reads what Copilot CLI 1.0.102 writes: {ID: {"working": true, …}, …}. A session that asks works, too,
// so only false says anything.
func copilotStatus(text []byte, session string) string {
	var sessions map[string]struct {
		Working *bool `json:"working"`
	}
	if json.Unmarshal(text, &sessions) != nil {
		return ""
	}
	if works := sessions[session].Working; works != nil && !*works {
		return hookmap.StatusIdle
	}
	return ""
}
