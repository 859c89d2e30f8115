package hookmap_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/dev/trace"
	"atm/internal/words"
	opt "atm/tmuxopt"
)

// TestFalseEnds: from the end of a subagent in the background to the turn in which Claude gets its
// report the session works.
func TestFalseEnds(t *testing.T) {
	t.Parallel()
	for scene, want := range map[string]int{"agents": 7, "reports": 2} {
		rows, err := trace.Read(scene)
		if err != nil {
			t.Fatal(err)
		}
		o := opt.Options{}
		var reported, due []string // ids of subagents: of those that have reported, and of those that have to
		for _, row := range rows {
			if row.Hook == nil {
				continue
			}
			p, err := hookmap.Decode(bytes.NewReader(row.Hook))
			if err != nil {
				t.Fatal(err)
			}
			o = opt.Apply(o, hookmap.Map(p, hookmap.Context{Now: now}))
			reported = append(reported, words.Reporters(p.Prompt)...)
			if p.Event == "SubagentStop" && p.AgentType != "" {
				due = append(due, p.AgentID)
			}
			due = slices.DeleteFunc(due, func(id string) bool { return slices.Contains(reported, id) })
			if len(due) > 0 && o.State() == opt.Idle {
				t.Errorf("%s: %.2f s: idle after %s, and %q have to report", scene, row.T, p.Event, due)
			}
		}
		if len(reported) < want {
			t.Errorf("%s: %d reports, want %d", scene, len(reported), want)
		}
	}
}

// The events of the subagent a1 that may come in any order.
const (
	subagent  = `"agent_id":"a1","agent_type":"Explore"`
	tasks     = `"background_tasks":[{"id":"a1","type":"subagent","status":"running","agent_type":"Explore"}]`
	otherTask = `"background_tasks":[{"id":"a2","type":"subagent","status":"running","agent_type":"Plan"}]`
)

func racing() []string {
	return []string{
		event("UserPromptSubmit", `"prompt":"`+handBack+`"`),
		event("PostToolBatch", subagent),
		event("SubagentStop", subagent, tasks),
	}
}

// TestReportRaces: in whatever order the events of a hand-back come, here or through a gate, the
// session works until the end of the turn that follows, and the dialog of another subagent stays
// open.
func TestReportRaces(t *testing.T) {
	t.Parallel()
	const asks = ` a2.77=permission`
	for _, order := range permutations(racing()) {
		for name, play := range players(t) {
			alone := pane("turn", "done", "agents", " a1=Explore", "prompt", "Look")
			beside := with(alone, "agents", " a1=Explore a2=Plan", "waiting", asks, "state", "attention")
			for _, e := range order {
				alone, beside = play(alone, e), play(beside, e)
				if alone.State() != opt.Working {
					t.Errorf("%s: %s after %s of\n%s", name, alone.State(), e, strings.Join(order, "\n"))
				}
				if beside.State() != opt.Attention || beside[opt.Waiting] != asks {
					t.Errorf("%s: the dialog is closed after %s of\n%s", name, e, strings.Join(order, "\n"))
				}
			}
			alone = play(alone, event("Stop", `"background_tasks":[]`))
			beside = play(beside, event("Stop", otherTask))
			if alone.State() != opt.Idle || alone[opt.Prompt] != "Look" {
				t.Errorf("%s: at the end %v after\n%s", name, alone, strings.Join(order, "\n"))
			}
			if beside.State() != opt.Attention || beside[opt.Agents] != " a2=Plan" || beside[opt.Reports] != "" {
				t.Errorf("%s: beside a dialog at the end %v after\n%s", name, beside, strings.Join(order, "\n"))
			}
		}
	}
}

