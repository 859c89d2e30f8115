package fleet_test

import (
	"testing"

	"atm/internal/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// inPane returns a session as it is read from a pane. It has been in its state since
// the last change of the history.
func inPane(pane, id, state, history string) fleet.Session {
	options := tmuxopt.Options{
		tmuxopt.SessionID: id, tmuxopt.State: state, tmuxopt.History: history, tmuxopt.SinceNS: history,
	}
	return fleet.Session{ID: id, State: state, Pane: tmux.Pane{ID: pane, Options: options}}
}

func TestAwait(t *testing.T) {
	t.Parallel()
	works := inPane("%1", "one", "working", " 7=working")
	tests := []struct {
		name    string
		await   fleet.Await
		looks   [][]fleet.Session
		want    string // pane and state of the session that decides
		outcome fleet.Outcome
	}{
		{
			"it is so already", fleet.Await{Session: works},
			[][]fleet.Session{{inPane("%1", "one", "idle", " 8=idle")}}, "%1 idle", fleet.Reached,
		},
		{
			"it works on", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{works}, {works}}, " ", fleet.Pending,
		},
		{
			"it was idle before the wait", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{inPane("%1", "one", "working", " 6=idle 7=working")}}, " ", fleet.Pending,
		},
		{
			"it was idle for a moment", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{works}, {inPane("%1", "one", "working", " 7=working 8=idle 9=working")}},
			"%1 idle", fleet.Reached,
		},
		{
			"it has ended", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{works}, {inPane("%1", "one", "", " 7=working 8=")}}, "%1 ", fleet.Ended,
		},
		{
			"its pane is gone", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{works}, {}}, "%1 ", fleet.Ended,
		},
		{
			"another session is in its pane", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{works}, {inPane("%1", "two", "idle", " 7=working 8= 9=idle")}}, "%1 ", fleet.Ended,
		},
		{
			"it goes on in another pane", fleet.Await{Session: works, Before: 7},
			[][]fleet.Session{{works}, {inPane("%2", "one", "idle", " 8=idle")}}, "%2 idle", fleet.Reached,
		},
		{
			"another session is in the pane that is waited for", fleet.Await{Session: works, ByPane: true, Before: 7},
			[][]fleet.Session{{works}, {inPane("%1", "two", "idle", " 7=working 8= 9=idle")}},
			"%1 idle", fleet.Reached,
		},
		{
			"any: one of them is idle", fleet.Await{Any: true, Before: 7},
			[][]fleet.Session{{works}, {works, inPane("%2", "two", "idle", " 8=idle")}}, "%2 idle", fleet.Reached,
		},
		{
			"any: that one ends decides nothing", fleet.Await{Any: true, Before: 7},
			[][]fleet.Session{{works}, {inPane("%1", "one", "", " 7=working 8=")}}, " ", fleet.Pending,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			await := tt.await
			await.Wanted = func(session fleet.Session) bool { return session.State == "idle" }
			var session fleet.Session
			outcome := fleet.Pending
			for _, look := range tt.looks {
				session, outcome = await.Update(look)
			}
			got := session.Pane.ID + " " + session.State
			if got != tt.want || outcome != tt.outcome {
				t.Errorf("%q, outcome %d; not %q, %d", got, outcome, tt.want, tt.outcome)
			}
		})
	}
}

// TestAwaitGone: the end of a session is awaited, and its pane is killed: there is
// nothing to read any more.
func TestAwaitGone(t *testing.T) {
	t.Parallel()
	await := fleet.Await{Any: true, Wanted: func(session fleet.Session) bool { return session.State == "" }}
	works, other := inPane("%1", "one", "working", ""), inPane("%2", "two", "idle", "")
	if _, outcome := await.Update([]fleet.Session{works, other}); outcome != fleet.Pending {
		t.Errorf("outcome %d while both are there", outcome)
	}
	session, outcome := await.Update([]fleet.Session{other})
	if outcome != fleet.Reached || session.Pane.ID != "%1" || session.Detail != "the pane is gone" {
		t.Errorf("outcome %d: %+v", outcome, session)
	}
	if works.Pane.Options[tmuxopt.State] != "working" {
		t.Error("the session that was given has changed")
	}
}
