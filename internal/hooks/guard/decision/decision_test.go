package decision_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/hooks/guard/decision"
	opt "atm/tmuxopt"
)

const session = "23e30f82-0000-4000-8000-000000000000"

var now = time.Unix(1_800_000_000, 0)

// event returns an event with those members of its payload.
func event(t testing.TB, name string, members ...string) decision.Event {
	t.Helper()
	raw := `{"hook_event_name":"` + name + `","session_id":"` + session + `"` +
		strings.Join(append([]string{""}, members...), ",") + `}`
	payload, err := hookmap.Decode(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return decision.Event{Payload: payload, Raw: []byte(raw), Now: now}
}

// tool returns a call of a tool.
func tool(t testing.TB, name, input string, members ...string) decision.Event {
	t.Helper()
	return event(t, "PreToolUse", append(members, `"tool_name":"`+name+`","tool_input":`+input)...)
}

func bash(t testing.TB, command string) decision.Event {
	t.Helper()
	text, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	return tool(t, "Bash", string(text))
}

// pane returns options of a pane: those of the contract by their names without prefix.
func pane(kv ...string) opt.Options {
	o := opt.Options{}
	for i := 0; i < len(kv); i += 2 {
		name := opt.Option(kv[i])
		if !strings.HasPrefix(kv[i], "@") {
			name = opt.Prefix + name
		}
		o[name] = kv[i+1]
	}
	return o
}

// decided is what a tool call is answered.
type decided struct {
	Context, Decision, Reason string
}

// decide returns what an event is answered and the options after it, if all edits are made.
func decide(t testing.TB, e decision.Event, p decision.Pane) (out decided, after opt.Options) {
	t.Helper()
	in, _ := e.Input()
	after = opt.Apply(p.Options, in.Edits)
	a := decision.Decide(e, p)
	made := len(a.Edits) > 0 && (a.Unless == nil || !opt.True(a.Unless, after))
	if made {
		after = opt.Apply(after, a.Edits)
	}
	printed := a.Print(made)
	if printed == nil {
		return out, after
	}
	var answer struct {
		HookSpecificOutput struct {
			HookEventName            string
			AdditionalContext        string
			PermissionDecision       string
			PermissionDecisionReason string
		}
	}
	if err := json.Unmarshal(printed, &answer); err != nil {
		t.Fatalf("%q: %v", printed, err)
	}
	specific := answer.HookSpecificOutput
	if specific.HookEventName != e.Event {
		t.Errorf("the answer is for %q, not %q", specific.HookEventName, e.Event)
	}
	return decided{
		specific.AdditionalContext,
		specific.PermissionDecision,
		specific.PermissionDecisionReason,
	}, after
}

// TestAlways: whatever the options hold, each text says where it comes from, and nothing foreign in it
// could be taken for something else.
func TestAlways(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("ü#(x)\x1b[2J\u202e\n", 2000)
	options := pane("context_pct", "99", "heartbeat", "19", "@atm-guard-deny", "on")
	for _, f := range opt.Schema() {
		if f.Group == opt.Work && options[f.Option] == "" && f.Option != opt.HandoffTo &&
			f.Option != opt.HandoffTaken {
			options[f.Option] = huge
		}
	}
	delete(options, opt.ContextWarned)
	options[opt.EffortLog] = "/" + strings.Repeat("p", 4000)
	options["@atm-guard-compact"] = "handoff"
	reminded := opt.Apply(options, []opt.Edit{opt.Unset("@atm-guard-deny")})
	rules := map[string]string{"@atm-guard-rule-x": "Bash => deny: " + huge}
	unhanded := opt.Apply(options, []opt.Edit{opt.Unset(opt.HandoffTime)})
	for _, tt := range []struct {
		name  string
		event decision.Event
		pane  decision.Pane
	}{
		{"denied", bash(t, "ls"), decision.Pane{Options: options}},
		{"reminded and warned", bash(t, "ls"), decision.Pane{Options: reminded}},
		{"a rule", bash(t, "ls"), decision.Pane{Options: reminded, Rules: rules}},
		{"a session starts", event(t, "SessionStart", `"source":"startup"`), decision.Pane{Options: options}},
		{"a compaction is blocked", event(t, "PreCompact", `"trigger":"auto"`), decision.Pane{Options: options}},
		{
			"a compaction is not blocked", event(t, "PreCompact", `"trigger":"auto"`),
			decision.Pane{Options: unhanded},
		},
	} {
		printed := decision.Decide(tt.event, tt.pane).Print(true)
		if !strings.Contains(string(printed), "atm") || len([]rune(string(printed))) > 10_000+500 {
			t.Errorf("%s: %d bytes: %.300q", tt.name, len(printed), printed)
		}
		text := string(printed)
		var decoded any
		if json.Unmarshal(printed, &decoded) == nil {
			text = fmt.Sprint(decoded)
		}
		if strings.ContainsAny(text, "\x1b\u202e") || strings.ToValidUTF8(text, "") != text {
			t.Errorf("%s: control characters in %q", tt.name, text)
		}
	}
}

// TestNothing: what the guard does not know or understand is allowed without a word.
func TestNothing(t *testing.T) {
	t.Parallel()
	rules := map[string]string{"@atm-guard-rule-x": "Bash(rm *) => deny"}
	for _, tt := range []struct {
		name  string
		event decision.Event
	}{
		{"an event that it does not know", event(t, "Newly")},
		{"no event", event(t, "")},
		{"a tool call without a tool", event(t, "PreToolUse")},
		{"an input that is none", tool(t, "Bash", `7`)},
		{"a tool that it does not know", tool(t, "Newly", `{"command":"rm x"}`)},
		{"a call of which one cannot say what it is", tool(t, "Bash", `{"command":"rm x","command":"ls"}`)},
		{"a compaction", event(t, "PreCompact", `"trigger":"auto"`)},
		{"the end of a turn", event(t, "Stop")},
		{"a session starts", event(t, "SessionStart", `"source":"startup"`)},
	} {
		in, _ := tt.event.Input()
		a := decision.Decide(tt.event, decision.Pane{Rules: rules})
		if text := a.Print(false); text != nil || len(a.Edits) > 0 {
			t.Errorf("%s: says %q", tt.name, text)
		}
		if after := opt.Apply(nil, in.Edits); len(after) > 0 {
			t.Errorf("%s: leaves %v", tt.name, after)
		}
	}
}

// TestSessionStart: a session is told what the pane works on, and gets what was left for it, whatever
// it begins by.
func TestSessionStart(t *testing.T) {
	t.Parallel()
	before := pane(
		"effort",
		"the parser",
		"effort_phase",
		"tests",
		"handoff",
		`one\ntwo`,
		"handoff_files",
		"/p/a.md",
		"handoff_time",
		"1800000000",
		"context_warned",
		"90",
	)
	warnedAfter := map[string]string{"startup": "90", "resume": "90", "clear": "90", "compact": ""}
	for source, warned := range warnedAfter {
		got, after := decide(
			t,
			event(t, "SessionStart", `"source":"`+source+`"`),
			decision.Pane{Options: before},
		)
		want := decided{Context: "From atm, which the person at this terminal has installed:\n" +
			"The sessions in this tmux pane work on: the parser\nIts phase is: tests\n" +
			"The session before this one has left this for you:\n\none\ntwo\n\n" +
			"Read these files before you go on:\n- /p/a.md\n"}
		if diff := cmp.Diff(want, got); diff != "" || after[opt.HandoffTo] != session {
			t.Errorf("%s: given to %q (-want +got):\n%s", source, after[opt.HandoffTo], diff)
		}
		if after[opt.ContextWarned] != warned {
			t.Errorf("%s: warned at %q, want %q", source, after[opt.ContextWarned], warned)
		}
		again, _ := decide(t, event(t, "SessionStart", `"source":"compact"`), decision.Pane{Options: after})
		if strings.Contains(again.Context, "left this") || !strings.Contains(again.Context, "the parser") {
			t.Errorf("%s: the second time: %q", source, again.Context)
		}
		for _, worked := range []decision.Event{bash(t, "ls"), event(t, "Stop")} {
			if _, taken := decide(t, worked, decision.Pane{Options: after}); taken[opt.HandoffTaken] != "1" {
				t.Errorf("%s: behind %s: not taken", source, worked.Event)
			}
		}
	}
}

func TestCompact(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		trigger string
		options opt.Options
		want    string // "" = nothing is said
	}{
		{"not asked for", "auto", pane("effort", "e", "handoff_time", "1"), ""},
		{"by hand", "manual", pane("effort", "e", "handoff_time", "1", "@atm-guard-compact", "handoff"), ""},
		{"neither an effort nor a handoff", "auto", pane("@atm-guard-compact", "handoff"), ""},
		{"the session has handed over", "auto", pane("handoff_time", "1", "@atm-guard-compact", "handoff"),
			`"decision":"block"`},
		{"it has got the handoff of another one", "auto",
			pane("effort", "e", "handoff_time", "1", "handoff_to", "x", "@atm-guard-compact", "handoff"),
			"Keep in the summary"},
		{"it has not", "auto",
			pane("effort", "the parser", "effort_phase", "tests", "@atm-guard-compact", "handoff"),
			`From atm, which the person at this terminal has installed:` + "\n" +
				`The session works on "the parser", phase "tests". Keep in the summary`},
	} {
		e := event(t, "PreCompact", `"trigger":"`+tt.trigger+`"`)
		var text string
		if _, ok := e.Input(); ok {
			text = string(decision.Decide(e, decision.Pane{Options: tt.options}).Print(false))
		}
		if !strings.Contains(text, tt.want) || (text == "") != (tt.want == "") {
			t.Errorf("%s: %q, want %q", tt.name, text, tt.want)
		}
	}
}

