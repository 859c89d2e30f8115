package dialect

import "atm/hookmap"

// gemini runs the hook of BeforeTool before it asks: see scheduler.ts of its packages/core.
var gemini = Agent{
	Dialect: hookmap.Dialect{
		Name: "gemini",
		Same: []hookmap.EventName{hookmap.SessionStart, hookmap.SessionEnd},
		Events: []hookmap.DialectEvent{
			{Name: "BeforeAgent", As: hookmap.UserPromptSubmit},
			{Name: "BeforeTool", As: hookmap.PreToolUse},
			{Name: "AfterTool", As: hookmap.PostToolUse},
			{Name: "Notification", As: hookmap.Notification, If: "ToolPermission", Notified: "permission_prompt"},
			{Name: "PreCompress"}, // 0.61.0 runs it for each request, to ask whether to compress, and never reports the end
			{Name: "AfterAgent", As: hookmap.Stop},
		},
		Members: []hookmap.Renamed{{From: "prompt_response", To: "last_assistant_message"}},
		Tools: []hookmap.Renamed{
			{From: "run_shell_command", To: "Shell"}, {From: "replace", To: "Edit"}, {From: "write_file", To: "Write"},
		},
		Qualifier:    "notification_type",
		NotifiesOnly: true,
	},
	Title:    "Gemini CLI",
	Programs: []string{"gemini"},
	Signs:    Signs{Asking: "Action Required", Working: "✦", Idle: "◇"},
	Settings: Settings{
		Dir: ".gemini", HomeVariable: "GEMINI_CLI_HOME", Files: []File{{Name: "settings.json"}},
	},
	Tried:  "0.61.0",
	Source: "https://geminicli.com/docs/hooks/reference/",
}
