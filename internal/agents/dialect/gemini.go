package dialect

import "atm/hookmap"

// gemini runs the hook of BeforeTool when the dialog is answered.
var gemini = Agent{
	Dialect: hookmap.Dialect{
		Name: "gemini",
		Events: []hookmap.DialectEvent{
			{Name: "SessionStart", As: hookmap.SessionStart},
			{Name: "BeforeAgent", As: hookmap.UserPromptSubmit},
			{Name: "BeforeTool", As: hookmap.PreToolUse},
			{Name: "AfterTool", As: hookmap.PostToolUse},
			{Name: "Notification", As: hookmap.Notification, If: "ToolPermission", Notified: "permission_prompt"},
			{Name: "PreCompress", As: hookmap.PreCompact},
			{Name: "AfterAgent", As: hookmap.Stop},
			{Name: "SessionEnd", As: hookmap.SessionEnd},
		},
		Members:      []hookmap.Renamed{{From: "prompt_response", To: "last_assistant_message"}},
		Qualifier:    "notification_type",
		NotifiesOnly: true,
	},
	Title:    "Gemini CLI",
	Programs: []string{"gemini"},
	Settings: Settings{
		Dir: ".gemini", HomeVariable: "GEMINI_CLI_HOME", Files: []File{{Name: "settings.json"}},
	},
	Source: "https://geminicli.com/docs/hooks/reference/",
}
