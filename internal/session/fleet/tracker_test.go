package fleet_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

func TestTracker(t *testing.T) {
	t.Parallel()
	asks := func(detail string) fleet.Session {
		session := inPane("%1", "one", "attention", " 1=attention")
		session.Detail = detail
		return session
	}
	busy := func(detail string) fleet.Session {
		session := inPane("%1", "one", "working", " 1=working")
		session.Detail = detail
		return session
	}
	again := inPane("%1", "one", "working", "")
	again.Pane.Options[tmuxopt.SinceNS] = "2"
	tests := []struct {
		name      string
		snapshots [][]fleet.Session
		want      []string // of the last look
	}{
		{
			"all are new at first", [][]fleet.Session{{inPane("%1", "one", "idle", " 1=working 2=idle")}},
			[]string{"%1 one idle"},
		},
		{"nothing has happened", [][]fleet.Session{{busy("Bash")}, {busy("Bash")}}, nil},
		{"what it does while it works", [][]fleet.Session{{busy("Bash")}, {busy("Edit")}}, nil},
		{
			"another question", [][]fleet.Session{{asks("Permission: Bash")}, {asks("Permission: Edit")}},
			[]string{"%1 one attention"},
		},
		{
			"it works again, and no history tells what was between", [][]fleet.Session{{busy("")}, {again}},
			[]string{"%1 one working"},
		},
		{
			"states that were left at once", [][]fleet.Session{
				{inPane("%1", "one", "working", " 1=working")},
				{inPane("%1", "one", "working", " 1=working 2=attention 4=idle 5=working")},
			}, []string{"%1 one attention", "%1 one idle", "%1 one working"},
		},
		{
			"another session: the end was that of the first", [][]fleet.Session{
				{inPane("%1", "one", "working", " 1=working")},
				{inPane("%1", "two", "idle", " 1=working 2=idle 3= 4=working 5=idle")},
			}, []string{"%1 one idle", "%1 one ", "%1 two working", "%1 two idle"},
		},
		{
			"a session in the background is shown by a pane", [][]fleet.Session{
				{inPane("c088ed9b", "one", "idle", "")}, {inPane("%1", "one", "idle", "")},
			}, []string{"%1 one idle"},
		},
		{
			"no pane shows a session in the background any more", [][]fleet.Session{
				{inPane("%1", "one", "idle", "")}, {inPane("c088ed9b", "one", "idle", "")},
			}, []string{"c088ed9b one idle"},
		},
		{
			"a session in the background has ended", [][]fleet.Session{
				{inPane("c088ed9b", "one", "idle", "")}, {inPane("%1", "two", "idle", "")},
			}, []string{"%1 two idle", "c088ed9b one "},
		},
		{
			"its process goes on with another session", [][]fleet.Session{
				{inPane("%1", "one", "idle", " 1=idle")}, {inPane("%1", "two", "idle", " 1=idle")},
			}, []string{"%1 one ", "%1 two idle"},
		},
		{
			"it was moved into the background", [][]fleet.Session{
				{inPane("%1", "one", "idle", " 1=idle")}, {parked(inPane("%1", "two", "idle", " 1=idle"))},
			}, []string{"%1 two idle"},
		},
		{
			"it goes on in another pane", [][]fleet.Session{
				{inPane("%1", "one", "idle", " 1=idle")},
				{inPane("%1", "two", "idle", " 1=idle"), inPane("%2", "one", "idle", " 1=idle")},
			}, []string{"%1 two idle", "%2 one idle"},
		},
		{
			"panes are gone", [][]fleet.Session{
				{inPane("%1", "one", "working", ""), inPane("%2", "two", "idle", ""), inPane("%3", "three",
					"", "")}, {},
			}, []string{"%1 one ", "%2 two "},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var tracker fleet.Tracker
			var got []string
			for _, snapshot := range tt.snapshots {
				got = nil
				for _, session := range tracker.Update(snapshot) {
					got = append(got, session.Pane.ID+" "+session.ID+" "+string(session.State))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTrackerEnd: after the end of a server nothing is known, and what had not ended
// has ended.
func TestTrackerEnd(t *testing.T) {
	t.Parallel()
	var tracker fleet.Tracker
	if got := tracker.Update(nil); len(got) != 0 {
		t.Errorf("before anything was seen: %+v", got)
	}
	tracker.Update([]fleet.Session{inPane("%1", "one", "working", " 9=working"), inPane("%2", "two", "", "")})
	if got := tracker.Update(nil); len(got) != 1 || got[0].Pane.ID != "%1" || got[0].State != "" {
		t.Errorf("at the end: %+v", got)
	}
	got := tracker.Update([]fleet.Session{inPane("%1", "three", "idle", " 1=idle")})
	if len(got) != 1 || got[0].ID != "three" {
		t.Errorf("of the next server: %+v", got)
	}
}

// TestTrackerClear: after /clear the session before has ended when the next one has begun.
func TestTrackerClear(t *testing.T) {
	t.Parallel()
	at := func(id, ns string) fleet.Session {
		session := inPane("%1", id, "idle", " 1=idle")
		session.Pane.Options[tmuxopt.StateNS], session.Pane.Options[tmuxopt.SinceNS] = ns, ns
		return session
	}
	var tracker fleet.Tracker
	tracker.Update([]fleet.Session{at("one", "1700000000000000000")})
	changes := tracker.Update([]fleet.Session{at("two", "1700000060000000000")})
	if len(changes) != 2 || changes[0].ChangedAt(time.Now()).Unix() != 1700000060 {
		t.Errorf("%+v", changes)
	}
}

// TestCountElsewhere: a pane of which nobody can tell which session it shows is not counted as idle in the text.
func TestCountElsewhere(t *testing.T) {
	t.Parallel()
	idle := tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.Turn: "done", tmuxopt.Shown: "idle"}
	elsewhere := tmuxopt.Options{
		tmuxopt.State: "idle", tmuxopt.Turn: "done", tmuxopt.Shown: "elsewhere", tmuxopt.Job: tmuxopt.AnyJob,
	}
	c := fleet.Count([]tmux.Pane{{ID: "%1", Options: idle}, {ID: "%2", Options: elsewhere}})
	if got := c.Text(map[string]string{"idle": "i"}); got != "i1" || c.Idle != 2 || c.Elsewhere != 1 {
		t.Errorf("%q, %+v", got, c)
	}
}