// TestHelperRaces: a helper that works beside a subagent or after it changes nothing.
func TestHelperRaces(t *testing.T) {
	t.Parallel()
	helped := []string{
		event("PreToolUse", bash, helper), event("PostToolBatch", helper),
		event("SubagentStop", helper, `"agent_type":""`, otherTask),
	}
	for name, before := range map[string]opt.Options{
		"finished":         pane("turn", "done", "state", "idle"),
		"a subagent works": pane("turn", "done", "agents", " a2=Plan"),
		"a report is due":  pane("turn", "done", "reports", " a2=Plan"),
		"a dialog is open": pane("turn", "done", "agents", " a2=Plan", "waiting", " a2.7=mcp",
			"state", "attention"),
		"another one works": pane("turn", "open", "activity", "Bash", "detail", "Bash"),
	} {
		for _, order := range permutations(helped) {
			for _, play := range players(t) {
				o := before
				for _, e := range order {
					o = play(o, e)
				}
				noTrace := func(g opt.Group) bool { return g != opt.Trace }
				if changed := changedOf(before, o, noTrace); len(changed) > 0 {
					t.Errorf("%s: changed %v", name, changed)
				}
			}
		}
	}
}

// players apply an event here, and as it arrives through a gate.
func players(t *testing.T) map[string]func(opt.Options, string) opt.Options {
	decode := func(payload string) hookmap.Payload {
		p, err := hookmap.Decode(strings.NewReader(payload))
		if err != nil {
			t.Fatalf("%s: %v", payload, err)
		}
		return p
	}
	c := hookmap.Context{Now: now}
	return map[string]func(opt.Options, string) opt.Options{
		"here": func(o opt.Options, payload string) opt.Options {
			return opt.Apply(o, hookmap.Map(decode(payload), c))
		},
		"through a gate": func(o opt.Options, payload string) opt.Options {
			return opt.Apply(o, across(t, decode(payload).Digest(c)).Edits(c))
		},
	}
}

func permutations(events []string) [][]string {
	if len(events) < 2 {
		return [][]string{slices.Clone(events)}
	}
	var all [][]string
	for i, first := range events {
		rest := slices.Delete(slices.Clone(events), i, i+1)
		for _, p := range permutations(rest) {
			all = append(all, append([]string{first}, p...))
		}
	}
	return all
}

// TestReports has the ends of subagents that TestReportRaces has not.
func TestReports(t *testing.T) {
	t.Parallel()
	notified := func(id string) string {
		return event("UserPromptSubmit", `"prompt":"<task-notification>\n<task-id>`+id+`</task-id>\n"`)
	}
	ends := func(id string) string {
		return event("SubagentStop", `"agent_id":"`+id+`","agent_type":"Plan"`,
			`"background_tasks":[{"id":"`+id+`","type":"subagent","status":"running"}]`)
	}
	foreground := event("SubagentStop", `"agent_id":"a2","agent_type":"Plan"`, `"background_tasks":[]`)
	stops := event("Stop", `"background_tasks":[]`)
	working := []string{"turn", "done", "agents", " a1=Explore a2=Plan"}
	tests := []struct {
		name   string
		before []string
		events []string
		want   string // the subagents, those whose reports are due, and the state
	}{
		{
			"two end, and nothing follows yet",
			working, []string{ends("a1"), ends("a2")}, "| a1=Plan a2=Plan| working",
		},
		{
			"the first one reports",
			working, []string{ends("a1"), ends("a2"), notified("a1")}, "| a2=Plan| working",
		},
		{
			"the turn of the first report ends before the second report",
			working, []string{ends("a1"), ends("a2"), notified("a1"), stops}, "| a2=Plan| working",
		},
		{
			"both have reported", working,
			[]string{ends("a1"), ends("a2"), notified("a1"), stops, notified("a2"), stops}, "|| idle",
		},
		{
			"one has reported to another subagent, which has then started again",
			working,
			[]string{ends("a1"), ends("a2"), event("SubagentStart", subagent), ends("a1"), notified("a1"), stops},
			"|| idle",
		},
		{
			"one has reported to another subagent, which hands back its report",
			working, []string{ends("a2"), event("UserPromptSubmit", `"prompt":"`+handBack+`"`), stops}, "|| idle",
		},
		{
			"Claude gets reports with the results of its tools",
			[]string{"agents", " a1=Explore"}, []string{ends("a1"), event("PostToolBatch"), stops}, "|| idle",
		},
		{
			"not those that end after it",
			[]string{"agents", " a1=Explore"},
			[]string{event("PostToolBatch"), ends("a1"), stops}, "| a1=Plan| working",
		},
		{
			"the result of a subagent's tools brings Claude no report",
			working, []string{ends("a1"), event("PostToolBatch", `"agent_id":"a2","agent_type":"Plan"`)},
			" a2=Plan| a1=Plan| working",
		},
		{
			"one in the foreground has its call for a report",
			[]string{"agents", " a2=Plan"}, []string{foreground, stops}, "|| idle",
		},
		{
			"a notification that is about something else", []string{"turn", "done", "reports", " a1=Plan"},
			[]string{notified("b77")}, "| a1=Plan| working",
		},
		{
			"one that has failed without an end of its own", working,
			[]string{notified("a1")}, " a2=Plan|| working",
		},
		{
			"one that nobody has listed ends",
			[]string{"turn", "done", "state", "idle"}, []string{ends("a9")}, "|| idle",
		},
		{
			"a minute later there is no report", []string{"turn", "done", "reports", " a1=Plan"},
			[]string{event("Notification", `"notification_type":"idle_prompt"`)}, "|| idle",
		},
		{
			"another session starts", []string{"turn", "done", "reports", " a1=Plan"},
			[]string{event("SessionStart", `"source":"clear"`)}, "|| idle",
		},
	}
	for _, tt := range tests {
		for name, play := range players(t) {
			o := pane(tt.before...)
			for _, e := range tt.events {
				o = play(o, e)
			}
			if got := o[opt.Agents] + "|" + o[opt.Reports] + "| " + string(o.State()); got != tt.want {
				t.Errorf("%s, %s: %q, want %q", tt.name, name, got, tt.want)
			}
		}
	}
}

