package dialect

import "atm/hookmap"

// cursor reports no dialog: it runs beforeShellExecution even if nobody is asked.
var cursor = Agent{
	Dialect: hookmap.Dialect{
		Name: "cursor",
		Events: []hookmap.DialectEvent{
			{Name: "sessionStart", As: hookmap.SessionStart},
			{Name: "beforeSubmitPrompt", As: hookmap.UserPromptSubmit},
			{Name: "preToolUse", As: hookmap.PreToolUse},
			{Name: "postToolUse", As: hookmap.PostToolUse},
			{Name: "postToolUseFailure", As: hookmap.PostToolUseFailure},
			{Name: "beforeShellExecution"},
			{Name: "preCompact", As: hookmap.PreCompact},
			{Name: "stop", As: hookmap.Notification, If: "aborted", Notified: "idle_prompt"},
			{Name: "stop", As: hookmap.StopFailure, If: "error"},
			{Name: "stop", As: hookmap.Stop},
			{Name: "sessionEnd", As: hookmap.SessionEnd},
		},
		Members:   []hookmap.Renamed{{From: "conversation_id", To: "session_id"}},
		Tools:     []hookmap.Renamed{{From: "Shell", To: "Bash"}},
		Qualifier: "status",
	},
	Title: "Cursor CLI",
	// Also the editor, which runs the same hooks. Started as agent, the CLI is called so, like programs of others.
	Programs: []string{"cursor-agent", "cursor", "Cursor", "cursor-agent/versions/"},
	Settings: Settings{
		Dir: ".cursor", Files: []File{{Name: "hooks.json", Form: Form{Flat: true, Versioned: true}}},
	},
	Source: "https://cursor.com/docs/agent/hooks",
}
