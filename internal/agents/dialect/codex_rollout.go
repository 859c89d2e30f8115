package dialect

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"atm/hookmap"
)

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

// codexTurnEnd returns the end of the last turn. Codex 0.169.0 calls no hook when a turn fails, as when the limits of
// the account are reached.
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
