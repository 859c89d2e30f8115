package dialect

import "atm/hookmap"

var droid = Agent{
	Dialect: hookmap.Dialect{
		Name: "droid",
		Events: []hookmap.DialectEvent{
			{Name: "SessionStart", As: hookmap.SessionStart},
			{Name: "UserPromptSubmit", As: hookmap.UserPromptSubmit},
			{Name: "PreToolUse", As: hookmap.PreToolUse},
			{Name: "PostToolUse", As: hookmap.PostToolUse},
			{Name: "Notification", As: hookmap.Notification, If: "permission", Notified: "permission_prompt"},
			{Name: "Notification", As: hookmap.Notification, If: "waiting for your input", Notified: "idle_prompt"},
			{Name: "SubagentStop", As: hookmap.SubagentStop},
			{Name: "PreCompact", As: hookmap.PreCompact},
			{Name: "Stop", As: hookmap.Stop},
			{Name: "SessionEnd", As: hookmap.SessionEnd},
		},
		Qualifier:    "message",
		NotifiesOnly: true,
	},
	Title:    "Droid",
	Programs: []string{"droid"},
	Settings: Settings{
		Dir: ".factory", HomeVariable: "FACTORY_HOME_OVERRIDE",
		Files: []File{
			{Name: "hooks.json", Form: Form{Bare: true}},
			{Name: "hooks/hooks.json", Form: Form{Bare: true}},
			{Name: "settings.json"},
		},
	},
	Source: "https://docs.factory.ai/reference/hooks-reference",
}
