package message_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/trace"
	"atm/internal/gate/message"
	opt "atm/tmuxopt"
)

// contexts are the contexts of a hook besides the payload.
var contexts = []hookmap.Context{
	{Now: now, Home: "/home/u"},
	{Now: now, Home: "/home/u", TranscriptExists: true, Old: true, AskedFirst: "make it", AnsweredLast: "Which?"},
	{Now: now, Home: "/home/u", Queued: true, NoStatusLine: true},
	{Now: now, Teammate: hookmap.Teammate{Name: "scout #(x)", Lead: "3aa07dbf-5d7f"}},
	{Now: now, Teammate: hookmap.Teammate{Fork: "3aa07dbf-5d7f"}},
}

// arrive returns a digest as it arrives after the gate.
func arrive(t testing.TB, d hookmap.Digest) message.Message {
	t.Helper()
	m := message.OfEvent(d)
	m.Version = message.Version
	frame, err := message.Frame(m, message.MaxLength)
	if err != nil {
		t.Fatal(err)
	}
	text, err := message.ReadFrame(bytes.NewReader(frame), message.MaxLength)
	if err != nil {
		t.Fatal(err)
	}
	arrived, err := message.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return arrived
}

// described describes edits, without those that only one of the two sides can make: the transcript on this
// machine, the gate and its host for a session behind a gate.
func described(edits []opt.Edit) (lines []string) {
	for _, e := range edits {
		line := fmt.Sprint(e)
		words := strings.Fields(strings.Trim(line, "{}"))
		marks := slices.Contains(words, string(opt.Gate)) || slices.Contains(words, string(opt.Host))
		if !marks && !strings.Contains(line, string(opt.TranscriptPath)) {
			lines = append(lines, line)
		}
	}
	return lines
}

// recorded returns every payload of the recorded sessions.
func recorded(t testing.TB) (payloads [][]byte) {
	t.Helper()
	for _, scene := range append(trace.All(), "story") {
		rows, err := trace.Read(scene)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Hook != nil {
				payloads = append(payloads, row.Hook)
			}
		}
	}
	return payloads
}

// generated returns payloads of every event with every member, of the main thread and of a subagent. They
// include each member in [hookmap.Members].
func generated(t testing.TB) (payloads [][]byte) {
	t.Helper()
	texts := []string{
		"a", "two words", "#(touch x);#{q:x}", "\x1b[31m\u202e\x00", " ", "/ä/\U0001f600", strings.Repeat("long\n", 9000),
	}
	for _, e := range hookmap.Events() {
		for i, text := range texts {
			payload := map[string]any{}
			members := reflect.TypeFor[hookmap.Members]()
			for i := range members.NumField() {
				name, _, _ := strings.Cut(members.Field(i).Tag.Get("json"), ",")
				payload[name] = text
			}
			payload["hook_event_name"] = e.Name
			payload["transcript_path"] = text
			payload["prompt"] = text
			payload["last_assistant_message"] = text + ". Shall I go on?"
			payload["tool_input"] = map[string]any{"command": text, "skill": text, "questions": []any{text}}
			payload["background_tasks"] = []any{
				map[string]any{"id": text, "type": "subagent", "status": "running", "agent_type": text},
				map[string]any{"id": "b", "type": "subagent", "status": "running"},
			}
			if i == 0 {
				payload["background_tasks"] = []any{map[string]any{"id": "t", "type": "teammate", "status": "running"}}
			}
			payload["session_crons"] = []any{map[string]any{"schedule": "*/5 * * * *", "recurring": true}}
			tools := []string{text, "Bash", "Skill", "AskUserQuestion", "ExitPlanMode"}
			if i > 2 {
				tools = tools[:1]
			}
			for _, tool := range tools {
				payload["tool_name"] = tool
				for _, agent := range []any{nil, text} {
					payload["agent_id"] = agent
					payloads = append(payloads, encoded(t, payload))
				}
			}
			if i == 0 {
				payload["agent_id"], payload["source"] = nil, nil
				payload["prompt"] = "<task-notification>\n<task-id>b</task-id>"
				payloads = append(payloads, encoded(t, payload))
				payload["error"], payload["notification_type"] = "unknown", "permission_prompt"
				payload["message"] = "Claude needs your permission to use Bash"
				payloads = append(payloads, encoded(t, payload))
			}
		}
	}
	return payloads
}

func encoded(t testing.TB, payload map[string]any) []byte {
	t.Helper()
	// Claude Code sends the name of the event first.
	text, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	name, err := json.Marshal(payload["hook_event_name"])
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat([]byte(`{"hook_event_name":`), name, []byte(","), text[1:])
}

// compare reports whether a payload changes the pane in the same way here and through a gate.
func compare(t *testing.T, payload []byte) {
	t.Helper()
	p, err := hookmap.Decode(bytes.NewReader(payload))
	if err != nil {
		return
	}
	for _, c := range contexts {
		here, throughGate := hookmap.Map(p, c), origin.Edits(arrive(t, p.Digest(c)), now)
		if diff := cmp.Diff(described(here), described(throughGate)); diff != "" {
			t.Errorf("%.300s\n(-here +through a gate):\n%s", payload, diff)
		}
	}
}

// TestSameThroughGate: every event changes the same options here and through a gate.
func TestSameThroughGate(t *testing.T) {
	t.Parallel()
	for _, payload := range slices.Concat(recorded(t), generated(t)) {
		compare(t, payload)
	}
}

// FuzzSameThroughGate is TestSameThroughGate for any payload.
func FuzzSameThroughGate(f *testing.F) {
	for _, payload := range recorded(f) {
		f.Add(payload)
	}
	f.Fuzz(compare)
}

// TestEachMemberArrives removes each member of a digest in turn, as if a gate had not sent it. Then some
// event must change other options than here. So the comparison above would notice each member that does not
// arrive.
func TestEachMemberArrives(t *testing.T) {
	t.Parallel()
	payloads := slices.Concat(recorded(t), generated(t))
	var lose func(at []int, v reflect.Type)
	lose = func(at []int, v reflect.Type) {
		for i := range v.NumField() {
			field, path := v.Field(i), append(slices.Clone(at), i)
			switch {
			case field.Type.Kind() == reflect.Struct:
				lose(path, field.Type)
			case field.Tag.Get("json") == "-":
			case !slices.ContainsFunc(payloads, func(payload []byte) bool { return matters(t, payload, path) }):
				t.Errorf("no event differs without %s: add one to the payloads of this test", field.Name)
			}
		}
	}
	lose(nil, reflect.TypeFor[hookmap.Digest]())
}

// matters reports whether an event would change other options without that member.
func matters(t *testing.T, payload []byte, member []int) bool {
	p, err := hookmap.Decode(bytes.NewReader(payload))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contexts {
		m := arrive(t, p.Digest(c))
		before := described(origin.Edits(m, now))
		reflect.ValueOf(m.Hook).Elem().FieldByIndex(member).SetZero()
		if !slices.Equal(before, described(origin.Edits(m, now))) {
			return true
		}
	}
	return false
}
