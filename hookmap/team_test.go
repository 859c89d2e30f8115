package hookmap_test

import (
	"strings"
	"testing"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

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
	idle := decode(`{"hook_event_name":"TeammateIdle","session_id":"a","teammate_name":"scout","team_name":"t"}`)
	if o = opt.Apply(o, hookmap.Map(idle, hookmap.Context{Now: now})); o[opt.Teammates] != "" {
		t.Errorf("it is a teammate of itself: %q", o[opt.Teammates])
	}
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
