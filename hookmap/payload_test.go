package hookmap_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/internal/dev/trace"
	"atm/internal/tmux"
	opt "atm/tmuxopt"
)

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, payload string }{
		{"nothing", ""},
		{"half an object", `{"hook_event_name":"Stop"`},
		{"an array", `[{"hook_event_name":"Stop"}]`},
		{"a string", `"Stop"`},
		{"no JSON", "Stop"},
		{"nested too deeply", `{"hook_event_name":"Stop","tool_input":` + strings.Repeat("[", 100_000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if p, err := hookmap.Decode(strings.NewReader(tt.payload)); err == nil {
				t.Errorf("no error, payload %+v", p)
			}
		})
	}
}

// neverEnds is a standard input that its writer keeps open.
type neverEnds struct{}

func (neverEnds) Read([]byte) (int, error) { select {} }

func TestDecodeDoesNotWaitForTheEnd(t *testing.T) {
	t.Parallel()
	p, err := hookmap.Decode(io.MultiReader(strings.NewReader(`{"hook_event_name":"Stop"}`), neverEnds{}))
	if diff := cmp.Diff("Stop", p.Event); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

func TestDecodeLongText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, unit string }{
		{"plain", "x"}, {"escapes", `\n`}, {"unicode escapes", `\u00e9`}, {"multibyte", "é🎉"},
		{"invalid UTF-8", "\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			payload := `{"prompt":"<task-notification>` + strings.Repeat(tt.unit,
				1<<20) + `","hook_event_name":"UserPromptSubmit"}`
			p, err := hookmap.Decode(strings.NewReader(payload))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(p.Prompt, "<task-notification>") || len(p.Prompt) > 100<<10 ||
				p.Event != "UserPromptSubmit" {
				t.Errorf("event %q, %d bytes of prompt, beginning %.30q", p.Event, len(p.Prompt), p.Prompt)
			}
		})
	}
}

// TestDecodeLongLists: however long its tasks are, those of a payload are known, up to a number.
func TestDecodeLongLists(t *testing.T) {
	t.Parallel()
	task := `{"id":"a1","type":"subagent","status":"running","agent_type":"Plan","command":"` +
		strings.Repeat("x", 600<<10) + `"}`
	one := hookmap.Task{ID: "a1", Type: "subagent", Status: "running", AgentType: "Plan"}
	for _, tt := range []struct {
		name, list string
		want       []hookmap.Task
	}{
		{"none", `[]`, nil},
		{"of more than a megabyte", "[" + task + "," + task + "]", []hookmap.Task{one, one}},
		{"one is no object", `[1,{"id":"a1"}]`, []hookmap.Task{{}, {ID: "a1"}}},
		{"too many", "[" + strings.Repeat("{},", 300) + "{}]", make([]hookmap.Task, 256)},
		{"no list", `{"id":"a1"}`, nil},
	} {
		p, err := hookmap.Decode(strings.NewReader(`{"background_tasks":` + tt.list + `,"hook_event_name":"Stop"}`))
		if diff := cmp.Diff(tt.want, p.Tasks); diff != "" || err != nil || p.Event != "Stop" {
			t.Errorf("%s: event %q, error %v (-want +got):\n%s", tt.name, p.Event, err, diff)
		}
	}
	if _, err := hookmap.Decode(strings.NewReader(`{"background_tasks":[{"id":"a1"},`)); err == nil {
		t.Error("half a list is no error")
	}
}

