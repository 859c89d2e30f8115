package dialect_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/agents/dialect"
)

// TestCodexTurnEnd has lines as Codex 0.169.0 has written them.
func TestCodexTurnEnd(t *testing.T) {
	t.Parallel()
	line := func(payload string) string {
		return `{"timestamp":"2026-11-23T15:03:45.205Z","type":"event_msg","payload":` + payload + "}\n"
	}
	at := time.Date(2026, 11, 23, 15, 3, 45, 205_000_000, time.UTC)
	started := line(`{"type":"task_started","turn_id":"1"}`)
	complete := line(`{"type":"task_complete","turn_id":"1","last_agent_message":"Done."}`)
	for _, tt := range []struct {
		name, tail string
		want       hookmap.Entry
	}{
		{name: "the turn goes on", tail: complete + started},
		{name: "it is complete", tail: started + complete, want: hookmap.Entry{Status: "idle", Changed: at}},
		{
			name: "it has failed", want: hookmap.Entry{Status: "idle", Changed: at, Failure: "stream disconnected"},
			tail: started + line(`{"type":"task_complete","last_agent_message":null,"error":{"message":"stream disconnected"}}`),
		},
		{name: "it was interrupted", tail: started + line(`{"type":"turn_aborted","reason":"interrupted"}`),
			want: hookmap.Entry{Status: "idle", Changed: at}},
		{name: "what the model says is not taken for an event", tail: started +
			`{"type":"response_item","payload":{"text":"\"event_msg\" {\"type\":\"task_complete\"}"}}` + "\n"},
		{name: "the first line is cut, the last one is being written", tail: complete[20:] + started + `{"type":"event_msg"`},
		{name: "types that are not expected", tail: line(`{"type":7,"error":"x"}`) + `"event_msg"` + "\n"},
		{name: "nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := dialect.Of("codex").SessionFile.Status([]byte(tt.tail))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestCodexRollouts: the patterns name the days around the beginning of the session, and no other place.
func TestCodexRollouts(t *testing.T) {
	t.Parallel()
	files := dialect.Of("codex").SessionFile.Files
	const id = "01a208f5-1345-79d0-9fe0-a0686e6e5591"
	want := []string{"2026/11/22", "2026/11/23", "2026/11/24"}
	for i := range want {
		want[i] = "sessions/" + want[i] + "/rollout-*-" + id + ".jsonl"
	}
	if diff := cmp.Diff(want, files(id)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, id := range []string{"", "s1", "../../x", strings.Repeat("*", 36), id + "*"} {
		if slices.ContainsFunc(files(id), func(string) bool { return true }) {
			t.Errorf("%q names %q", id, files(id))
		}
	}
}
