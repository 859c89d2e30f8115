package dialect

import "atm/hookmap"

var droid = Agent{
	Dialect: hookmap.Dialect{
		Name: "droid",
		Same: []hookmap.EventName{
			hookmap.SessionStart, hookmap.UserPromptSubmit, hookmap.PreToolUse, hookmap.PostToolUse,
			hookmap.SubagentStop, hookmap.PreCompact, hookmap.Stop, hookmap.SessionEnd,
		},
		Events: []hookmap.DialectEvent{
			{Name: "Notification", As: hookmap.Notification, If: "permission", Notified: "permission_prompt"},
			{Name: "Notification", As: hookmap.Notification, If: "waiting for your input", Notified: "idle_prompt"},
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
