package claudehome_test

import (
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/claude/claudehome"
)

// TestAwaitsLimit: only the last word of Claude Code about it counts, and none before a prompt.
func TestAwaitsLimit(t *testing.T) {
	t.Parallel()
	const (
		set = `{"type":"system","subtype":"informational","content":"Usage limit reached · set to continue automatically ` +
			`at 3:47pm"}` + "\n"
		again = `{"type":"system","subtype":"informational","content":"Usage limit reached again · set to continue ` +
			`automatically at 3:47pm"}` + "\n"
		off = `{"type":"system","subtype":"informational","content":"Automatic continue cancelled · /rate-limit-options ` +
			`to wait again"}` + "\n"
		fired  = `{"type":"system","subtype":"informational","content":"Usage limit reset · Continuing automatically"}` + "\n"
		prompt = `{"type":"user","message":{"role":"user","content":"Usage limit reached · set to continue ` +
			`automatically at"}}` + "\n"
		answer = `{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"}]}}` + "\n"
		mode   = `{"type":"mode","mode":"normal"}` + "\n"
		agents = `{"type":"system","subtype":"informational","isSidechain":true,` +
			`"content":"Automatic continue cancelled"}` + "\n"
	)
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"nothing":               {"", false},
		"it waits":              {prompt + answer + set + mode, true},
		"it waits again":        {prompt + answer + set + fired + answer + again, true},
		"called off":            {set + off, false},
		"it has gone on":        {set + fired, false},
		"a prompt came since":   {set + prompt, false},
		"a prompt that says it": {prompt, false},
		"a subagent says so":    {set + agents, true},
		"half a line":           {set + off[:40], true},
	} {
		path := claudehome.TranscriptFile(t, tt.text)
		if got := claudehome.AwaitsLimit(path); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if claudehome.AwaitsLimit(filepath.Join(t.TempDir(), "none.jsonl")) {
		t.Error("a file that is not there")
	}
}

// TestQueued: a prompt waits that was typed in the turn, and was neither taken in nor taken back.
func TestQueued(t *testing.T) {
	t.Parallel()
	operation := func(name string) string {
		return `{"type":"queue-operation","operation":"` + name + `","timestamp":"x","sessionId":"s"}` + "\n"
	}
	const (
		prompt = `{"type":"user","message":{"role":"user","content":"x"}}` + "\n"
		result = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"x"}]}}` + "\n"
		answer = `{"type":"assistant","message":{"content":[{"type":"text","text":"queue-operation"}]}}` + "\n"
	)
	const report = `{"type":"queue-operation","operation":"enqueue","timestamp":"x","sessionId":"s",` +
		`"content":"<task-notification>\n<task-id>a75c</task-id>\n<status>completed</status>\n</task-notification>"}` + "\n"
	in, out := operation("enqueue"), operation("dequeue")
	of := func(name, content string) string {
		return `{"type":"queue-operation","operation":"` + name + `","content":"` + content + `"}` + "\n"
	}
	const compact = "/compact"
	for name, tt := range map[string]struct {
		text string
		want bool
	}{
		"nothing":                             {"", false},
		"none was typed":                      {prompt + answer, false},
		"one waits":                           {prompt + in + answer, true},
		"one waits while tools run":           {prompt + in + result + answer, true},
		"it was taken into the turn":          {prompt + in + operation("remove") + result, false},
		"it has begun a turn":                 {prompt + in + answer + out + prompt, false},
		"one of two was taken":                {prompt + in + in + out, true},
		"all were taken back into the input":  {prompt + in + in + operation("popAll"), false},
		"a client that has gone left it":      {prompt + in + prompt, false},
		"a subagent has reported":             {prompt + answer + report + answer, false},
		"one behind the report of a subagent": {prompt + report + in + out, true},
		"a command":                           {prompt + of("enqueue", compact), false},
		"one behind a command that has begun": {prompt + of("enqueue", compact) + in + out, true},
		"one before a command was taken": {
			prompt + of("enqueue", "a") + of("enqueue", compact) + of("enqueue", "b") + of("remove", "a"), true},
		"both beside a command were taken": {
			prompt + of("enqueue", "a") + of("enqueue", compact) + of("enqueue", "b") + of("remove", "a") + of("remove", "b"),
			false},
		"half a line": {prompt + in[:40], false},
		"one waits before the records of requests": {
			prompt + in + `{"type":"attachment","x":"` + strings.Repeat("x", 100<<10) + `"}` + "\n" + answer, true},
	} {
		path := claudehome.TranscriptFile(t, tt.text)
		if got := claudehome.Queued(path); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
