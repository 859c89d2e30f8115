package dialect

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"

	"atm/hookmap"
)

// codex asks only after its PermissionRequest hook has ended: see its permission_request.rs. Only the input of that
// event has a description.
var codex = Agent{
	Dialect: hookmap.Dialect{
		Name: "codex",
		Same: []hookmap.EventName{
			hookmap.SessionStart, hookmap.UserPromptSubmit, hookmap.PreToolUse, hookmap.PermissionRequest,
			hookmap.PostToolUse, hookmap.SubagentStart, hookmap.SubagentStop, hookmap.PreCompact, hookmap.PostCompact,
			hookmap.Stop, hookmap.SessionEnd,
		},
		Events: []hookmap.DialectEvent{{Name: "Interrupt", As: hookmap.Notification, Notified: "idle_prompt"}},
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
	SessionFile: SessionFile{Files: codexRollouts, Status: codexTurnEnd, Failures: true},

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

// codexRollouts returns where Codex keeps the rollout of a session: below the day on which the session has begun, in
// local time. The id of a session is a UUID of version 7, which begins with the milliseconds since 1970.
func codexRollouts(session string) []string {
	digits, err := hex.DecodeString(strings.ReplaceAll(session, "-", ""))
	if err != nil || len(digits) != 16 {
		return nil
	}
	var ms int64
	for _, b := range digits[:6] {
		ms = ms<<8 | int64(b)
	}
	begun := time.UnixMilli(ms).UTC()
	var patterns []string
	for _, days := range []int{-1, 0, 1} { // the day depends on the time zone
		day := begun.AddDate(0, 0, days).Format("2006/01/02")
		patterns = append(patterns, "sessions/"+day+"/rollout-*-"+session+".jsonl")
	}
	return patterns
}

// codexTurnEnd returns the end of the last turn. Codex 0.169.0 calls no hook when a turn fails, as at an account limit.
func codexTurnEnd(tail []byte) (end hookmap.Entry) {
	for _, text := range slices.Backward(bytes.Split(tail, []byte("\n"))) {
		if !bytes.Contains(text, []byte(`"event_msg"`)) {
			continue
		}
		var line struct {
			Time    time.Time `json:"timestamp"`
			Type    string
			Payload struct {
				Type  string
				Error struct{ Message string }
			}
		}
		if json.Unmarshal(text, &line) != nil || line.Type != "event_msg" {
			continue // the first line may be incomplete
		}
		switch line.Payload.Type {
		case "task_started":
			return end
		case "task_complete", "turn_aborted":
			return hookmap.Entry{Status: hookmap.StatusIdle, Failure: line.Payload.Error.Message, Changed: line.Time}
		}
	}
	return end
}