// TestDialog: the answers of the last dialog stay with the effort.
func TestDialog(t *testing.T) {
	t.Parallel()
	effort := pane("effort", "e", "effort_dialog", "before")
	for _, tt := range []struct {
		name    string
		options opt.Options
		event   decision.Event
		want    string
	}{
		{"one question", effort, event(t, "PostToolUse", `"tool_name":"AskUserQuestion"`,
			`"tool_input":{"questions":[{"question":"Which?"}],"answers":{"Which?":"A"}}`), `Which?\n→ A`},
		{"several choices", effort, event(t, "PostToolUse", `"tool_name":"AskUserQuestion"`,
			`"tool_input":{"questions":[{"question":"Which?"}],"answers":{"Which?":["A","B"]}}`), `Which?\n→ A, B`},
		{"two questions, one of them answered", effort, event(t, "PostToolUse", `"tool_name":"AskUserQuestion"`,
			`"tool_input":{"questions":[{"question":"a?"},{"question":"b?"}],"answers":{"b?":"B"}}`), `b?\n→ B`},
		{"hostile ones", effort, event(t, "PostToolUse", `"tool_name":"AskUserQuestion"`,
			`"tool_input":{"questions":[{"question":"a\nb"}],"answers":{"a\nb":"\u001b[2J\\n"}}`),
			`a b\n→ �[2J\\n`},
		{"no answer", effort, event(t, "PostToolUse", `"tool_name":"AskUserQuestion"`,
			`"tool_input":{"questions":[{"question":"a?"}]}`), "before"},
		{"another tool", effort, event(t, "PostToolUse", `"tool_name":"Bash","tool_input":{"questions":7}`),
			"before"},
		{"no effort", pane(), event(t, "PostToolUse", `"tool_name":"AskUserQuestion"`,
			`"tool_input":{"questions":[{"question":"Which?"}],"answers":{"Which?":"A"}}`), ""},
	} {
		got, after := decide(t, tt.event, decision.Pane{Options: tt.options})
		if diff := cmp.Diff(tt.want, after[opt.EffortDialog]); diff != "" || got != (decided{}) {
			t.Errorf("%s: says %+v (-want +got):\n%s", tt.name, got, diff)
		}
	}
}
