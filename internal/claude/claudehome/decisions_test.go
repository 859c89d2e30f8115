package claudehome

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestDecisionsAfter(t *testing.T) {
	t.Parallel()
	const (
		allowed = `{"type":"attachment","attachment":{"type":"hook_permission_decision","decision":"allow","toolUseID":"t1"}}`
		denied  = `{"type":"attachment","attachment":{"type":"hook_permission_decision","decision":"deny","toolUseID":"t1"}}`
		advice  = `{"type":"user","message":{"content":[{"type":"text","text":"a"},` +
			`{"type":"tool_result","is_error":true,"tool_use_id":"t1","content":"no \"such\""},` +
			`{"type":"tool_result","is_error":true,"tool_use_id":"t2","content":[{"type":"text","text":"b"}]}]}}`
		ran = `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"fine"}]}}`
	)
	for _, tt := range []struct {
		name string
		text string
		want Decisions
	}{
		{name: "nothing new"},
		{name: "a hook has allowed it", text: allowed + "\n" + ran, want: Decisions{Allowed: true}},
		{name: "denied, and another one too", text: denied + "\n" + advice, want: Decisions{Errors: []string{`no "such"`,
			"b"}}},
		{name: "by a key", text: ran},
		{name: "being written", text: allowed[:len(allowed)-1]},
		{name: "a text that says so", text: asked(allowed)},
	} {
		home, transcript := asTranscript(allowed + "\n" + tt.text)
		got, err := DecisionsAfter(home, transcript, int64(len(allowed)+1))
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

func TestAgentTranscript(t *testing.T) {
	t.Parallel()
	session := Transcript{Project: "-src", ID: "23e3"}
	if got := session.Agent("a1").Path(); got != "projects/-src/23e3/subagents/agent-a1.jsonl" {
		t.Error(got)
	}
	if got := session.Agent("../../../../etc/x").Path(); got != "projects/-src/23e3/subagents/agent-x.jsonl" {
		t.Errorf("an id that leads away: %s", got)
	}
	if got, err := DecisionsAfter(fstest.MapFS{}, session, 0); err != nil || got.Allowed {
		t.Errorf("no transcript: %v, %v", got, err)
	}
}
