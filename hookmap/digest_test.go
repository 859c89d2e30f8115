package hookmap_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// across sends a digest through JSON, as a gate does.
func across(t *testing.T, d hookmap.Digest) hookmap.Digest {
	t.Helper()
	text, err := json.Marshal(d.Short())
	if err != nil {
		t.Fatal(err)
	}
	var arrived hookmap.Digest
	if err := json.Unmarshal(text, &arrived); err != nil {
		t.Fatal(err)
	}
	return arrived
}

// descriptions describes edits, for a comparison.
func descriptions(edits []opt.Edit) (lines []string) {
	for _, e := range edits {
		lines = append(lines, fmt.Sprint(e))
	}
	return lines
}

// TestDigest has what the recordings have not; package message plays those through a gate.
func TestDigest(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long words, ", 1000)
	for _, tt := range []struct {
		name, payload string
	}{
		{
			name:    "a slash command",
			payload: `{"hook_event_name":"UserPromptExpansion","session_id":"s","command_name":"tools:fix"}`,
		},
		{
			name: "a skill",
			payload: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Skill",` +
				`"tool_input":{"skill":"tools:fix","args":"it"}}`,
		},
		{name: "a task", payload: `{"hook_event_name":"TaskCreated","session_id":"s","task_id":"1 2"}`},
		{
			name:    "a task that is done",
			payload: `{"hook_event_name":"TaskCompleted","session_id":"s","task_id":"1"}`,
		},
		{
			name: "a teammate",
			payload: `{"hook_event_name":"TeammateIdle","session_id":"s","agent_id":"x",` +
				`"teammate_name":"a b","team_name":"t"}`,
		},
		{
			name: "a prompt of many lines that Claude Code has marked as pasted",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s",` +
				`"prompt":"<pasted_content id=\"a\">\nfirst\nsecond"}`,
		},
		{
			name:    "a prompt of Claude Code itself",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"<task-notification>\nx"}`,
		},
		{
			name:    "the report of a subagent",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"` + handBack + `"}`,
		},
		{
			name:    "a person's prompt that looks like one behind its first line",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"look:\n<task-notification>"}`,
		},
		{
			name:    "a prompt from a source that is no person",
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"s","source":"loop","prompt":"again"}`,
		},
		{
			name: "a long answer that ends with a question",
			payload: `{"hook_event_name":"Stop","session_id":"s",` +
				`"last_assistant_message":"` + long + `. Shall I go on?"}`,
		},
		{
			name: "an error that has no name",
			payload: `{"hook_event_name":"StopFailure","session_id":"s","error":"unknown",` +
				`"last_assistant_message":"API Error: 529\nmore"}`,
		},
		{
			name: "a long question of an MCP server",
			payload: `{"hook_event_name":"Elicitation","session_id":"s",` +
				`"mcp_server_name":"m","elicitation_id":"e","message":"` + long + `"}`,
		},
		{
			name: "a question, of which the answers do not count",
			payload: `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"AskUserQuestion",` +
				`"tool_input":{"questions":[{"question":"Which?"}],"answers":{"Which?":"this"}}}`,
		},
		{
			name: "agents in the background, and what is none",
			payload: `{"hook_event_name":"Stop","session_id":"s","background_tasks":[` +
				`{"id":"main","type":"teammate","status":"running"},{"id":"b","type":"shell","status":"running"},` +
				`{"id":"c","type":"subagent","status":"done"},` +
				`{"id":"d","type":"subagent","status":"running","agent_type":"x y"}]}`,
		},
		{
			name: "a turn of a subagent in the background that fails",
			payload: `{"hook_event_name":"StopFailure","session_id":"s","agent_id":"a",` +
				`"background_tasks":[{"id":"a","type":"subagent","status":"running"}]}`,
		},
		{
			name: "a mode, a title and a model",
			payload: `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","cwd":"/w",` +
				`"permission_mode":"plan","model":"m","session_title":"t"}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := hookmap.Decode(strings.NewReader(tt.payload))
			if err != nil {
				t.Fatal(err)
			}
			c := hookmap.Context{Now: now, Old: true}
			d := across(t, p.Digest(c))
			if diff := cmp.Diff(descriptions(hookmap.Map(p, c)), descriptions(d.Edits(c))); diff != "" {
				t.Errorf("(-here +through a gate):\n%s", diff)
			}
		})
	}
}

// TestDigestKeepsSecrets: what a tool gets and puts out, and all but the beginning of a
// prompt and the end of an answer, stays where it is.
func TestDigestKeepsSecrets(t *testing.T) {
	t.Parallel()
	for _, payload := range []string{
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"SECRET"},` +
			`"tool_response":"SECRET"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"/a","content":"SECRET"}}`,
		`{"hook_event_name":"PermissionRequest","tool_name":"Edit",` +
			`"tool_input":{"file_path":"/a","old_string":"SECRET"}}`,
		`{"hook_event_name":"UserPromptSubmit","prompt":"first\nSECRET"}`,
		`{"hook_event_name":"Stop","last_assistant_message":"SECRET. Done."}`,
		`{"hook_event_name":"Stop","transcript_path":"/SECRET",` +
			`"background_tasks":[{"id":"a","description":"SECRET"}]}`,
	} {
		p, err := hookmap.Decode(strings.NewReader(payload))
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p.Digest(hookmap.Context{}).Short())
		if err != nil || bytes.Contains(text, []byte("SECRET")) {
			t.Errorf("%s: error %v\n%s", payload, err, text)
		}
	}
}

// TestMembers: each member is read from a payload under the name of its field's tag.
func TestMembers(t *testing.T) {
	t.Parallel()
	members := reflect.TypeFor[hookmap.Members]()
	for i := range members.NumField() {
		name, _, _ := strings.Cut(members.Field(i).Tag.Get("json"), ",")
		p, err := hookmap.Decode(strings.NewReader(`{"` + name + `":"read"}`))
		if got := reflect.ValueOf(p.Members).Field(i).String(); err != nil || got != "read" {
			t.Errorf("%s, %q: %q, error %v: name it in Members.members", members.Field(i).Name, name, got, err)
		}
	}
}

// TestShort: no text of a digest stays as a payload or a gate has brought it.
func TestShort(t *testing.T) {
	t.Parallel()
	hostile := strings.Repeat("\x1b[31m#(touch x)\n", 1000)
	var check func(v reflect.Value, short func() reflect.Value)
	check = func(v reflect.Value, short func() reflect.Value) {
		for i := range v.NumField() {
			field := func() reflect.Value { return short().Field(i) }
			switch v.Field(i).Kind() {
			case reflect.Struct:
				check(v.Field(i), field)
			case reflect.String:
				v.Field(i).SetString(hostile)
				if got := field().String(); got != opt.Text(got) && got != opt.List(opt.Entries(got)) {
					t.Errorf("%s is %.40q: name it in Members.members or Digest.derived", v.Type().Field(i).Name, got)
				}
			}
		}
	}
	var d hookmap.Digest
	check(reflect.ValueOf(&d).Elem(), func() reflect.Value { return reflect.ValueOf(d.Short()) })
}
