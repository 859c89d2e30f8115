package fleet_test

import (
	"testing"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// inPane returns a session as it is read from a pane. It has been in its state since
// the last change of the history.
func inPane(pane, id, state, history string) fleet.Session {
	options := tmuxopt.Options{
		tmuxopt.SessionID: id, tmuxopt.State: state, tmuxopt.History: history, tmuxopt.SinceNS: history,
	}
	return fleet.Session{ID: id, State: tmuxopt.SessionState(state), Pane: tmux.Pane{ID: pane, Options: options}}
}

// parked returns a session as one of the background that the pane shows.
func parked(s fleet.Session) fleet.Session {
	s.Job = "1a2b3c4d"
	return s
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
			name: "it is so already", await: fleet.Await{Session: works},
			looks: [][]fleet.Session{{inPane("%1", "one", "idle", " 8=idle")}}, want: "%1 idle",
			outcome: fleet.Reached,
		},
		{
			name: "another program that ends first: neither has an id", await: fleet.Await{
				Session: inPane("%2", "", "working", " 7=working"), Before: 7},
			looks: [][]fleet.Session{{inPane("%1", "", "error", " 6=error"), inPane("%2", "", "working", " 7=working")},
				{inPane("%1", "", "error", " 6=error"), inPane("%2", "", "idle", " 7=working 8=idle")}},
			want: "%2 idle", outcome: fleet.Reached,
		},
		{
			name: "it works on", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works}, {works}}, want: " ", outcome: fleet.Pending,
		},
		{
			name: "it was idle before the wait", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{inPane("%1", "one", "working", " 6=idle 7=working")}},
			want:  " ", outcome: fleet.Pending,
		},
		{
			name: "it was idle for a moment", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works},
				{inPane("%1", "one", "working", " 7=working 8=idle 9=working")}},
			want: "%1 idle", outcome: fleet.Reached,
		},
		{
			name: "it was asleep for a moment, and has not finished", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works},
				{inPane("%1", "one", "working", " 7=working 8=asleep 9=working")}},
			want: " ", outcome: fleet.Pending,
		},
		{
			name: "it has ended", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%1", "one", "", " 7=working 8=")}},
			want:  "%1 ", outcome: fleet.Ended,
		},
		{
			name: "its pane is gone", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works}, {}}, want: "%1 ", outcome: fleet.Ended,
		},
		{
			name:  "another session is in its pane",
			await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%1", "two", "idle", " 7=working 8= 9=idle")}},
			want:  "%1 ", outcome: fleet.Ended,
		},
		{
			name:  "its process goes on with another session",
			await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%1", "two", "idle", " 7=working 9=idle")}},
			want:  "%1 idle", outcome: fleet.Reached,
		},
		{
			name:  "its process goes on with another session, and the id is waited for",
			await: fleet.Await{Session: works, ByID: true, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%1", "two", "idle", " 7=working 9=idle")}},
			want:  "%1 ", outcome: fleet.Ended,
		},
		{
			name:  "its pane shows another session of the background",
			await: fleet.Await{Session: parked(works), Before: 7},
			looks: [][]fleet.Session{{works}, {parked(inPane("%1", "two", "idle", " 7=working 9=idle"))}},
			want:  "%1 ", outcome: fleet.Ended,
		},
		{
			name: "it goes on in another pane", await: fleet.Await{Session: works, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%2", "one", "idle", " 8=idle")}},
			want:  "%2 idle", outcome: fleet.Reached,
		},
		{
			name:  "another session is in the pane that is waited for",
			await: fleet.Await{Session: works, ByPane: true, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%1", "two", "idle", " 7=working 8= 9=idle")}},
			want:  "%1 idle", outcome: fleet.Reached,
		},
		{
			name: "any: one of them is idle", await: fleet.Await{Any: true, Before: 7},
			looks: [][]fleet.Session{{works}, {works, inPane("%2", "two", "idle", " 8=idle")}},
			want:  "%2 idle", outcome: fleet.Reached,
		},
		{
			name: "any: that one ends decides nothing", await: fleet.Await{Any: true, Before: 7},
			looks: [][]fleet.Session{{works}, {inPane("%1", "one", "", " 7=working 8=")}},
			want:  " ", outcome: fleet.Pending,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			await := tt.await
			await.Wanted = func(session fleet.Session) bool { return session.Is("idle") }
			var session fleet.Session
			outcome := fleet.Pending
			for _, snapshot := range tt.looks {
				session, outcome = await.Update(snapshot)
			}
			got := session.Pane.ID + " " + string(session.State)
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

// TestAwaitQuestion: what a session asks now says nothing of why it was idle before.
func TestAwaitQuestion(t *testing.T) {
	t.Parallel()
	asks := func(session fleet.Session) bool { return session.Asks() }
	now := inPane("%1", "one", "working", " 7=working 8=idle 9=working")
	now.Intent = tmuxopt.Question
	now.Pane.Options[tmuxopt.Intent] = string(tmuxopt.Question)
	await := fleet.Await{Session: now, Wanted: asks, Before: 7}
	if _, outcome := await.Update([]fleet.Session{now}); outcome != fleet.Pending {
		t.Errorf("outcome %d at work", outcome)
	}
	then := now.In(tmuxopt.Idle)
	if then.Asks() || then.Intent != "" || then.Pane.Options[tmuxopt.Intent] != "" {
		t.Errorf("as it was: %+v", then)
	}
	now.State, now.Shown = tmuxopt.Idle, tmuxopt.ShownQuestion
	if _, outcome := await.Update([]fleet.Session{now}); outcome != fleet.Reached {
		t.Errorf("outcome %d when it asks", outcome)
	}
	if gone := now.Gone(); gone.Asks() || gone.NeedsYou() {
		t.Error("a session whose pane is gone needs somebody")
	}
}
