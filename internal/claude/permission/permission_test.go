package permission_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/claude/permission"
	internalwords "atm/internal/words"
)

func TestParse(t *testing.T) {
	t.Parallel()
	r := parse(t, `{"tool_name":"Bash","tool_input":{"command": "a"},"permission_suggestions":[1, {"a": 2}],
		"cwd":"/a","permission_mode":"plan","agent_id":"a1","agent_type":"x","home":"/h",
		"call":"a1.1a2b3c4d","more":[{}]}`)
	want := permission.Request{
		Tool: "Bash", Input: []byte(`{"command": "a"}`), CWD: "/a",
		AgentID: "a1", AgentType: "x", Home: "/h", Call: "a1.1a2b3c4d",
	}
	if got := len(r.Suggestions); got != 2 || string(r.Suggestions[1]) != `{"a": 2}` {
		t.Errorf("suggestions: %s", r.Suggestions)
	}
	r.Suggestions = nil
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r = parse(t,
		`{"tool_name":"Bash","tool_input":{},"permission_suggestions":{},"cwd":1,"agent_id":[],"call":null}`)
	if diff := cmp.Diff(permission.Request{Tool: "Bash", Input: []byte("{}")}, r); diff != "" {
		t.Errorf("members of other types (-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"nothing":                     "",
		"no object":                   "[]",
		"half an object":              `{"tool_name":"Bash","tool_input":{"command":`,
		"an object and more":          `{"tool_name":"Bash","tool_input":{}} {}`,
		"no tool":                     `{"tool_input":{}}`,
		"a tool that is no text":      `{"tool_name":1,"tool_input":{}}`,
		"no input":                    `{"tool_name":"Bash"}`,
		"an input that is no object":  `{"tool_name":"Bash","tool_input":"ls"}`,
		"two inputs":                  `{"tool_name":"Bash","tool_input":{},"tool_input":{}}`,
		"two commands":                `{"tool_name":"Bash","tool_input":{"command":"a","command":"b"}}`,
		"two commands, one escaped":   `{"tool_name":"Bash","tool_input":{"command":"a","\u0063ommand":"b"}}`,
		"two of a name, further down": `{"tool_name":"x","tool_input":{"a":[{"b":1,"b":2}]}}`,
		"bytes that are no UTF-8":     "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"\xff\"}}",
		"nested without end":          `{"tool_name":"x","tool_input":` + strings.Repeat(`{"a":`, 20_000),
	} {
		if r, err := permission.Parse([]byte(raw)); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestID(t *testing.T) {
	t.Parallel()
	const one = `{"tool_name":"Bash","tool_input":{"command":"a"},"agent_id":"x","call":"main.1a2b3c4d",` +
		`"cwd":"/a"}`
	id := parse(t, one).ID()
	if key, hash, _ := strings.Cut(id, ".1a2b3c4d."); key != "main" || len(hash) != 16 {
		t.Errorf("id %s", id)
	}
	for name, other := range map[string]string{
		"another tool":       strings.Replace(one, "Bash", "bash", 1),
		"another input":      strings.Replace(one, `"a"}`, `"b"}`, 1),
		"another agent":      strings.Replace(one, `"x"`, `"y"`, 1),
		"a suggestion more":  strings.Replace(one, `"cwd"`, `"permission_suggestions":[{}],"cwd"`, 1),
		"another directory":  strings.Replace(one, `"/a"`, `"/b"`, 1),
		"another call":       strings.Replace(one, "1a2b", "1a2c", 1),
		"the border between": strings.NewReplacer("Bash", "Bas", `{"command"`, `{"hcommand"`).Replace(one),
	} {
		if parse(t, other).ID() == id {
			t.Errorf("%s has the same id", name)
		}
	}
	withPlan := parse(t, one)
	withPlan.Plan = "b"
	if withPlan.ID() == id {
		t.Error("another plan has the same id")
	}
}

func TestKind(t *testing.T) {
	t.Parallel()
	want := map[string]hookmap.CallKind{
		"Bash": hookmap.CallPermission, "AskUserQuestion": hookmap.CallQuestion,
		"ExitPlanMode": hookmap.CallPlan, "EnterPlanMode": hookmap.CallPlan,
		"mcp__a__b": hookmap.CallPermission,
	}
	got := map[string]hookmap.CallKind{}
	for tool := range maps.Keys(want) {
		got[tool] = permission.Request{Tool: tool}.Kind()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// hostile are requests that a fuzzer begins with.
var hostile = []string{
	bash, plain, plan, which, several, two,
	`{"tool_name":"Bash\u001b]0;x\u0007","tool_input":{` +
		`"command":"a\u001b[2J\u202eb\u200b\u0085\u2028\r\t\u00a0\u3164"}}`,
	`{"tool_name":"Edit","tool_input":{"file_path":"a\nb","old_string":"a\u001b","new_string":"b\u009b31m"}}`,
	`{"tool_name":"MultiEdit","tool_input":{"file_path":"a","edits":[{"old_string":"a","new_string":"b",` +
		`"x":[1]},{}]}}`,
	`{"tool_name":"MultiEdit","tool_input":{"file_path":"a","edits":[{"old_string":"a","new_string":"b",` +
		`"x":[1]}]}}`,
	`{"tool_name":"Write","tool_input":{"file_path":[],"content":{}}}`,
	`{"tool_name":"Write","tool_input":{"file_path":"a","content":"\ud800\u0301\n\n"},"agent_id":"\n",` +
		`"agent_type":"\u001b"}`,
	`{"tool_name":"x","tool_input":{"\u001b":"\u001b","a":[[[{"b":"\u202e"}]]]},` +
		`"permission_suggestions":["\u001b",{"type":"setMode","mode":"\u001b","destination":"session"}]}`,
	`{"tool_name":"x","tool_input":{"a name that fills the whole row by itself, and more":true,` +
		`"a name that fills the whole row by i":"x"}}`,
	ask(`{"question":"a\u001b","header":"\n","options":[{"label":"\u001b","description":"\u001b",` +
		`"preview":["\u001b"]}]}`),
}

func checkShown(t *testing.T, shown string) {
	t.Helper()
	for i, c := range shown {
		isHidden := c != '\n' && (unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp))
		if isHidden || c == utf8.RuneError && !strings.HasPrefix(shown[i:], "\ufffd") {
			t.Fatalf("%U is shown in %q", c, shown)
		}
	}
}

// FuzzShow: any bytes are an error or a request that is shown without a character that a
// terminal carries out, in rows that fit.
func FuzzShow(f *testing.F) {
	for _, raw := range hostile {
		f.Add([]byte(raw), 40)
	}
	f.Fuzz(func(t *testing.T, raw []byte, width int) {
		r, err := permission.Parse(raw)
		if err != nil {
			return
		}
		shown := r.Show(width)
		checkShown(t, shown)
		for row := range strings.Lines(shown) {
			columns := internalwords.Columns(strings.TrimSuffix(row, "\n"))
			if width >= 20 && columns > width {
				t.Fatalf("%d columns, not %d: %q", columns, width, row)
			}
		}
	})
}

// FuzzDecide: what is decided is JSON of a known form, and changes one member of the input
// at most.
func FuzzDecide(f *testing.F) {
	for _, raw := range hostile {
		for _, word := range []string{"yes", "always", "no", "edit", "approve", "1", "x", "1,2"} {
			f.Add([]byte(raw), word, "")
			f.Add([]byte(raw), word, "acceptEdits")
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte, word, more string) {
		r, err := permission.Parse(raw)
		if err != nil {
			return
		}
		a := permission.Answer{Words: []string{word}}
		switch word {
		case "edit":
			a.Command = &more
		case "approve":
			a.Mode = more
		case "no":
			a.Say = more
		}
		decision, err := r.Decide(a)
		if err != nil {
			return
		}
		var printed struct {
			HookSpecificOutput struct {
				HookEventName string
				Decision      map[string]json.RawMessage
			}
		}
		if err := json.Unmarshal(decision, &printed); err != nil {
			t.Fatalf("%v: %s", err, decision)
		}
		checkDecision(t, r, word, printed.HookSpecificOutput.Decision)
	})
}

func checkDecision(t *testing.T, r permission.Request, word string, d map[string]json.RawMessage) {
	t.Helper()
	form := strings.Join(slices.Sorted(maps.Keys(d)), " ")
	forms := map[string][]string{
		`"allow"`: {"behavior", "behavior updatedInput", "behavior updatedPermissions",
			"behavior updatedInput updatedPermissions"},
		`"deny"`: {"behavior message"},
	}
	if !slices.Contains(forms[string(d["behavior"])], form) {
		t.Fatalf("form %s of %s", form, d["behavior"])
	}
	if d["updatedInput"] == nil {
		return
	}
	before, after := members(t, r.Input), members(t, d["updatedInput"])
	changed := map[string]string{"edit": "command", "approve": "", "yes": ""}
	name, known := changed[word]
	if !known || r.Kind() == hookmap.CallQuestion {
		name = "answers"
	}
	delete(before, name)
	delete(after, name)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("%s changes more than %q (-input +updatedInput):\n%s", word, name, diff)
	}
}

// members returns the members of an object, each to the byte.
func members(t *testing.T, object []byte) map[string]string {
	t.Helper()
	var raw map[string]json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(object)).Decode(&raw); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, value := range raw {
		texts[name] = string(value)
	}
	return texts
}
