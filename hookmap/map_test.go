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
	o := opt.Options{opt.SessionID: id, opt.Turn: "open", opt.State: "working", opt.Status: "running", opt.Since: "1700000000"}
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
// of the trace, which every event writes.
func apply(t *testing.T, before opt.Options, payload string, c hookmap.Context) map[string]string {
	t.Helper()
	p, err := hookmap.Decode(strings.NewReader(payload))
	if err != nil {
		t.Fatalf("%s: %v", payload, err)
	}
	c.Now = now
	after := opt.Apply(before, hookmap.Map(p, c))
	changed := map[string]string{}
	for _, f := range opt.Schema() {
		if f.Group != opt.Trace && before[f.Option] != after[f.Option] {
			changed[f.Option.Name()] = after[f.Option]
		}
	}
	return changed
}

// event writes a payload of the session id; fields are more JSON members.
func event(name string, fields ...string) string {
	head := fmt.Sprintf(`"hook_event_name":%q,"session_id":%q,"transcript_path":"/t/%s.jsonl","cwd":"/dir"`, name, id, id)
	return "{" + strings.Join(append([]string{head}, fields...), ",") + "}"
}

const (
	bash  = `"tool_name":"Bash","tool_input":{"command":"ls","description":"d"}`
	bash2 = `"tool_name":"Bash","tool_input":{"description":"d","command":"l\u0073"}`
	ask   = `"tool_name":"AskUserQuestion","tool_input":{"questions":[1]}`
	form  = `"mcp_server_name":"s","elicitation_id":"e"`
	agent = `"agent_id":"a1","agent_type":"Explore"`
)

type changes = map[string]string

