package dialect

import (
	"strings"
	"unicode"

	"atm/hookmap"
)

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
		Tools: []hookmap.Renamed{
			{From: "request_user_input", To: "AskUserQuestion"}, {From: "multi_agent_v1wait_agent", To: "wait_agent"},
		},
		Varying: []string{"description"},
	},
	Title:    "Codex",
	Programs: []string{"codex"},
	Signs:    Signs{Asking: "Action Required", Working: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"},
	Settings: Settings{
		Dir: ".codex", DirVariable: "CODEX_HOME", Files: []File{{Name: "hooks.json"}},
		Config: "config.toml", NoSharedServer: `(?m)^\s*(features\.)?daemon_auto_start\s*=\s*false\b`, Trust: codexTrust,
	},
	SharedServer: "start it as codex --disable daemon_auto_start, or set daemon_auto_start = false below [features] in " +
		"config.toml of Codex",
	Sessions: Sessions{Files: codexRollouts, Status: codexTurnEnd, Failures: true},

	Tried:  "0.169.0",
	Source: "https://developers.openai.com/codex/hooks.md",
}

// codexTrust returns the heading of the table in which Codex keeps the hash of a hook that it trusts. The hash becomes
// invalid when the hook changes, which atm does not notice.
func codexTrust(file, event string) string {
	var key strings.Builder
	for i, r := range event {
		if i > 0 && unicode.IsUpper(r) {
			key.WriteByte('_')
		}
		key.WriteRune(unicode.ToLower(r))
	}
	return `[hooks.state."` + file + ":" + key.String() + ":"
}
