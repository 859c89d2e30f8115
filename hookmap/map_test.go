package hookmap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

const (
	id    = "11111111-1111-4111-8111-111111111111"
	other = "22222222-2222-4222-8222-222222222222"
)

var now = time.Unix(1_800_000_000, 123)

// pane builds the options of a pane in mid-session; kv are names and values.
func pane(kv ...string) opt.Options {
	o := opt.Options{opt.SessionID: id, opt.Turn: "open", opt.State: "working", opt.Status: "running",
		opt.Since: "1700000000"}
	return with(o, kv...)
}

// with returns options with some changed; "" removes.
func with(o opt.Options, kv ...string) opt.Options {
	var edits []opt.Edit
	for i := 0; i < len(kv); i += 2 {
		edits = append(edits, opt.Set(opt.Option(opt.Prefix+kv[i]), kv[i+1]))
	}
	return opt.Apply(o, edits)
}

// apply returns what of the options changed, as name and value, without those
// of the trace, which every event writes, and without the words: see TestWords.
func apply(t *testing.T, before opt.Options, payload string, c hookmap.Context) map[string]string {
	t.Helper()
	return changedOf(before, after(t, before, payload, c), func(g opt.Group) bool {
		return g != opt.Trace && g != opt.Texts
	})
}

// after returns the options as the event leaves them.
func after(t *testing.T, before opt.Options, payload string, c hookmap.Context) opt.Options {
	t.Helper()
	p, err := hookmap.Decode(strings.NewReader(payload))
	if err != nil {
		t.Fatalf("%s: %v", payload, err)
	}
	c.Now = now
	o := opt.Apply(before, hookmap.Map(p, c))
	checkRare(t, before, o)
	return o
}

// checkRare reports an error if a pane says that it has none of the rare options, and has one; unless it did
// so before.
func checkRare(t *testing.T, before, after opt.Options) {
	t.Helper()
	for _, f := range opt.Schema() {
		if f.IsRare() && after[opt.OnlyCommon] != "" && after[f.Option] != "" && before[f.Option] == "" {
			t.Errorf("%s is %q, and no list reads it", f.Option, after[f.Option])
		}
	}
}

// changedOf returns what of some groups is another value, as name and value.
// What is shown, and whether an option is rare, follows from the rest: see TestShown and TestOnlyCommon of
// tmuxopt, and TestReplay.
func changedOf(before, after opt.Options, counts func(opt.Group) bool) map[string]string {
	changed := map[string]string{}
	for _, f := range opt.Schema() {
		if counts(f.Group) && f.Option != opt.Shown && before[f.Option] != after[f.Option] {
			changed[f.Option.Name()] = after[f.Option]
		}
	}
	return changed
}

// event writes a payload of the session id; fields are more JSON members.
func event(name string, fields ...string) string {
	head := fmt.Sprintf(`"hook_event_name":%q,"session_id":%q,"transcript_path":"/t/%s.jsonl","cwd":"/dir"`,
		name, id, id)
	return "{" + strings.Join(append([]string{head}, fields...), ",") + "}"
}

const (
	bash  = `"tool_name":"Bash","tool_input":{"command":"ls","description":"d"}`
	bash2 = `"tool_name":"Bash","tool_input":{"description":"d","command":"l\u0073"}`
	ask   = `"tool_name":"AskUserQuestion","tool_input":{"questions":[1]}`
	form  = `"mcp_server_name":"s","elicitation_id":"e"`
	agent = `"agent_id":"a1","agent_type":"Explore"`

	helper = `"agent_id":"h1"` // an agent without a type
)

// handBack is the report of the subagent a1, as a prompt in JSON.
const handBack = `<agent-message from=\"a1\">\n  Note: nobody has reviewed it.\n` +
	`[Subagent hand-back] The report follows:\n  All is well.\n</agent-message>`

type changes = map[string]string