// TestReportNeverComes: where no turn follows, the registry says so in the end.
func TestReportNeverComes(t *testing.T) {
	t.Parallel()
	entry := func(status string, ago time.Duration) hookmap.Witness {
		return hookmap.Witness{Entry: registry(status, ago)}
	}
	due := []string{"turn", "done", "reports", " a1=Plan", "activity", "Plan", "detail", "Plan", "said", "Wait.",
		"intent", "question"}
	tests := []struct {
		name         string
		options      opt.Options
		witness      hookmap.Witness
		want         string // the correction, and the state after it
		recheckAfter time.Duration
	}{
		{
			"the registry says idle between the two",
			paneAfterHook(time.Minute, due...), entry("idle", 2*time.Second), "", time.Second,
		},
		{"it goes on saying so", paneAfterHook(time.Minute, due...), entry("idle", 3*time.Second), "finished idle", 0},
		{
			"it has said so all the time",
			paneAfterHook(3*time.Second, due...), entry("idle", time.Minute), "finished idle", 0,
		},
		{"it says busy", paneAfterHook(time.Minute, due...), entry("busy", time.Minute), "", 0},
		{
			"the end of a subagent was lost, or a teammate is idle",
			paneAfterHook(time.Minute, "turn", "done", "agents", " a1=Plan"), entry("idle", 200*ms), "finished idle", 0,
		},
		{
			"the turn has failed",
			paneAfterHook(time.Minute, "turn", "error", "agents", " a1=Plan"), entry("idle", 200*ms), "finished error", 0,
		},
		{
			"Esc in the turn", paneAfterHook(time.Minute, append(due, "turn", "open")...), entry("idle", 200*ms),
			"interrupted idle", 0,
		},
	}
	for _, tt := range tests {
		correction, recheckAfter := hookmap.Reconcile(tt.options, tt.witness, now)
		got := ""
		if correction != nil {
			o := opt.Apply(tt.options, correction.Edits)
			got = correction.Why + " " + string(o.State())
			if o[opt.Agents] != "" || o[opt.Reports] != "" {
				t.Errorf("%s: left %v", tt.name, o)
			}
			if kept := o[opt.Said] == tt.options[opt.Said]; kept != (correction.Why == "finished") {
				t.Errorf("%s: what was said last is kept: %v", tt.name, kept)
			}
		}
		if got != tt.want || recheckAfter != tt.recheckAfter {
			t.Errorf("%s: %q, again in %v, want %q, %v", tt.name, got, recheckAfter, tt.want, tt.recheckAfter)
		}
	}
}
