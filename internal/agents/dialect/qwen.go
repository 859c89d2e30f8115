package dialect

import "atm/hookmap"

var qwen = Agent{
	Dialect: hookmap.Dialect{
		Name: "qwen",
		Events: []hookmap.DialectEvent{
			{Name: "SessionStart", As: hookmap.SessionStart},
			{Name: "UserPromptSubmit", As: hookmap.UserPromptSubmit},
			{Name: "PreToolUse", As: hookmap.PreToolUse},
			{Name: "PermissionRequest", As: hookmap.PermissionRequest},
			{Name: "PostToolUse", As: hookmap.PostToolUse},
			{Name: "PostToolUseFailure", As: hookmap.PostToolUseFailure},
			{Name: "Notification", As: hookmap.Notification},
			{Name: "SubagentStart", As: hookmap.SubagentStart},
			{Name: "SubagentStop", As: hookmap.SubagentStop},
			{Name: "PreCompact", As: hookmap.PreCompact},
			{Name: "PostCompact", As: hookmap.PostCompact},
			{Name: "Stop", As: hookmap.Stop},
			{Name: "StopFailure", As: hookmap.StopFailure},
			{Name: "SessionEnd", As: hookmap.SessionEnd},
		},
		Tools: []hookmap.Renamed{
			{From: "ask_user_question", To: "AskUserQuestion"}, {From: "exit_plan_mode", To: "ExitPlanMode"},
			{From: "run_shell_command", To: "Shell"}, {From: "edit", To: "Edit"}, {From: "write_file", To: "Write"},
		},
		AsksFirst: true,
	},
	Title:    "Qwen Code",
	Programs: []string{"qwen"},
	Settings: Settings{Dir: ".qwen", DirVariable: "QWEN_HOME", Files: []File{{Name: "settings.json"}}},
	Tried:    "0.15.10",
	Source:   "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/",
}