func TestMap(t *testing.T) {
	t.Parallel()
	key := waitingKey(t, event("PermissionRequest", bash))
	questionKey := waitingKey(t, event("PreToolUse", ask))
	planKey := waitingKey(t, event("PreToolUse", `"tool_name":"ExitPlanMode","tool_input":{"plan":"p"}`))
	formKey := waitingKey(t, event("Elicitation", form))
	agentKey := waitingKey(t, event("PermissionRequest", bash, agent))
	attention := []string{"waiting", " " + key + "=permission", "state", "attention", "status", "stopped",
		"reason", "Permission: Bash", "detail", "Permission: Bash"}
	identity := func(name string, c changes) changes {
		c["session_id_set_on"], c["transcript_path"] = name, "/t/"+id+".jsonl"
		return c
	}
	started := func(c changes) changes {
		c["state"], c["status"], c["since"], c["seen"] = "idle", "stopped", "1800000000", "1800000000"
		return c
	}
	idle := func(c changes) changes {
		c["state"], c["status"], c["since"] = "idle", "stopped", "1800000000"
		return c
	}
	working := func(c changes) changes {
		c["state"], c["status"], c["since"] = "working", "running", "1800000000"
		return c
	}
	calls := func(c changes) changes {
		c["state"], c["status"], c["since"] = "attention", "stopped", "1800000000"
		return c
	}

	tests := []struct {
		name    string
		before  opt.Options
		payload string
		context hookmap.Context
		want    changes
	}{
		{
			name: "a session starts in a fresh pane",
			payload: event("SessionStart",
				`"source":"startup","model":"m","session_title":"t","permission_mode":"plan"`),
			context: hookmap.Context{Process: 7},
			want: identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir",
				"pid": "7", "model": "m", "title": "t", "permission_mode": "plan", "turn": "done"})),
		},
		{
			name: "a new session forgets all about the one before",
			before: pane("session_id", other, "title", "old", "model", "old", "waiting", " main.x=plan",
				"agents", " a=b", "compacting", "auto", "reason", "r", "activity", "a", "detail", "r", "pid",
				"6", "session_dir", "/old"),
			payload: event("SessionStart", `"source":"startup"`),
			want: identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir",
				"title": "", "model": "", "waiting": "", "agents": "", "compacting": "", "reason": "",
				"activity": "", "detail": "", "turn": "done", "pid": ""})),
		},
		{
			name: "after /clear the same process keeps its model and mode, and is not parked any more",
			before: pane("session_id", other, "model", "m", "permission_mode", "plan", "parked", "1", "parked_until",
				"1900000000"),
			payload: event("SessionStart", `"source":"clear"`),
			want: identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir",
				"turn": "done", "parked": "", "parked_until": ""})),
		},
		{
			name:    "after /clear the limits of the account are no news, and what the status line says of the context is",
			before:  pane("session_id", other, "limit_5h", "20", "limit_5h_resets", "1900000000", "context_pct", "84"),
			payload: event("SessionStart", `"source":"clear"`),
			want: identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir",
				"turn": "done", "context_pct": ""})),
		},
		{
			name: "after /clear nothing waits for a limit any more",
			before: pane("session_id", other, "turn", "done", "state", "idle", "status", "stopped", "limit_5h", "100",
				"limit_5h_resets", "1900000000", "wake", "1900000000", "asleep_until", "1900000120"),
			payload: event("SessionStart", `"source":"clear"`),
			want: identity("SessionStart", changes{"session_id": id, "session_dir": "/dir", "since": "1800000000",
				"seen": "1800000000", "wake": "", "asleep_until": ""}),
		},
		{
			name: "a wake-up ends with its process, which was killed",
			before: pane("session_id", other, "turn", "done", "state", "idle", "status", "stopped", "pid", "6",
				"wake", "1800000060", "asleep_until", "1800000120"),
			payload: event("SessionStart", `"source":"resume"`), context: hookmap.Context{Process: 7},
			want: identity("SessionStart", changes{"session_id": id, "session_dir": "/dir", "since": "1800000000",
				"seen": "1800000000", "pid": "7", "wake": "", "asleep_until": ""}),
		},
		{
			name: "it stays where the process begins another session",
			before: pane("session_id", other, "turn", "done", "state", "idle", "status", "stopped", "pid", "7",
				"wake", "1800000060", "asleep_until", "1800000120"),
			payload: event("SessionStart", `"source":"resume"`), context: hookmap.Context{Process: 7},
			want: identity("SessionStart", changes{"session_id": id, "session_dir": "/dir", "since": "1800000000",
				"seen": "1800000000"}),
		},
		{
			name: "the directory after a compaction may be another one",
			before: pane("session_dir", "/start", "compacting", "auto", "activity", "Compacting", "detail",
				"Compacting", "title", "t"),
			payload: event("SessionStart", `"source":"compact"`),
			want:    identity("SessionStart", changes{"compacting": "", "activity": "", "detail": ""}),
		},
		{
			name:    "a path with a newline is not written, and the old one goes",
			before:  pane("session_dir", "/old"),
			payload: strings.Replace(event("SessionStart", `"source":"startup"`), `"/dir"`, `"/di\nr"`, 1),
			want:    identity("SessionStart", started(changes{"session_dir": "", "turn": "done"})),
		},
		{
			name:    "a new process forgets the mode",
			before:  pane("permission_mode", "plan", "session_dir", "/dir"),
			payload: event("SessionStart", `"source":"resume"`),
			want:    identity("SessionStart", started(changes{"permission_mode": "", "turn": "done"})),
		},
		{
			name: "an agent's mode is its own", before: pane("permission_mode", "plan"),
			payload: event("PreToolUse", bash, agent, `"permission_mode":"auto"`),
			want:    changes{"agents": " a1=Explore"},
		},
		{
			name:    "an agent called registry does not touch the registry's call",
			before:  pane("waiting", " registry.0=dialog", "state", "attention", "status", "stopped"),
			payload: event("PostToolBatch", `"agent_id":"registry"`), want: changes{},
		},
		{
			name: "a worker asks", before: pane(),
			payload: event("Notification", `"notification_type":"worker_permission_prompt"`),
			want: calls(changes{"waiting": " main.notified=permission", "reason": "Permission",
				"detail": "Permission"}),
		},
		{
			name:    "a compaction in mid-turn leaves what is done",
			before:  pane("compacting", "auto", "activity", "Bash", "detail", "Bash"),
			payload: event("PostCompact"), want: changes{"compacting": ""},
		},
		{
			name: "settings have changed: another status line may have taken the place of ours; limits stay",
			before: pane("context_pct", "4", "context_tokens", "8000", "context_size", "200000", "cost_usd", "0.10",
				"limit_5h", "1", "limit_5h_resets", "2", "context_told", "80"),
			payload: event("ConfigChange", `"source":"project_settings"`),
			want:    changes{"context_pct": "", "context_tokens": "", "cost_usd": ""},
		},
		{
			name:    "the settings of a project, which have no status line",
			before:  pane("context_pct", "4", "cost_usd", "0.10"),
			payload: event("ConfigChange", `"source":"local_settings"`),
			context: hookmap.Context{NoStatusLine: true}, want: changes{},
		},
		{
			name:    "the person's own settings without a status line, while it works",
			before:  pane("turn", "open", "context_pct", "4"),
			payload: event("ConfigChange", `"source":"user_settings"`),
			context: hookmap.Context{NoStatusLine: true}, want: changes{"context_pct": ""},
		},
		{
			name:    "the person's own settings have changed, and the session does nothing",
			before:  pane("turn", "done", "context_pct", "4", "cost_usd", "0.35"),
			payload: event("ConfigChange", `"source":"user_settings"`), want: changes{},
		},
		{
			name:    "the person's own settings have changed while it works",
			before:  pane("turn", "open", "context_pct", "4"),
			payload: event("ConfigChange", `"source":"user_settings"`), want: changes{"context_pct": ""},
		},
		{
			name: "a skill has changed", before: pane("context_pct", "4"),
			payload: event("ConfigChange", `"source":"skills"`), want: changes{},
		},
		{
			name: "a person has chosen another model", before: pane("model", "claude-opus-5-5"),
			payload: event("PostModelSwitch", `"from_model":"claude-opus-5-5","to_model":"claude-sonnet-5-5"`),
			want:    changes{"model": "claude-sonnet-5-5"},
		},
		{
			name: "a model without a name", before: pane("model", "claude-opus-5-5"),
			payload: event("PostModelSwitch", `"to_model":["x"]`), want: changes{},
		},
		{
			name: "a subagent has another model", before: pane("model", "claude-opus-5-5"),
			payload: event("PostModelSwitch", `"to_model":"claude-haiku-4-5"`, agent), want: changes{},
		},
		{
			name:    "late: the model of a session that is over",
			before:  with(nil, "session_id", id),
			payload: event("PostModelSwitch", `"to_model":"claude-haiku-4-5"`), want: changes{},
		},
		{
			name: "an agent does not start sessions", before: pane(),
			payload: event("SessionStart", agent, `"source":"startup"`), want: changes{},
		},
		{
			name: "setup works", payload: event("Setup"),
			want: working(changes{"turn": "open", "activity": "Setup", "detail": "Setup"}),
		},

		{
			name: "a prompt opens the turn and answers every call",
			before: with(pane("turn", "done", "waiting", " main.x=plan a1.y=mcp registry.0=permission",
				"activity", "Bash", "compacting", "manual"), attention[2:]...),
			payload: event("UserPromptSubmit", `"prompt":"hi"`),
			context: hookmap.Context{Process: 8},
			want: identity("UserPromptSubmit", working(changes{"turn": "open", "pid": "8", "waiting": "",
				"activity": "", "compacting": "", "detail": ""})),
		},
		{
			name:    "a prompt that is queued while a tool runs changes nothing of that",
			before:  pane("turn", "open", "activity", "Bash", "activity_prompt", "p1", "detail", "Bash", "state", "working"),
			payload: event("UserPromptSubmit", `"prompt":"hi","prompt_id":"p1"`),
			want:    identity("UserPromptSubmit", changes{}),
		},
		{
			name: "nor does one during a compaction by hand",
			before: pane("turn", "done", "state", "working", "compacting", "manual", "activity", "Compacting",
				"activity_prompt", "p1", "detail", "Compacting"),
			payload: event("UserPromptSubmit", `"prompt":"hi","prompt_id":"p1"`),
			want:    identity("UserPromptSubmit", changes{"turn": "open"}),
		},
		{
			name:    "a prompt after a turn whose end nobody has reported is no such prompt",
			before:  pane("turn", "open", "activity", "Bash", "activity_prompt", "p1", "detail", "Bash", "state", "working"),
			payload: event("UserPromptSubmit", `"prompt":"hi","prompt_id":"p2"`),
			want:    identity("UserPromptSubmit", changes{"activity": "", "detail": ""}),
		},
		{
			name:    "nor is one of a client that does not say which prompt it is",
			before:  pane("turn", "open", "activity", "Bash", "detail", "Bash", "state", "working"),
			payload: event("UserPromptSubmit", `"prompt":"hi"`),
			want:    identity("UserPromptSubmit", changes{"activity": "", "detail": ""}),
		},
		{
			name:    "a notification of a task leaves the calls of agents",
			before:  with(pane("waiting", " main.x=plan a1.y=mcp"), attention[2:]...),
			payload: event("UserPromptSubmit", `"prompt":"<task-notification>\n<task-id>"`),
			want:    identity("UserPromptSubmit", changes{"waiting": " a1.y=mcp"}),
		},
		{
			name:    "so does a subagent that hands its report back",
			before:  pane("waiting", " a2.q=permission main.p=permission", "state", "attention"),
			payload: event("UserPromptSubmit", `"prompt":"`+handBack+`"`),
			want:    identity("UserPromptSubmit", changes{"waiting": " a2.q=permission"}),
		},
		{
			name:    "and the notice that a background agent was stopped",
			before:  pane("waiting", " a2.q=permission main.p=permission", "state", "attention"),
			payload: event("UserPromptSubmit", `"prompt":"Background agent \"x\" was stopped by the user."`),
			want:    identity("UserPromptSubmit", changes{"waiting": " a2.q=permission"}),
		},
		{
			name:    "a prompt that a loop sends leaves the calls of agents",
			before:  with(pane("waiting", " a1.y=mcp"), attention[2:]...),
			payload: event("UserPromptSubmit", `"prompt":"go on","source":"loop_wakeup"`),
			want:    identity("UserPromptSubmit", changes{}),
		},
		{
			name: "an id that is none is not written", before: pane(),
			payload: `{"hook_event_name":"UserPromptSubmit","session_id":"../../#(touch x)"}`,
			want:    changes{},
		},

		{
			name:    "a tool starts",
			before:  pane("turn", "done", "state", "idle", "status", "stopped"),
			payload: event("PreToolUse", bash),
			want:    working(changes{"turn": "open", "activity": "Bash", "detail": "Bash"}),
		},
		{
			name:   "a tool that starts beside a dialog leaves it open",
			before: pane(attention...), payload: event("PreToolUse", `"tool_name":"Read"`),
			want: changes{"activity": "Read"},
		},
		{
			name: "a question needs you before any dialog is told", before: pane(),
			payload: event("PreToolUse", ask),
			want: calls(changes{"waiting": " " + questionKey + "=question", "reason": "AskUserQuestion",
				"detail": "AskUserQuestion"}),
		},
		{
			name: "a plan needs you", before: pane(),
			payload: event("PreToolUse", `"tool_name":"ExitPlanMode","tool_input":{}`),
			want: calls(changes{"waiting": " " + planKey + "=plan", "reason": "ExitPlanMode",
				"detail": "ExitPlanMode"}),
		},
		{
			name:    "a subagent at work is listed even if its start was not seen",
			payload: event("PreToolUse", bash, agent),
			want:    working(changes{"turn": "open", "agents": " a1=Explore"}),
		},
		{
			name: "a helper of Claude Code calls a tool after the turn", before: pane("turn", "done", "state", "idle"),
			payload: event("PreToolUse", bash, helper), want: changes{},
		},
		{
			name:   "a helper calls a tool while a subagent works",
			before: pane("turn", "done", "agents", " a1=Explore"), payload: event("PreToolUse", bash, helper),
			want: changes{},
		},
		{
			name: "a helper would ask", before: pane("turn", "done", "state", "idle"),
			payload: event("PreToolUse", ask, helper), want: changes{},
		},
		{
			name: "the call of a helper was denied", before: pane("turn", "done", "state", "idle"),
			payload: event("PostToolBatch", helper), want: changes{},
		},
		{
			name: "a helper ends", before: pane("turn", "done", "state", "idle"),
			payload: event("SubagentStop", `"agent_id":"h1","agent_type":""`), want: changes{},
		},
		{
			name: "a dialog is open, no matter who asks", before: pane("turn", "done", "state", "idle"),
			payload: event("PermissionRequest", bash, helper),
			want: calls(changes{"waiting": " " + waitingKey(t, event("PermissionRequest", bash, helper)) +
				"=permission", "reason": "Permission: Bash", "detail": "Permission: Bash"}),
		},
		{
			name: "a subagent without a type that has started calls a tool", before: pane("agents", " h1=Explore"),
			payload: event("PreToolUse", bash, helper), want: changes{},
		},
		{
			name: "and asks", before: pane("agents", " h1=agent"), payload: event("PreToolUse", ask, helper),
			want: calls(changes{"waiting": " " + waitingKey(t, event("PermissionRequest", ask, helper)) +
				"=question", "reason": "AskUserQuestion", "detail": "AskUserQuestion"}),
		},
		{
			name:    "hooks installed in mid-session: a tool opens the turn",
			payload: event("PreToolUse", bash),
			want:    working(changes{"turn": "open", "activity": "Bash", "detail": "Bash"}),
		},

		{
			name: "a dialog opens", before: pane(), payload: event("PermissionRequest", bash),
			want: calls(changes{"waiting": " " + key + "=permission", "reason": "Permission: Bash",
				"detail": "Permission: Bash"}),
		},
		{
			name:    "a dialog of a subagent opens after the main thread has stopped",
			before:  pane("turn", "done", "agents", " a1=Explore"),
			payload: event("PermissionRequest", bash, agent),
			want: calls(changes{"waiting": " " + agentKey + "=permission", "reason": "Permission: Bash",
				"detail": "Permission: Bash"}),
		},
		{
			name:    "hooks installed in mid-session: a dialog opens the turn",
			payload: event("PermissionRequest", bash),
			want: calls(changes{"turn": "open", "waiting": " " + key + "=permission",
				"reason": "Permission: Bash", "detail": "Permission: Bash"}),
		},
		{
			name: "a dialog that the registry has told of before its hook came is one call, not two",
			before: with(pane(), "waiting", " registry.0=permission", "state", "attention", "status", "stopped",
				"reason", "Permission", "detail", "Permission"),
			payload: event("PermissionRequest", bash),
			want: changes{"waiting": " " + key + "=permission", "reason": "Permission: Bash",
				"detail": "Permission: Bash"},
		},
		{
			name: "one of another kind that the registry has told of stays",
			before: with(pane(), "waiting", " registry.0=dialog", "state", "attention", "status", "stopped",
				"reason", "Dialog", "detail", "Dialog"),
			payload: event("PermissionRequest", bash),
			want: changes{"waiting": " registry.0=dialog " + key + "=permission", "reason": "Permission: Bash",
				"detail": "Permission: Bash"},
		},
		{
			name: "and one while a subagent asks: it may be another one's",
			before: with(pane(), "waiting", " registry.0=permission", "state", "attention", "status", "stopped",
				"reason", "Permission", "detail", "Permission"),
			payload: event("PermissionRequest", bash, agent),
			want: changes{"waiting": " registry.0=permission " + agentKey + "=permission",
				"reason": "Permission: Bash", "detail": "Permission: Bash"},
		},
		{
			name: "the request after the question is the same call",
			before: with(pane(), "waiting", " "+questionKey+"=question", "state", "attention", "status",
				"stopped"),
			payload: event("PermissionRequest", ask),
			want:    changes{"reason": "AskUserQuestion", "detail": "AskUserQuestion"},
		},
		{
			name:   "an old client tells of a dialog only by its notification",
			before: pane("activity", "Bash", "detail", "Bash"),
			payload: event("Notification",
				`"notification_type":"permission_prompt","message":"Claude needs your permission to use Bash"`),
			want: calls(changes{"waiting": " main.notified=permission", "reason": "Permission: Bash",
				"detail": "Permission: Bash"}),
		},
		{
			name: "the tool of such a dialog has ended",
			before: pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped",
				"reason", "Permission: Bash", "detail", "Permission: Bash"),
			payload: event("PostToolUse", bash), context: hookmap.Context{Old: true},
			want: working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"}),
		},
		{
			name: "another tool ends while such a dialog is open",
			before: pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped",
				"reason", "Permission: Edit", "detail", "Permission: Edit", "activity", "Bash"),
			payload: event("PostToolUse", bash), context: hookmap.Context{Old: true},
			want: changes{"activity": "Thinking"},
		},
		{
			name: "a notification that names no tool is about the one that started last",
			before: pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped",
				"reason", "Permission", "detail", "Permission", "activity", "Bash"),
			payload: event("PostToolUse", bash), context: hookmap.Context{Old: true},
			want: working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"}),
		},
		{
			name: "a tool that starts behind such a dialog belongs to the next message",
			before: pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped",
				"reason", "Permission", "detail", "Permission"),
			payload: event("PreToolUse", bash), context: hookmap.Context{Old: true},
			want: working(changes{"waiting": "", "activity": "Bash", "detail": "Bash"}),
		},
		{
			name: "an agent's tool does not end the dialog of the main thread",
			before: pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped",
				"reason", "Permission", "detail", "Permission"),
			payload: event("PreToolUse", bash, agent), want: changes{"agents": " a1=Explore"},
		},
		{
			name: "an error that has no name is described as Claude Code shows it", before: pane(),
			payload: event("StopFailure",
				`"error":"unknown","last_assistant_message":"API Error: 400 scripted\nmore"`),
			want: identity("StopFailure", changes{"turn": "error", "activity": "API Error: 400 scripted",
				"detail": "API Error: 400 scripted", "state": "error", "status": "stopped",
				"since": "1800000000"}),
		},
		{
			name:   "the approved tool has ended, its input written in another way",
			before: pane(attention...), payload: event("PostToolUse", bash2),
			want: working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"}),
		},
		{
			name: "another tool has ended: the dialog is still open", before: pane(attention...),
			payload: event("PostToolUse", `"tool_name":"Read","tool_input":{}`),
			want:    changes{"activity": "Thinking"},
		},
		{
			name:   "an agent's call of the same tool has ended: the main thread's dialog is still open",
			before: pane(attention...), payload: event("PostToolUse", bash, agent),
			want: changes{},
		},
		{
			name: "the client adds the answers to the questions",
			before: with(pane(), "waiting", " "+questionKey+"=question", "state", "attention", "status",
				"stopped"),
			payload: event("PostToolUse",
				`"tool_name":"AskUserQuestion","tool_input":{"questions":[1],"answers":{"a":"b"}}`),
			want: working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"}),
		},
		{
			name: "a batch of tools has ended: nothing of the main thread can be open",
			before: pane(append(attention, "waiting",
				" main.x=permission a1.y=mcp registry.0=permission")...),
			payload: event("PostToolBatch"),
			want:    changes{"waiting": " a1.y=mcp registry.0=permission", "activity": "Thinking"},
		},
		{
			name:    "a batch of an agent has ended",
			before:  pane(append(attention, "waiting", " main.x=permission a1.y=mcp a10.y=mcp")...),
			payload: event("PostToolBatch", agent),
			want:    changes{"waiting": " main.x=permission a10.y=mcp"},
		},
		{
			name: "auto mode refuses a call", before: pane(attention...),
			payload: event("PermissionDenied", bash),
			want:    working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"}),
		},
		{
			name: "a tool fails", before: pane(), payload: event("PostToolUseFailure", bash),
			want: changes{"activity": "Thinking", "detail": "Thinking"},
		},

		{
			name: "a server asks for input", before: pane(),
			payload: event("Elicitation", form, `"message":"m"`),
			want: calls(changes{"waiting": " " + formKey + "=mcp", "reason": "MCP input",
				"detail": "MCP input"}),
		},
		{
			name:    "a server has its input",
			before:  with(pane(), "waiting", " "+formKey+"=mcp", "state", "attention", "status", "stopped"),
			payload: event("ElicitationResult", form, `"action":"accept"`),
			want:    working(changes{"waiting": ""}),
		},

		{
			name: "an agent starts", before: pane(), payload: event("SubagentStart", agent),
			want: changes{"agents": " a1=Explore", "activity": "Explore", "detail": "Explore"},
		},
		{
			name: "an agent with a hostile name starts", before: pane(),
			payload: event("SubagentStart", `"agent_id":"a b;#{x}","agent_type":"x=y z"`),
			want:    changes{"agents": " a-b---x-=x-y-z", "activity": "x=y z", "detail": "x=y z"},
		},
		{
			name: "an agent called main is not the main thread", before: pane(attention...),
			payload: event("PostToolBatch", `"agent_id":"main"`), want: changes{},
		},
		{
			name: "a start without an agent is only traced", before: pane(),
			payload: event("SubagentStart"), want: changes{},
		},
		{
			name: "an agent stops: its calls end with it",
			before: pane("turn", "done", "agents", " a1=Explore a2=Plan", "waiting", " a1.x=permission",
				"state", "attention", "status", "stopped"),
			payload: event("SubagentStop", agent),
			want:    identity("SubagentStop", working(changes{"agents": " a2=Plan", "waiting": ""})),
		},
		{
			name:    "the last agent stops after the main thread",
			before:  pane("turn", "done", "agents", " a1=Explore"),
			payload: event("SubagentStop", agent),
			want:    identity("SubagentStop", idle(changes{"agents": ""})),
		},
		{
			name:    "a helper that was never listed stops, of a session that is over",
			before:  pane("session_id", other),
			payload: event("SubagentStop", `"agent_id":"a9","agent_type":""`), want: changes{},
		},

		{
			name:    "Claude Code notifies of a dialog that no hook told",
			before:  pane("reason", "old"),
			payload: event("Notification", `"notification_type":"permission_prompt"`),
			want: calls(changes{"waiting": " main.notified=permission", "reason": "Permission",
				"detail": "Permission"}),
		},
		{
			name: "Claude Code notifies of a dialog that is known", before: pane(attention...),
			payload: event("Notification", `"notification_type":"permission_prompt"`),
			want:    changes{},
		},
		{
			name: "Claude Code notifies of a form", before: pane(),
			payload: event("Notification", `"notification_type":"elicitation_url_dialog"`),
			want: calls(changes{"waiting": " main.notified=mcp", "reason": "MCP input",
				"detail": "MCP input"}),
		},
		{
			name: "a minute of idling is no call for attention",
			before: pane("waiting", " main.x=permission", "compacting", "manual", "activity", "Bash",
				"detail", "Bash"),
			payload: event("Notification", `"notification_type":"idle_prompt"`),
			want: idle(changes{"turn": "done", "waiting": "", "compacting": "", "activity": "",
				"detail": ""}),
		},
		{
			name: "a minute after Esc it is still interrupted",
			before: pane("turn", "done", "state", "idle", "status", "stopped", "activity", "Interrupted",
				"detail", "Interrupted"),
			payload: event("Notification", `"notification_type":"idle_prompt"`), want: changes{},
		},
		{
			name: "a minute after an error it is still an error",
			before: pane("turn", "error", "state", "error", "status", "stopped", "activity", "overloaded",
				"detail", "overloaded"),
			payload: event("Notification", `"notification_type":"idle_prompt"`), want: changes{},
		},
		{
			name: "a minute of idling while an agent asks",
			before: pane("turn", "done", "waiting", " a1.x=permission", "agents", " a1=b", "state",
				"attention", "status", "stopped"),
			payload: event("Notification", `"notification_type":"idle_prompt"`), want: changes{},
		},
		{
			name: "another session needs input", before: pane(),
			payload: event("Notification", `"notification_type":"agent_needs_input"`),
			want:    changes{},
		},
		{
			name: "an old client notifies without a type", before: pane(),
			payload: event("Notification", `"message":"Claude needs your permission"`),
			want:    changes{},
		},

		{
			name:    "a compaction by hand while idle",
			before:  pane("turn", "done", "state", "idle", "status", "stopped"),
			payload: event("PreCompact", `"trigger":"manual"`),
			want: working(changes{"compacting": "manual", "activity": "Compacting",
				"detail": "Compacting"}),
		},
		{
			name:    "a compaction from the queue begins after the turn, which a prompt in the queue had kept open",
			before:  pane("turn", "open", "state", "working", "activity", "Bash", "detail", "Bash"),
			payload: event("PreCompact", `"trigger":"manual"`),
			want:    changes{"turn": "done", "compacting": "manual", "activity": "Compacting", "detail": "Compacting"},
		},
		{
			name:    "one before which a prompt stands in the queue",
			before:  pane("turn", "open", "state", "working", "activity", "Bash", "detail", "Bash"),
			payload: event("PreCompact", `"trigger":"manual"`), context: hookmap.Context{Queued: true},
			want: changes{"compacting": "manual", "activity": "Compacting", "detail": "Compacting"},
		},
		{
			name:    "an automatic one belongs to the turn",
			before:  pane("turn", "open", "state", "working", "activity", "Bash", "detail", "Bash"),
			payload: event("PreCompact", `"trigger":"auto"`),
			want:    changes{"compacting": "auto", "activity": "Compacting", "detail": "Compacting"},
		},
		{
			name: "how full the context is, nobody knows during a compaction",
			before: pane("context_pct", "90", "context_tokens", "180010", "context_size", "200000",
				"cost_usd", "1.00"),
			payload: event("PreCompact", `"trigger":"auto"`),
			want: changes{"compacting": "auto", "activity": "Compacting", "detail": "Compacting",
				"context_pct": "", "context_tokens": ""},
		},
		{
			name:    "a status line of before the compaction told late is not true after it",
			before:  pane("context_pct", "90", "context_tokens", "180010", "context_size", "200000"),
			payload: event("PostCompact"), want: changes{"context_pct": "", "context_tokens": ""},
		},
		{
			name:    "a compaction says how full the context is only by the next answer",
			before:  pane("context_pct", "90", "context_tokens", "180010", "context_size", "200000"),
			payload: event("SessionStart", `"source":"compact"`),
			want:    identity("SessionStart", changes{"context_pct": "", "context_tokens": ""}),
		},
		{
			name: "a compaction has ended",
			before: pane("turn", "done", "compacting", "manual", "activity", "Compacting", "detail",
				"Compacting"),
			payload: event("PostCompact"),
			want:    idle(changes{"compacting": "", "activity": "", "detail": ""}),
		},

		{
			name: "a turn ends",
			before: pane("activity", "Bash", "detail", "Bash", "compacting", "auto", "waiting",
				" main.x=plan"),
			payload: event("Stop"),
			want: identity("Stop", idle(changes{"turn": "done", "activity": "", "detail": "",
				"compacting": "", "waiting": ""})),
		},
		{
			name:   "a turn ends, and Claude goes on with a prompt that was typed meanwhile",
			before: pane("activity", "Bash", "detail", "Bash"), context: hookmap.Context{Queued: true},
			payload: event("Stop"),
			want:    identity("Stop", changes{"activity": "", "detail": ""}),
		},
		{
			name: "stop while a subagent still works", before: pane("agents", " gone=x"),
			payload: event("Stop",
				`"background_tasks":[{"id":"a1","type":"subagent","status":"running","agent_type":"Explore"},{"id":"b","type":"shell","status":"running"},{"id":"c","type":"subagent","status":"completed"},{"id":"w","type":"workflow","status":"running"}]`),
			want: identity("Stop", changes{"turn": "done", "agents": " a1=Explore w=workflow"}),
		},
		{
			name: "stop while a subagent asks",
			before: pane("agents", " a1=Explore", "waiting", " a1.x=permission", "state", "attention",
				"status", "stopped"),
			payload: event("Stop",
				`"background_tasks":[{"id":"a1","type":"subagent","status":"running","agent_type":"Explore"}]`),
			want: identity("Stop", changes{"turn": "done"}),
		},
		{
			name: "a turn ends, and the session goes on by itself", before: pane("intent", "question"),
			payload: event("Stop", `"session_crons":[{"id":"1a2b3c4d","schedule":"* * * * *","recurring":false}]`),
			want: identity("Stop", idle(changes{"turn": "done", "wake": "1800000060",
				"asleep_until": "1800000120"})),
		},
		{
			name: "it will not any more", before: pane("wake", "1800000060", "asleep_until", "1800000120"),
			payload: event("Stop", `"session_crons":[]`),
			want:    identity("Stop", idle(changes{"turn": "done", "wake": "", "asleep_until": ""})),
		},
		{
			name:    "crons that are none",
			before:  pane(),
			payload: event("Stop", `"session_crons":[7,null,{"schedule":7},{"schedule":"#{x} * * * *"},{"recurring":"x"}]`),
			want:    identity("Stop", idle(changes{"turn": "done"})),
		},
		{
			name: "the session goes on",
			before: pane("turn", "done", "state", "idle", "status", "stopped", "wake", "1800000060",
				"asleep_until", "1800000120"),
			payload: event("UserPromptSubmit", `"prompt":"go on"`),
			want: identity("UserPromptSubmit", changes{"turn": "open", "state": "working", "status": "running",
				"since": "1800000000", "wake": "", "asleep_until": ""}),
		},
		{
			name:   "an older client lists no background tasks",
			before: pane("agents", " a1=Explore"), payload: event("Stop"),
			want: identity("Stop", idle(changes{"turn": "done", "agents": ""})),
		},
		{
			name: "an API error ends the turn", before: pane(),
			payload: event("StopFailure", `"error":"rate_limit"`),
			want: identity("StopFailure", changes{"turn": "error", "activity": "rate_limit",
				"detail": "rate_limit", "state": "error", "status": "stopped", "since": "1800000000"}),
		},
		{
			name: "an API error ends the turn, while subagents work and ask in the background",
			before: pane("agents", " a1=Explore b2=Plan", "waiting", " main.1=permission a1.2=permission", "state", "attention",
				"status", "stopped", "reason", "Permission", "detail", "Permission"),
			payload: event("StopFailure", `"error":"rate_limit"`),
			want: identity("StopFailure", changes{
				"turn": "error", "activity": "rate_limit", "waiting": " a1.2=permission",
			}),
		},
		{
			name:   "an API error ends the turn, while a subagent works in the background",
			before: pane("agents", " a1=Explore"), payload: event("StopFailure", `"error":"rate_limit"`),
			want: identity("StopFailure", changes{"turn": "error", "activity": "rate_limit", "detail": "rate_limit"}),
		},
		{
			name:    "the helper of a compaction by hand fails: the compaction has failed",
			before:  pane("turn", "done", "compacting", "manual", "activity", "Compacting", "detail", "Compacting"),
			payload: event("StopFailure", `"error":"unknown","last_assistant_message":"API Error: 400"`, agent),
			want: changes{"turn": "error", "activity": "API Error: 400", "compacting": "",
				"detail": "API Error: 400", "state": "error", "status": "stopped", "since": "1800000000"},
		},
		{
			name: "a subagent fails while a compaction by hand goes on",
			before: pane("turn", "done", "compacting", "manual", "activity", "Compacting", "detail", "Compacting",
				"agents", " a1=Explore"),
			payload: event("StopFailure", `"error":"unknown"`, agent),
			want:    identity("StopFailure", changes{"agents": ""}),
		},
		{
			name: "a stop inside an agent is the agent's", before: pane("agents", " a1=Explore"),
			payload: event("Stop", agent), want: identity("Stop", changes{"agents": ""}),
		},

		{
			name:    "the client exits",
			before:  pane(append(attention, "pid", "7", "title", "t", "session_dir", "/d")...),
			payload: event("SessionEnd", `"reason":"prompt_input_exit"`),
			context: hookmap.Context{Process: 7, TranscriptExists: true},
			want: identity("SessionEnd", changes{"pid": "", "turn": "", "waiting": "", "reason": "",
				"state": "", "status": "", "detail": "", "since": ""}),
		},
		{
			name:    "the client exits with another id than it started with",
			before:  pane("pid", "7", "session_id", other),
			payload: event("SessionEnd", `"reason":"other"`),
			context: hookmap.Context{Process: 7, TranscriptExists: true},
			want: identity("SessionEnd", changes{"session_id": id, "pid": "", "turn": "", "state": "",
				"status": "", "since": ""}),
		},
		{
			name:    "a client that found nothing to resume leaves the last session's id",
			before:  with(nil, "session_id", other),
			payload: event("SessionEnd", `"reason":"other"`),
			context: hookmap.Context{Process: 9}, want: changes{},
		},
		{
			name: "another client of this pane exits", before: pane("pid", "7"),
			payload: event("SessionEnd", `"reason":"other"`),
			context: hookmap.Context{Process: 8, TranscriptExists: true}, want: changes{},
		},
		{
			name:   "an older client exits: its registry entry is gone, its process is above the hook",
			before: pane("pid", "7"), payload: event("SessionEnd", `"reason":"other"`),
			context: hookmap.Context{Ancestors: []int{20, 7, 3}},
			want:    changes{"pid": "", "turn": "", "state": "", "status": "", "since": ""},
		},
		{
			name:   "an older client exits and nothing is known of processes",
			before: pane("pid", "7"), payload: event("SessionEnd", `"reason":"other"`),
			want: changes{"pid": "", "turn": "", "state": "", "status": "", "since": ""},
		},
		{
			name:   "behind a gate the client exits",
			before: pane("gate", "7-1"), payload: event("SessionEnd", `"reason":"other"`),
			want: changes{"turn": "", "state": "", "status": "", "since": ""},
		},
		{
			name:    "behind a gate another client exits than that of the pane",
			before:  pane("gate", "7-1", "session_id", other),
			payload: event("SessionEnd", `"reason":"other"`),
			context: hookmap.Context{TranscriptExists: true}, want: changes{},
		},
		{
			name:    "cld has set the state, and the client ends at once",
			before:  with(nil, "state", "starting"),
			payload: event("SessionEnd", `"reason":"other"`),
			context: hookmap.Context{Process: 9}, want: changes{"state": ""},
		},
		{
			name: "after /clear the process goes on: the pane is not that of an ended session", before: pane("pid", "7"),
			payload: event("SessionEnd", `"reason":"clear"`),
			context: hookmap.Context{Process: 7}, want: changes{},
		},
		{
			name:    "the end of /clear arrives after the next start",
			before:  pane("session_id", other, "pid", "7"),
			payload: event("SessionEnd", `"reason":"clear"`),
			context: hookmap.Context{Process: 7, TranscriptExists: true}, want: changes{},
		},

		{
			name: "late: a tool ends after the session", before: with(nil, "session_id", id),
			payload: event("PostToolUse", bash), want: changes{},
		},
		{
			name:   "late: an agent calls a tool after the session",
			before: with(nil, "session_id", id), payload: event("PreToolUse", bash, agent),
			want: changes{},
		},
		{
			name: "late: an agent asks after the session", before: with(nil, "session_id", id),
			payload: event("PermissionRequest", bash, agent), want: changes{},
		},
		{
			name: "late: a turn ends after the session", before: with(nil, "session_id", id),
			payload: event("Stop", `"background_tasks":[{"id":"a1","type":"subagent","status":"running"}]`),
			want:    identity("Stop", changes{}),
		},
		{
			name: "late: an agent stops after the session", before: with(nil, "session_id", id),
			payload: event("SubagentStop", agent), want: changes{},
		},
		{
			name: "late: a minute after the session", before: with(nil, "session_id", id),
			payload: event("Notification", `"notification_type":"idle_prompt"`), want: changes{},
		},

		{
			name: "an unknown event is traced", before: pane(), payload: event("FutureEvent"),
			want: changes{},
		},
		{name: "no event, no edits", before: pane(), payload: `{"session_id":"x"}`, want: changes{}},
		{
			name: "fields of other types than expected", before: pane(),
			payload: `{"hook_event_name":"PreToolUse","session_id":7,"agent_id":null,"tool_name":["x"],"tool_input":"text","cwd":{"a":1}}`,
			want:    changes{},
		},
		{
			name: "of duplicate names the last counts", before: pane(),
			payload: `{"hook_event_name":"Stop","hook_event_name":"PreToolUse","tool_name":"A","tool_name":"B"}`,
			want:    changes{"activity": "B", "detail": "B"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, apply(t, tt.before, tt.payload, tt.context)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.payload, diff)
			}
		})
	}
}

