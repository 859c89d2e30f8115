package hookmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// listing returns options of a pane in which these skills start an effort.
func listing(skills string, kv ...string) opt.Options {
	o := pane(append(kv, "state_ns", "1")...)
	o[opt.EffortSkillsOption] = skills
	return o
}

func TestWork(t *testing.T) {
	t.Parallel()
	skill := func(name string) string {
		return event("PreToolUse", `"tool_name":"Skill","tool_input":{"skill":"`+name+`","args":"a"}`)
	}
	command := func(name string) string {
		return event("UserPromptExpansion", `"command_name":"`+name+`","command_args":"the parser"`)
	}
	task := func(name, id string) string { return event(name, `"task_id":"`+id+`"`) }
	started := func(name string) changes { return changes{"effort": name, "effort_started": "1800000000"} }
	working := func(c changes) changes {
		c["activity"], c["detail"] = "Skill", "Skill"
		return c
	}
	tests := []struct {
		name    string
		before  opt.Options
		payload string
		want    changes
	}{
		{
			name: "a slash command that is listed", before: listing("implement fix"),
			payload: command("fix"), want: started("fix"),
		},
		{
			name: "a list with commas", before: listing("implement,fix"),
			payload: command("implement"), want: started("implement"),
		},
		{
			name: "a part of a name that is listed", before: listing("implement"),
			payload: command("imp"), want: changes{},
		},
		{name: "none is listed", before: pane(), payload: command("fix"), want: changes{}},
		{
			name: "another effort is open", before: listing("fix", "effort", "the parser"),
			payload: command("fix"), want: changes{},
		},
		{
			name: "a name that would be a pattern", before: listing("implement fix"),
			payload: command("*"), want: changes{},
		},
		{
			name: "a skill of a plugin", before: listing("tools-fix"),
			payload: command("tools:fix"), want: started("tools-fix"),
		},
		{name: "no name", before: listing("fix"), payload: event("UserPromptExpansion"), want: changes{}},
		{
			name: "the model begins a skill", before: listing("deploy"),
			payload: skill("deploy"), want: working(started("deploy")),
		},
		{
			name: "the model begins another one", before: listing("fix"),
			payload: skill("deploy"), want: working(changes{}),
		},
		{
			name:    "a subagent belongs to the effort of its session, and starts none",
			before:  listing("deploy"),
			payload: event("PreToolUse", `"tool_name":"Skill","tool_input":{"skill":"deploy"}`, agent),
			want:    changes{"agents": " a1=Explore"},
		},
		{
			name: "another tool with such a member", before: listing("deploy"),
			payload: event("PreToolUse", `"tool_name":"Bash","tool_input":{"skill":"deploy"}`),
			want:    changes{"activity": "Bash", "detail": "Bash"},
		},

		{
			name: "the first task", before: pane(), payload: task("TaskCreated", "1"),
			want: changes{"task_list": " 1=open", "tasks": "1", "tasks_done": "0"},
		},
		{
			name:    "one of two is done",
			before:  pane("task_list", " 1=open 2=open", "tasks", "2", "tasks_done", "0"),
			payload: task("TaskCompleted", "1"),
			want:    changes{"task_list": " 2=open 1=done", "tasks_done": "1"},
		},
		{
			name:    "what is done stays done, if it is told late that it was created",
			before:  pane("task_list", " 1=done", "tasks", "1", "tasks_done", "1"),
			payload: task("TaskCreated", "1"), want: changes{},
		},
		{
			name: "how many others there are is not known", before: pane(),
			payload: task("TaskCompleted", "3"), want: changes{},
		},
		{
			name: "a subagent adds to the tasks of its session", before: pane(),
			payload: event("TaskCreated", `"task_id":"1"`, agent),
			want:    changes{"task_list": " 1=open", "tasks": "1", "tasks_done": "0"},
		},
		{
			name: "an id that would be an entry", before: pane(), payload: task("TaskCreated", "1=done 2"),
			want: changes{"task_list": " 1-done-2=open", "tasks": "1", "tasks_done": "0"},
		},
		{name: "a task without an id", before: pane(), payload: event("TaskCreated"), want: changes{}},
		{
			name: "after the end of the session", before: opt.Options{opt.SessionID: id},
			payload: task("TaskCreated", "1"), want: changes{},
		},
		{
			name: "a teammate", before: pane(),
			payload: event("TeammateIdle", `"teammate_name":"reviewer","team_name":"t 1"`, agent),
			want:    changes{"teammates": " reviewer=t-1"},
		},
		{
			name: "a teammate that is known", before: pane("teammates", " reviewer=t tester=t"),
			payload: event("TeammateIdle", `"teammate_name":"reviewer","team_name":"t"`),
			want:    changes{"teammates": " tester=t reviewer=t"},
		},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, apply(t, tt.before, tt.payload, hookmap.Context{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// effort returns the options of an effort with a handoff, in a pane.
func effort() []string {
	return []string{
		"effort", "parser", "effort_phase", "tests", "effort_started", "1700000000", "effort_log", "/l.md",
		"effort_log_time", "1700000000", "effort_note", "n", "handoff", "text", "handoff_time", "1700000000",
	}
}

// TestEffortOutlivesSessions: what belongs to the effort stays, whatever a session does; its
// tasks go with the session.
func TestEffortOutlivesSessions(t *testing.T) {
	t.Parallel()
	tasks := []string{"task_list", " 1=done", "tasks", "1", "tasks_done", "1", "teammates", " a=t"}
	tests := []struct {
		name     string
		payloads []string
		forgets  bool // the tasks
	}{
		{name: "a compaction", payloads: []string{
			event("PreCompact", `"trigger":"auto"`), event("SessionStart", `"source":"compact"`),
			event("PostCompact"),
		}},
		{name: "/clear", payloads: []string{
			event("SessionEnd", `"reason":"clear"`), in(other, event("SessionStart", `"source":"clear"`)),
		}, forgets: true},
		{name: "the end of the session", payloads: []string{event("SessionEnd", `"reason":"other"`)}},
		{name: "it is resumed", payloads: []string{
			event("SessionEnd", `"reason":"other"`), event("SessionStart", `"source":"resume"`),
		}},
		{name: "another session starts", payloads: []string{
			event("SessionEnd", `"reason":"other"`), in(other, event("SessionStart", `"source":"startup"`)),
		}, forgets: true},
	}
	for _, tt := range tests {
		before := pane(append(effort(), tasks...)...)
		got := before
		for _, payload := range tt.payloads {
			got = after(t, got, payload, hookmap.Context{TranscriptExists: true})
		}
		want := changes{}
		if tt.forgets {
			want = changes{"task_list": "", "tasks": "", "tasks_done": "", "teammates": ""}
		}
		changed := changedOf(before, got, func(g opt.Group) bool { return g == opt.Work })
		if diff := cmp.Diff(want, changed); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestNoWorkElsewhere: events that have nothing to do with efforts pay nothing for them.
func TestNoWorkElsewhere(t *testing.T) {
	t.Parallel()
	work := []string{opt.EffortSkillsOption}
	for _, f := range opt.Schema() {
		if f.Group == opt.Work {
			work = append(work, string(f.Option))
		}
	}
	for _, payload := range []string{
		event("UserPromptSubmit", `"prompt":"p"`), event("PreToolUse", bash), event("PostToolUse", bash),
		event("PostToolBatch"), event("PermissionRequest", bash), event("Stop"),
		event("SubagentStart", agent), event("SubagentStop", agent), event("PreToolUse", bash, agent),
		event("SessionEnd", `"reason":"other"`),
	} {
		p, err := hookmap.Decode(strings.NewReader(payload))
		if err != nil {
			t.Fatal(err)
		}
		for _, edit := range hookmap.Map(p, hookmap.Context{Now: now, Process: 7}) {
			command := strings.ReplaceAll(fmt.Sprint(edit), string(opt.EffortLevel), "")
			for _, name := range work {
				if strings.Contains(command, name) {
					t.Errorf("%s names %s: %s", payload, name, command)
				}
			}
		}
	}
}

// in returns a payload as another session fires it.
func in(session, payload string) string { return strings.ReplaceAll(payload, id, session) }
