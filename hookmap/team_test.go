package hookmap_test

import (
	"strings"
	"testing"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// TestLeadOfWorkingTeammate: the lead has ended its turn, and a teammate in its process works on, asks, and is idle.
func TestLeadOfWorkingTeammate(t *testing.T) {
	t.Parallel()
	var o opt.Options
	for _, step := range []struct {
		payload string
		want    opt.SessionState
	}{
		{`"UserPromptSubmit","prompt":"go"`, opt.Working},
		{`"SubagentStart","agent_id":"ascout-1a2b","agent_type":"scout"`, opt.Working},
		{`"SubagentStart","agent_id":"a3c4d","agent_type":"Explore"`, opt.Working}, // it has ended, and has not said so
		{`"Stop","background_tasks":[{"id":"t1","type":"teammate","status":"running"}]`, opt.Working},
		{`"PermissionRequest","agent_id":"ascout-1a2b","agent_type":"scout","tool_name":"Bash"`, opt.Attention},
		{`"Stop","background_tasks":[{"id":"t1","type":"teammate","status":"running"}]`, opt.Attention},
		{`"PostToolUse","agent_id":"ascout-1a2b","agent_type":"scout","tool_name":"Bash"`, opt.Working},
		{`"SubagentStop","agent_id":"ascout-1a2b","agent_type":"scout"`, opt.Idle},
		{`"Stop","background_tasks":[{"id":"t1","type":"teammate","status":"running"}]`, opt.Idle},
	} {
		p, err := hookmap.Decode(strings.NewReader(`{"session_id":"a","hook_event_name":` + step.payload + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if o = opt.Apply(o, hookmap.Map(p, hookmap.Context{Now: now})); o.State() != step.want {
			t.Errorf("%s: %s, want %s", step.payload, o.State(), step.want)
		}
	}
}

// TestTeammate: a teammate in a pane of its own is called as its team calls it, and is no teammate of itself.
func TestTeammate(t *testing.T) {
	t.Parallel()
	decode := func(text string) hookmap.Payload {
		p, err := hookmap.Decode(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	mate := hookmap.Teammate{Name: "scout", Lead: "3aa07dbf"}
	start := decode(`{"hook_event_name":"SessionStart","session_id":"a","source":"startup"}`)
	o := opt.Apply(nil, hookmap.Map(start, hookmap.Context{Now: now, Teammate: mate}))
	if o[opt.Title] != "scout" || o[opt.Lead] != "3aa07dbf" {
		t.Errorf("title %q, lead %q", o[opt.Title], o[opt.Lead])
	}
	// It begins with what its lead has told it, and Claude Code fires no UserPromptSubmit for that.
	if o.State() != opt.Working {
		t.Errorf("it starts %q", o.State())
	}
	idle := decode(`{"hook_event_name":"TeammateIdle","session_id":"a","teammate_name":"scout","team_name":"t"}`)
	if o = opt.Apply(o, hookmap.Map(idle, hookmap.Context{Now: now})); o[opt.Teammates] != "" {
		t.Errorf("it is a teammate of itself: %q", o[opt.Teammates])
	}
	// A fork is below what it goes on from, until another session begins in its process.
	start = decode(`{"hook_event_name":"SessionStart","session_id":"b","source":"fork"}`)
	forked := hookmap.Context{Now: now, Teammate: hookmap.Teammate{Fork: "3aa07dbf"}}
	f := opt.Apply(nil, hookmap.Map(start, forked))
	if f[opt.ForkedFrom] != "3aa07dbf" || f[opt.Lead] != "" {
		t.Errorf("forked from %q, lead %q", f[opt.ForkedFrom], f[opt.Lead])
	}
	other := decode(`{"hook_event_name":"SessionStart","session_id":"c","source":"clear"}`)
	if f = opt.Apply(f, hookmap.Map(other, forked)); f[opt.ForkedFrom] != "" {
		t.Errorf("after /clear it is forked from %q", f[opt.ForkedFrom])
	}
	start = decode(`{"hook_event_name":"SessionStart","session_id":"a","source":"startup"}`)
	// One without a lead stands in the list of the session that it runs in.
	o = opt.Apply(nil, hookmap.Map(start, hookmap.Context{Now: now}))
	if o = opt.Apply(o, hookmap.Map(idle, hookmap.Context{Now: now})); o[opt.Teammates] == "" {
		t.Error("the teammate is not listed")
	}
	// Claude Code calls it running while it is idle: the session has finished.
	stop := decode(`{"hook_event_name":"Stop","session_id":"a","background_tasks":[` +
		`{"id":"t1","type":"teammate","status":"running"}]}`)
	if o = opt.Apply(o, hookmap.Map(stop, hookmap.Context{Now: now})); o.State() != opt.Idle {
		t.Errorf("state %q", o.State())
	}
}
