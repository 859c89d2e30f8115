package dialect

import "atm/hookmap"

// codex asks only after its PermissionRequest hook has ended: see its permission_request.rs. The description is
// in the input of that event only.
var codex = Agent{
	Dialect: hookmap.Dialect{
		Name: "codex",
		Events: []hookmap.DialectEvent{
			{Name: "SessionStart", As: hookmap.SessionStart},
			{Name: "UserPromptSubmit", As: hookmap.UserPromptSubmit},
			{Name: "PreToolUse", As: hookmap.PreToolUse},
			{Name: "PermissionRequest", As: hookmap.PermissionRequest},
			{Name: "PostToolUse", As: hookmap.PostToolUse},
			{Name: "SubagentStart", As: hookmap.SubagentStart},
			{Name: "SubagentStop", As: hookmap.SubagentStop},
			{Name: "PreCompact", As: hookmap.PreCompact},
			{Name: "PostCompact", As: hookmap.PostCompact},
			{Name: "Stop", As: hookmap.Stop},
			{Name: "Interrupt", As: hookmap.Notification, Notified: "idle_prompt"},
			{Name: "SessionEnd", As: hookmap.SessionEnd},
		},
		Varying: []string{"description"},
	},
	Title:    "Codex",
	Programs: []string{"codex"},
	Settings: Settings{Dir: ".codex", DirVariable: "CODEX_HOME", Trusted: true, Files: []File{{Name: "hooks.json"}}},
	SharedServer: "start it as codex --disable daemon_auto_start, or set daemon_auto_start = false below [features] in " +
		"config.toml of Codex",
	Source: "https://developers.openai.com/codex/hooks.md",
}