// waitingKey returns the key of the call that an event makes.
func waitingKey(t *testing.T, payload string) string {
	t.Helper()
	return opt.Entries(apply(t, pane(), payload, hookmap.Context{})["waiting"])[0].Key
}

// TestCorrectedSession: what was corrected is said of the session that it was wrong for.
func TestCorrectedSession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, payload, want string }{
		{name: "another session", payload: event("SessionStart", `"source":"startup"`)},
		{name: "it goes on", payload: event("SessionStart", `"source":"compact"`), want: "denied"},
		{name: "it has ended", payload: event("SessionEnd", `"reason":"other"`), want: "denied"},
	} {
		got := after(t, pane("corrected", "denied"), tt.payload, hookmap.Context{})[opt.Corrected]
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

func TestTrace(t *testing.T) {
	t.Parallel()
	const ns = "1800000000000000123"
	tests := []struct {
		name    string
		payload string
		want    opt.Options
	}{
		{"an event that knows how things are", event("Stop"), opt.Options{opt.LatestHookEvent: "Stop",
			opt.LatestHookTime: "1800000000", opt.StateNS: ns}},
		{"an agent's end must not outlive what the registry knows", event("SubagentStop", agent),
			opt.Options{opt.LatestHookEvent: "SubagentStop", opt.LatestHookTime: "1800000000"}},
		{"an event that says nothing of the state", event("CwdChanged"),
			opt.Options{opt.LatestHookEvent: "CwdChanged", opt.LatestHookTime: "1800000000"}},
		{"settings without our hooks, in a pane that was cleared", event("ConfigChange", `"source":"user_settings"`),
			opt.Options{}},
		{"a notification with its type", event("Notification", `"notification_type":"auth_success"`),
			opt.Options{opt.LatestHookEvent: "Notification-auth_success", opt.LatestHookTime: "1800000000"}},
		{"an event with a hostile name", event("A #{b}\n"), opt.Options{opt.LatestHookEvent: "A---b--",
			opt.LatestHookTime: "1800000000"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := hookmap.Decode(strings.NewReader(tt.payload))
			if err != nil {
				t.Fatal(err)
			}
			after := opt.Apply(nil, hookmap.Map(p, hookmap.Context{Now: now}))
			got := opt.Options{}
			for _, name := range []opt.Option{opt.LatestHookEvent, opt.LatestHookTime, opt.StateNS} {
				if v := after[name]; v != "" {
					got[name] = v
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
