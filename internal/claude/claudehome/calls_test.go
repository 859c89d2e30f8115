package claudehome

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestCallsOf: which calls of a tool have a result, in the order in which they were made.
func TestCallsOf(t *testing.T) {
	t.Parallel()
	const (
		at     = `{"type":"user","timestamp":"2026-01-02T00:00:00Z",`
		prompt = `{"type":"user","message":{"content":"go"}}` + "\n"
		ls     = `{"type":"assistant","message":{"content":[{"type":"text","text":"now"},` +
			`{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}` + "\n"
		again = `{"type":"assistant","message":{"content":[` +
			`{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"ls"}},` +
			`{"type":"tool_use","id":"t3","name":"Read","input":{}}]}}` + "\n"
		result = at + `"message":{"content":[{"tool_use_id":"t1","type":"tool_result","content":""}]}}` + "\n"
		denied = at + `"message":{"content":[{"type":"tool_result","is_error":true,"tool_use_id":"t2"}]}}` + "\n"
	)
	for _, tt := range []struct {
		name, text string
		want       []bool // of each call, whether it has ended
	}{
		{name: "none", text: prompt},
		{name: "it asks", text: prompt + ls, want: []bool{false}},
		{name: "it has run", text: prompt + ls + result, want: []bool{true}},
		{name: "the same is asked again", text: prompt + ls + result + again, want: []bool{true, false}},
		{name: "that was denied", text: prompt + ls + result + again + denied, want: []bool{true, true}},
		{name: "half a line", text: prompt + ls + result[:len(result)/2], want: []bool{false}},
	} {
		transcript := Transcript{Project: "-src", ID: "23e3"}
		home := fstest.MapFS{transcript.Path(): {Data: []byte(tt.text)}}
		var got []bool
		for _, call := range CallsOf(home, transcript, "Bash") {
			got = append(got, !call.Ended.IsZero())
			if string(call.Input) != `{"command":"ls"}` {
				t.Errorf("%s: input %s", tt.name, call.Input)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
