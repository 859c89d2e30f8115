package dialect

import "atm/hookmap"

var qwen = Agent{
	Dialect: hookmap.Dialect{
		Name: "qwen",
		Same: []hookmap.EventName{
			hookmap.SessionStart, hookmap.UserPromptSubmit, hookmap.PreToolUse, hookmap.PermissionRequest,
			hookmap.PostToolUse, hookmap.PostToolUseFailure, hookmap.Notification, hookmap.SubagentStart,
			hookmap.SubagentStop, hookmap.PreCompact, hookmap.PostCompact, hookmap.Stop, hookmap.StopFailure,
			hookmap.SessionEnd,
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