func TestMap(t *testing.T) {
	t.Parallel()
	key := waitingKey(t, event("PermissionRequest", bash))
	questionKey := waitingKey(t, event("PreToolUse", ask))
	planKey := waitingKey(t, event("PreToolUse", `"tool_name":"ExitPlanMode","tool_input":{"plan":"p"}`))
	formKey := waitingKey(t, event("Elicitation", form))
	agentKey := waitingKey(t, event("PermissionRequest", bash, agent))
	attention := []string{"waiting", " " + key + "=permission", "state", "attention", "status", "stopped", "reason", "Permission: Bash", "detail", "Permission: Bash"}
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
		{"a session starts in a fresh pane", nil,
			event("SessionStart", `"source":"startup","model":"m","session_title":"t","permission_mode":"plan"`), hookmap.Context{Process: 7},
			identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir", "pid": "7", "model": "m", "title": "t", "permission_mode": "plan", "turn": "done"}))},
		{"a new session forgets all about the one before",
			pane("session_id", other, "title", "old", "model", "old", "waiting", " main.x=plan", "agents", " a=b", "compacting", "auto", "reason", "r", "activity", "a", "detail", "r", "pid", "6", "session_dir", "/old"),
			event("SessionStart", `"source":"startup"`), hookmap.Context{},
			identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir", "title": "", "model": "", "waiting": "", "agents": "", "compacting": "", "reason": "", "activity": "", "detail": "", "turn": "done", "pid": ""}))},
		{"after /clear the same process keeps its model and mode", pane("session_id", other, "model", "m", "permission_mode", "plan"),
			event("SessionStart", `"source":"clear"`), hookmap.Context{},
			identity("SessionStart", started(changes{"session_id": id, "session_dir": "/dir", "turn": "done"}))},
		{"the directory after a compaction may be another one", pane("session_dir", "/start", "compacting", "auto", "activity", "Compacting", "detail", "Compacting", "title", "t"),
			event("SessionStart", `"source":"compact"`), hookmap.Context{},
			identity("SessionStart", changes{"compacting": "", "activity": "", "detail": ""})},
		{"a path with a newline is not written, and the old one goes", pane("session_dir", "/old"),
			strings.Replace(event("SessionStart", `"source":"startup"`), `"/dir"`, `"/di\nr"`, 1), hookmap.Context{},
			identity("SessionStart", started(changes{"session_dir": "", "turn": "done"}))},
		{"a new process forgets the mode", pane("permission_mode", "plan", "session_dir", "/dir"), event("SessionStart", `"source":"resume"`), hookmap.Context{},
			identity("SessionStart", started(changes{"permission_mode": "", "turn": "done"}))},
		{"an agent's mode is its own", pane("permission_mode", "plan"), event("PreToolUse", bash, agent, `"permission_mode":"auto"`), hookmap.Context{}, changes{"agents": " a1=Explore"}},
		{"an agent called registry does not touch the registry's call", pane("waiting", " registry.0=dialog", "state", "attention", "status", "stopped"), event("PostToolBatch", `"agent_id":"registry"`), hookmap.Context{}, changes{}},
		{"a worker asks", pane(), event("Notification", `"notification_type":"worker_permission_prompt"`), hookmap.Context{},
			calls(changes{"waiting": " main.notified=permission", "reason": "Permission", "detail": "Permission"})},
		{"a compaction in mid-turn leaves what is done", pane("compacting", "auto", "activity", "Bash", "detail", "Bash"), event("PostCompact"), hookmap.Context{}, changes{"compacting": ""}},
		{"an agent does not start sessions", pane(), event("SessionStart", agent, `"source":"startup"`), hookmap.Context{}, changes{}},
		{"setup works", nil, event("Setup"), hookmap.Context{}, working(changes{"turn": "open", "activity": "Setup", "detail": "Setup"})},

		{"a prompt opens the turn and answers every call", with(pane("turn", "done", "waiting", " main.x=plan a1.y=mcp registry.0=permission", "activity", "Bash", "compacting", "manual"), attention[2:]...),
			event("UserPromptSubmit", `"prompt":"hi"`), hookmap.Context{Process: 8},
			identity("UserPromptSubmit", working(changes{"turn": "open", "pid": "8", "waiting": "", "activity": "", "compacting": "", "detail": ""}))},
		{"a notification of a task leaves the calls of agents", with(pane("waiting", " main.x=plan a1.y=mcp"), attention[2:]...),
			event("UserPromptSubmit", `"prompt":"<task-notification>\n<task-id>"`), hookmap.Context{},
			identity("UserPromptSubmit", changes{"waiting": " a1.y=mcp"})},
		{"a prompt that a loop sends leaves the calls of agents", with(pane("waiting", " a1.y=mcp"), attention[2:]...),
			event("UserPromptSubmit", `"prompt":"go on","source":"loop_wakeup"`), hookmap.Context{}, identity("UserPromptSubmit", changes{})},
		{"an id that is none is not written", pane(), `{"hook_event_name":"UserPromptSubmit","session_id":"../../#(touch x)"}`, hookmap.Context{}, changes{}},

		{"a tool starts", pane("turn", "done", "state", "idle", "status", "stopped"), event("PreToolUse", bash), hookmap.Context{},
			working(changes{"turn": "open", "activity": "Bash", "detail": "Bash"})},
		{"a tool that starts beside a dialog leaves it open", pane(attention...), event("PreToolUse", `"tool_name":"Read"`), hookmap.Context{}, changes{"activity": "Read"}},
		{"a question needs you before any dialog is told", pane(), event("PreToolUse", ask), hookmap.Context{},
			calls(changes{"waiting": " " + questionKey + "=question", "reason": "AskUserQuestion", "detail": "AskUserQuestion"})},
		{"a plan needs you", pane(), event("PreToolUse", `"tool_name":"ExitPlanMode","tool_input":{}`), hookmap.Context{},
			calls(changes{"waiting": " " + planKey + "=plan", "reason": "ExitPlanMode", "detail": "ExitPlanMode"})},
		{"a subagent at work is listed even if its start was not seen", nil, event("PreToolUse", bash, agent), hookmap.Context{},
			working(changes{"turn": "open", "agents": " a1=Explore"})},
		{"hooks installed in mid-session: a tool opens the turn", nil, event("PreToolUse", bash), hookmap.Context{},
			working(changes{"turn": "open", "activity": "Bash", "detail": "Bash"})},

		{"a dialog opens", pane(), event("PermissionRequest", bash), hookmap.Context{},
			calls(changes{"waiting": " " + key + "=permission", "reason": "Permission: Bash", "detail": "Permission: Bash"})},
		{"a dialog of a subagent opens after the main thread has stopped", pane("turn", "done", "agents", " a1=Explore"), event("PermissionRequest", bash, agent), hookmap.Context{},
			calls(changes{"waiting": " " + agentKey + "=permission", "reason": "Permission: Bash", "detail": "Permission: Bash"})},
		{"hooks installed in mid-session: a dialog opens the turn", nil, event("PermissionRequest", bash), hookmap.Context{},
			calls(changes{"turn": "open", "waiting": " " + key + "=permission", "reason": "Permission: Bash", "detail": "Permission: Bash"})},
		{"the request after the question is the same call", with(pane(), "waiting", " "+questionKey+"=question", "state", "attention", "status", "stopped"),
			event("PermissionRequest", ask), hookmap.Context{},
			changes{"reason": "AskUserQuestion", "detail": "AskUserQuestion"}},
		{"an old client tells of a dialog only by its notification", pane("activity", "Bash", "detail", "Bash"),
			event("Notification", `"notification_type":"permission_prompt","message":"Claude needs your permission to use Bash"`), hookmap.Context{},
			calls(changes{"waiting": " main.notified=permission", "reason": "Permission: Bash", "detail": "Permission: Bash"})},
		{"the tool of such a dialog has ended", pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped", "reason", "Permission: Bash", "detail", "Permission: Bash"),
			event("PostToolUse", bash), hookmap.Context{Old: true},
			working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"})},
		{"another tool ends while such a dialog is open", pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped", "reason", "Permission: Edit", "detail", "Permission: Edit", "activity", "Bash"),
			event("PostToolUse", bash), hookmap.Context{Old: true}, changes{"activity": "Thinking"}},
		{"a notification that names no tool is about the one that started last", pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped", "reason", "Permission", "detail", "Permission", "activity", "Bash"),
			event("PostToolUse", bash), hookmap.Context{Old: true},
			working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"})},
		{"a tool that starts behind such a dialog belongs to the next message", pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped", "reason", "Permission", "detail", "Permission"),
			event("PreToolUse", bash), hookmap.Context{Old: true},
			working(changes{"waiting": "", "activity": "Bash", "detail": "Bash"})},
		{"an agent's tool does not end the dialog of the main thread", pane("waiting", " main.notified=permission", "state", "attention", "status", "stopped", "reason", "Permission", "detail", "Permission"),
			event("PreToolUse", bash, agent), hookmap.Context{}, changes{"agents": " a1=Explore"}},
		{"an error that has no name is told of as Claude Code shows it", pane(),
			event("StopFailure", `"error":"unknown","last_assistant_message":"API Error: 400 scripted\nmore"`), hookmap.Context{},
			identity("StopFailure", changes{"turn": "error", "activity": "API Error: 400 scripted", "detail": "API Error: 400 scripted", "state": "error", "status": "stopped", "since": "1800000000"})},
		{"the approved tool has ended, its input written in another way", pane(attention...), event("PostToolUse", bash2), hookmap.Context{},
			working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"})},
		{"another tool has ended: the dialog is still open", pane(attention...), event("PostToolUse", `"tool_name":"Read","tool_input":{}`), hookmap.Context{},
			changes{"activity": "Thinking"}},
		{"an agent's call of the same tool has ended: the main thread's dialog is still open", pane(attention...), event("PostToolUse", bash, agent), hookmap.Context{}, changes{}},
		{"the client adds the answers to the questions", with(pane(), "waiting", " "+questionKey+"=question", "state", "attention", "status", "stopped"),
			event("PostToolUse", `"tool_name":"AskUserQuestion","tool_input":{"questions":[1],"answers":{"a":"b"}}`), hookmap.Context{},
			working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"})},
		{"a batch of tools has ended: nothing of the main thread can be open", pane(append(attention, "waiting", " main.x=permission a1.y=mcp registry.0=permission")...), event("PostToolBatch"), hookmap.Context{},
			changes{"waiting": " a1.y=mcp registry.0=permission", "activity": "Thinking"}},
		{"a batch of an agent has ended", pane(append(attention, "waiting", " main.x=permission a1.y=mcp a10.y=mcp")...), event("PostToolBatch", agent), hookmap.Context{},
			changes{"waiting": " main.x=permission a10.y=mcp"}},
		{"auto mode refuses a call", pane(attention...), event("PermissionDenied", bash), hookmap.Context{},
			working(changes{"waiting": "", "activity": "Thinking", "detail": "Thinking"})},
		{"a tool fails", pane(), event("PostToolUseFailure", bash), hookmap.Context{}, changes{"activity": "Thinking", "detail": "Thinking"}},

		{"a server asks for input", pane(), event("Elicitation", form, `"message":"m"`), hookmap.Context{},
			calls(changes{"waiting": " " + formKey + "=mcp", "reason": "MCP input", "detail": "MCP input"})},
		{"a server has its input", with(pane(), "waiting", " "+formKey+"=mcp", "state", "attention", "status", "stopped"),
			event("ElicitationResult", form, `"action":"accept"`), hookmap.Context{}, working(changes{"waiting": ""})},

		{"an agent starts", pane(), event("SubagentStart", agent), hookmap.Context{}, changes{"agents": " a1=Explore", "activity": "Explore", "detail": "Explore"}},
		{"an agent with a hostile name starts", pane(), event("SubagentStart", `"agent_id":"a b;#{x}","agent_type":"x=y z"`), hookmap.Context{},
			changes{"agents": " a-b---x-=x-y-z", "activity": "x=y z", "detail": "x=y z"}},
		{"an agent called main is not the main thread", pane(attention...), event("PostToolBatch", `"agent_id":"main"`), hookmap.Context{}, changes{}},
		{"a start without an agent is only traced", pane(), event("SubagentStart"), hookmap.Context{}, changes{}},
		{"an agent stops: its calls end with it", pane("turn", "done", "agents", " a1=Explore a2=Plan", "waiting", " a1.x=permission", "state", "attention", "status", "stopped"), event("SubagentStop", agent), hookmap.Context{},
			identity("SubagentStop", working(changes{"agents": " a2=Plan", "waiting": ""}))},
		{"the last agent stops after the main thread", pane("turn", "done", "agents", " a1=Explore"), event("SubagentStop", agent), hookmap.Context{},
			identity("SubagentStop", idle(changes{"agents": ""}))},
		{"a helper that was never listed stops, of a session that is over", pane("session_id", other), event("SubagentStop", `"agent_id":"a9","agent_type":""`), hookmap.Context{}, changes{}},

		{"Claude Code notifies of a dialog that no hook told", pane("reason", "old"), event("Notification", `"notification_type":"permission_prompt"`), hookmap.Context{},
			calls(changes{"waiting": " main.notified=permission", "reason": "Permission", "detail": "Permission"})},
		{"Claude Code notifies of a dialog that is known", pane(attention...), event("Notification", `"notification_type":"permission_prompt"`), hookmap.Context{}, changes{}},
		{"Claude Code notifies of a form", pane(), event("Notification", `"notification_type":"elicitation_url_dialog"`), hookmap.Context{},
			calls(changes{"waiting": " main.notified=mcp", "reason": "MCP input", "detail": "MCP input"})},
		{"a minute of idling is no call for attention", pane("waiting", " main.x=permission", "compacting", "manual", "activity", "Bash", "detail", "Bash"), event("Notification", `"notification_type":"idle_prompt"`), hookmap.Context{},
			idle(changes{"turn": "done", "waiting": "", "compacting": "", "activity": "", "detail": ""})},
		{"a minute after an error it is still an error", pane("turn", "error", "state", "error", "status", "stopped", "activity", "overloaded", "detail", "overloaded"),
			event("Notification", `"notification_type":"idle_prompt"`), hookmap.Context{}, changes{}},
		{"a minute of idling while an agent asks", pane("turn", "done", "waiting", " a1.x=permission", "agents", " a1=b", "state", "attention", "status", "stopped"),
			event("Notification", `"notification_type":"idle_prompt"`), hookmap.Context{}, changes{}},
		{"another session needs input", pane(), event("Notification", `"notification_type":"agent_needs_input"`), hookmap.Context{}, changes{}},
		{"an old client notifies without a type", pane(), event("Notification", `"message":"Claude needs your permission"`), hookmap.Context{}, changes{}},

		{"a compaction by hand while idle", pane("turn", "done", "state", "idle", "status", "stopped"), event("PreCompact", `"trigger":"manual"`), hookmap.Context{},
			working(changes{"compacting": "manual", "activity": "Compacting", "detail": "Compacting"})},
		{"a compaction has ended", pane("turn", "done", "compacting", "manual", "activity", "Compacting", "detail", "Compacting"), event("PostCompact"), hookmap.Context{},
			idle(changes{"compacting": "", "activity": "", "detail": ""})},

		{"a turn ends", pane("activity", "Bash", "detail", "Bash", "compacting", "auto", "waiting", " main.x=plan"), event("Stop"), hookmap.Context{},
			identity("Stop", idle(changes{"turn": "done", "activity": "", "detail": "", "compacting": "", "waiting": ""}))},
		{"stop while a subagent still works", pane("agents", " gone=x"), event("Stop", `"background_tasks":[{"id":"a1","type":"subagent","status":"running","agent_type":"Explore"},{"id":"b","type":"shell","status":"running"},{"id":"c","type":"subagent","status":"completed"},{"id":"w","type":"workflow","status":"running"}]`), hookmap.Context{},
			identity("Stop", changes{"turn": "done", "agents": " a1=Explore w=workflow"})},
		{"stop while a subagent asks", pane("agents", " a1=Explore", "waiting", " a1.x=permission", "state", "attention", "status", "stopped"), event("Stop", `"background_tasks":[{"id":"a1","type":"subagent","status":"running","agent_type":"Explore"}]`), hookmap.Context{},
			identity("Stop", changes{"turn": "done"})},
		{"an older client lists no background tasks", pane("agents", " a1=Explore"), event("Stop"), hookmap.Context{},
			identity("Stop", idle(changes{"turn": "done", "agents": ""}))},
		{"an API error ends the turn", pane(), event("StopFailure", `"error":"rate_limit"`), hookmap.Context{},
			identity("StopFailure", changes{"turn": "error", "activity": "rate_limit", "detail": "rate_limit", "state": "error", "status": "stopped", "since": "1800000000"})},
		{"a stop inside an agent is the agent's", pane("agents", " a1=Explore"), event("Stop", agent), hookmap.Context{},
			identity("Stop", changes{"agents": ""})},

		{"the client exits", pane(append(attention, "pid", "7", "title", "t", "session_dir", "/d")...), event("SessionEnd", `"reason":"prompt_input_exit"`), hookmap.Context{Process: 7, TranscriptExists: true},
			identity("SessionEnd", changes{"pid": "", "turn": "", "waiting": "", "reason": "", "state": "", "status": "", "detail": "", "since": ""})},
		{"the client exits with another id than it started with", pane("pid", "7", "session_id", other), event("SessionEnd", `"reason":"other"`), hookmap.Context{Process: 7, TranscriptExists: true},
			identity("SessionEnd", changes{"session_id": id, "pid": "", "turn": "", "state": "", "status": "", "since": ""})},
		{"a client that found nothing to resume leaves the last session's id", with(nil, "session_id", other), event("SessionEnd", `"reason":"other"`), hookmap.Context{Process: 9}, changes{}},
		{"another client of this pane exits", pane("pid", "7"), event("SessionEnd", `"reason":"other"`), hookmap.Context{Process: 8, TranscriptExists: true}, changes{}},
		{"an older client exits: its registry entry is gone, its process is above the hook", pane("pid", "7"), event("SessionEnd", `"reason":"other"`), hookmap.Context{Ancestors: []int{20, 7, 3}}, changes{"pid": "", "turn": "", "state": "", "status": "", "since": ""}},
		{"an older client exits and nothing is known of processes", pane("pid", "7"), event("SessionEnd", `"reason":"other"`), hookmap.Context{}, changes{"pid": "", "turn": "", "state": "", "status": "", "since": ""}},
		{"cld has set the state, and the client ends at once", with(nil, "state", "starting"), event("SessionEnd", `"reason":"other"`), hookmap.Context{Process: 9}, changes{"state": ""}},
		{"/clear ends the session that the pane shows", pane("pid", "7"), event("SessionEnd", `"reason":"clear"`), hookmap.Context{Process: 7}, changes{"pid": "", "turn": "", "state": "", "status": "", "since": ""}},
		{"the end of /clear arrives after the next start", pane("session_id", other, "pid", "7"), event("SessionEnd", `"reason":"clear"`), hookmap.Context{Process: 7, TranscriptExists: true}, changes{}},

		{"late: a tool ends after the session", with(nil, "session_id", id), event("PostToolUse", bash), hookmap.Context{}, changes{}},
		{"late: an agent calls a tool after the session", with(nil, "session_id", id), event("PreToolUse", bash, agent), hookmap.Context{}, changes{}},
		{"late: an agent asks after the session", with(nil, "session_id", id), event("PermissionRequest", bash, agent), hookmap.Context{}, changes{}},
		{"late: a turn ends after the session", with(nil, "session_id", id), event("Stop", `"background_tasks":[{"id":"a1","type":"subagent","status":"running"}]`), hookmap.Context{}, identity("Stop", changes{})},
		{"late: an agent stops after the session", with(nil, "session_id", id), event("SubagentStop", agent), hookmap.Context{}, changes{}},
		{"late: a minute after the session", with(nil, "session_id", id), event("Notification", `"notification_type":"idle_prompt"`), hookmap.Context{}, changes{}},

		{"an unknown event is traced", pane(), event("FutureEvent"), hookmap.Context{}, changes{}},
		{"no event, no edits", pane(), `{"session_id":"x"}`, hookmap.Context{}, changes{}},
		{"fields of other types than expected", pane(), `{"hook_event_name":"PreToolUse","session_id":7,"agent_id":null,"tool_name":["x"],"tool_input":"text","cwd":{"a":1}}`, hookmap.Context{}, changes{}},
		{"of duplicate names the last counts", pane(), `{"hook_event_name":"Stop","hook_event_name":"PreToolUse","tool_name":"A","tool_name":"B"}`, hookmap.Context{}, changes{"activity": "B", "detail": "B"}},
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

func TestTrace(t *testing.T) {
	t.Parallel()
	const ns = "1800000000000000123"
	tests := []struct {
		name    string
		payload string
		want    opt.Options
	}{
		{"an event that knows how things are", event("Stop"), opt.Options{opt.LatestHookEvent: "Stop", opt.LatestHookTime: "1800000000", opt.StateNS: ns}},
		{"an agent's end must not outlive what the registry knows", event("SubagentStop", agent), opt.Options{opt.LatestHookEvent: "SubagentStop", opt.LatestHookTime: "1800000000"}},
		{"an event that says nothing of the state", event("CwdChanged"), opt.Options{opt.LatestHookEvent: "CwdChanged", opt.LatestHookTime: "1800000000"}},
		{"a notification with its type", event("Notification", `"notification_type":"auth_success"`), opt.Options{opt.LatestHookEvent: "Notification-auth_success", opt.LatestHookTime: "1800000000"}},
		{"an event with a hostile name", event("A #{b}\n"), opt.Options{opt.LatestHookEvent: "A---b--", opt.LatestHookTime: "1800000000"}},
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
