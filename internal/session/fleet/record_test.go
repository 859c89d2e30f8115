package fleet_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// TestMembers: each member is documented, and each column tells of one.
func TestMembers(t *testing.T) {
	t.Parallel()
	var names []string
	for _, member := range cli.Members(fleet.Record{}) {
		names = append(names, member.Name)
		if member.Doc == "" {
			t.Errorf("nothing is said of %s", member.Name)
		}
	}
	for _, column := range fleet.Columns() {
		if !slices.Contains(names, column.Member) {
			t.Errorf("column %q tells of %q, which is no member", column.Heading, column.Member)
		}
	}
	for _, f := range tmuxopt.Schema() {
		if f.Help != "" && !slices.Contains(names, f.Option.Name()) {
			t.Errorf("%s says what it is as a member, and is none", f.Option)
		}
	}
}

// TestRecord: what scripts get, to the byte.
func TestRecord(t *testing.T) {
	t.Parallel()
	list := panes(pane{id: "23e30f82", state: "attention", since: time.Minute, event: time.Second})
	for option, value := range map[tmuxopt.Option]string{
		tmuxopt.Title:           "#[fg=red]title\x1b[2J",
		tmuxopt.SessionDir:      "/p",
		tmuxopt.Model:           "opus",
		tmuxopt.Detail:          "Permission: Bash",
		tmuxopt.LatestHookEvent: "PermissionRequest",
		tmuxopt.Agents:          " a1=Explore",
		tmuxopt.ContextPct:      "84",
		tmuxopt.ContextTokens:   "168000",
		tmuxopt.ContextSize:     "200000",
		tmuxopt.Cost:            "0.35",
		tmuxopt.Limit5h:         "42",
		tmuxopt.Limit5hResets:   "1800000001",
		tmuxopt.EffortLevel:     "high",
		tmuxopt.Prompt:          "clean up",
		tmuxopt.Effort:          "par\x1bser",
		tmuxopt.EffortPhase:     "tests",
		tmuxopt.Tasks:           "7",
		tmuxopt.TasksDone:       "3",
		tmuxopt.Teammates:       " reviewer=t #{x}=t",
		tmuxopt.Request:         "Bash: rm -rf \x1b[2Jbuild",
	} {
		list[1].Options[option] = value
	}
	list[1].Session, list[1].Window, list[1].Index = "main", "1:sh", "0"
	sessions := fleet.List(list, noon)
	got, err := json.MarshalIndent(fleet.NewListing(sessions, hookmap.Plate), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "version": 1,
 "sessions": [
  {
   "server": "",
   "pane_host": "",
   "pane": "%1",
   "where": "main:1.0",
   "job": "",
   "session_id": "23e30f82",
   "title": "#[fg=red]title�[2J",
   "dir": "/p",
   "host": "",
   "model": "opus",
   "state": "awaiting_input",
   "detail": "Permission: Bash",
   "since": 1799999940,
   "event": "PermissionRequest",
   "event_at": 1799999999,
   "agents": [
    {
     "id": "a1",
     "type": "Explore",
     "description": ""
    }
   ],
   "unseen": false,
   "stale": false,
   "needs_you": true,
   "parked": false,
   "asleep": false,
   "stuck": false,
   "wake": 0,
   "agent": "",
   "lead": "",
   "forked_from": "",
   "as_of": 0,
   "context_pct": 84,
   "context_tokens": 168000,
   "context_size": 200000,
   "context_source": "status line",
   "cost_usd": 0.35,
   "limit_5h": 42,
   "limit_5h_resets": 1800000001,
   "limit_7d": null,
   "limit_7d_resets": null,
   "effort_level": "high",
   "branch": "",
   "prompt": "clean up",
   "doing": "",
   "request": "Bash: rm -rf �[2Jbuild",
   "said": "",
   "intent": "",
   "tags": "",
   "effort": "par�ser",
   "effort_phase": "tests",
   "tasks": 7,
   "tasks_done": 3,
   "teammates": [
    "reviewer",
    "--x-"
   ],
   "later": "",
   "later_at": 0,
   "later_note": ""
  }
 ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	empty, err := json.Marshal(fleet.NewListing(nil, hookmap.Own))
	if err != nil || string(empty) != `{"version":1,"sessions":[]}` {
		t.Errorf("no session: %s, %v", empty, err)
	}
}