func FuzzMap(f *testing.F) {
	for _, scene := range trace.All() {
		rows, err := trace.Read(scene)
		if err != nil {
			f.Fatal(err)
		}
		for _, row := range rows {
			if row.Hook != nil {
				f.Add([]byte(row.Hook), []byte(row.Hook))
			}
		}
	}
	f.Add([]byte(event("PermissionRequest", ask)),
		[]byte(event("SubagentStop", `"agent_id":"#(touch x);\u001b[0m\u0000"`)))
	// Any bytes give an update or an error: never a panic, an option outside
	// the schema, a value with a control character, a batch that is too large,
	// or one that differs when it is sent twice.
	f.Fuzz(func(t *testing.T, first, second []byte) {
		o := opt.Options{}
		for _, payload := range [][]byte{first, second} {
			p, err := hookmap.Decode(bytes.NewReader(payload))
			if err != nil {
				continue
			}
			edits := hookmap.Map(p, hookmap.Context{Now: now, Process: 7, TranscriptExists: true})
			cmds, _ := opt.Batch{Pane: "%1", ServerPID: "1",
				Edits: edits}.Storing() // the longest that is sent
			checkArgv(t, tmux.Argv(cmds))
			o = opt.Apply(o, edits)
			checkOptions(t, o)
			if diff := cmp.Diff(o, opt.Apply(o, edits)); diff != "" {
				t.Errorf("sent twice differs (-once +twice):\n%s", diff)
			}
		}
	})
}

func checkArgv(t *testing.T, argv []string) {
	size := 0
	for _, arg := range argv {
		size += len(arg) + 1
		if strings.ContainsRune(arg, 0) {
			t.Errorf("NUL in %q", arg)
		}
	}
	if size > 15<<10 {
		t.Errorf("%d bytes of arguments", size)
	}
}

func checkOptions(t *testing.T, o opt.Options) {
	known := map[opt.Option]bool{}
	for _, f := range opt.Schema() {
		known[f.Option] = true
	}
	for _, name := range tmuxtest.InternalOptions {
		known[name] = true
	}
	for name, value := range o {
		if !known[name] {
			t.Errorf("%s is not in the schema", name)
		}
		if name != opt.Waiting && name != opt.Agents && value != opt.Text(value) && value != opt.Path(value) {
			t.Errorf("%s = %q", name, value)
		}
	}
}

func BenchmarkMap(b *testing.B) {
	rows, err := trace.Read("permission")
	if err != nil {
		b.Fatal(err)
	}
	var payloads [][]byte
	for _, row := range rows {
		if row.Hook != nil {
			payloads = append(payloads, row.Hook)
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p, err := hookmap.Decode(bytes.NewReader(payloads[i%len(payloads)]))
		if err != nil {
			b.Fatal(err)
		}
		tmux.Argv(opt.Batch{Pane: "%1", Edits: hookmap.Map(p, hookmap.Context{Now: now})}.Commands())
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"1kB", 1 << 10}, {"100kB", 100 << 10}, {"10MB", 10 << 20}} {
		b.Run(size.name, func(b *testing.B) {
			payload := []byte(event("PostToolUse",
				`"tool_name":"Write","tool_input":{"content":"`+strings.Repeat(`line\n`,
					size.bytes/12)+`"},"tool_response":"`+strings.Repeat("x", size.bytes/2)+`"`))
			b.SetBytes(int64(len(payload)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := hookmap.Decode(bytes.NewReader(payload)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSameCall: how a tool's input is written does not matter, what it says does.
func TestSameCall(t *testing.T) {
	t.Parallel()
	call := func(input string) string {
		p, err := hookmap.Decode(strings.NewReader(event("PermissionRequest", `"tool_name":"T","tool_input":`+input)))
		if err != nil {
			t.Fatal(err)
		}
		return p.Call()
	}
	const input = `{"a":1,"b":{"c":[{"d":"x","e":9007199254740993}],"f":null}}`
	if same := `{ "b": {"f":null, "c":[{"e":9007199254740993,"d":"\u0078"}]},"a":1 }`; call(same) != call(input) {
		t.Errorf("%s is another call than %s", same, input)
	}
	for _, other := range []string{
		strings.Replace(input, "x", "y", 1), strings.Replace(input, "993", "992", 1), strings.Replace(input, "null", "0", 1),
		strings.Replace(input, `"a":1`, `"a":"1"`, 1), `[` + input + `]`, `{"a":1,"b":[]}`,
	} {
		if call(other) == call(input) {
			t.Errorf("%s is the same call as %s", other, input)
		}
	}
}
