package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnswer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, messages, want string
	}{
		{"first step", `[{"role":"user","content":"run: true -> say: bye"}]`, "Bash true;"},
		{"second step, after the result of the tool",
			`[{"role":"user","content":[{"type":"text","text":"run: true -> say: bye"}]},
			{"role":"assistant","content":[]}, ` +
				`{"role":"user","content":[{"type":"tool_result","content":"ok"}]}]`,
			"bye;"},
		{"after the last step",
			`[{"role":"user","content":"run: true"}, {"role":"assistant","content":[]}, {"role":"user","content":[]}]`,
			"Done.;"},
		{
			"any tool", `[{"role":"user","content":"use: TaskUpdate {\"taskId\": \"1\"}"}]`,
			"TaskUpdate ;",
		},
		{"two calls at once", `[{"role":"user","content":"run: one + run: two"}]`, "Bash one;Bash two;"},
		{"a reminder of the client's comes after the prompt",
			`[{"role":"user","content":[{"type":"text","text":"say: hi"},{"type":"text","text":"<reminder>"}]}]`, "hi;"},
		{
			"a longer text has a prompt in a line", `[{"role":"user","content":"left:\nnow: say: hi\ngo on"}]`, "hi;",
		},
		{"no prompt of the language", `[{"role":"user","content":"hello"}]`, "Done.;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var r request
			if err := json.Unmarshal([]byte(`{"tools":[{"name":"Bash"}],"messages":`+tt.messages+`}`),
				&r); err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, b := range r.answer().blocks {
				if b.tool != "" {
					got += b.tool + " "
				}
				if in, ok := b.input.(object); ok {
					got += fmt.Sprint(in["command"])
				}
				got += b.text + ";"
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	url, _ := Serve(t, new(sync.Map))
	tests := []struct {
		name, body, want string
		code             int
	}{
		{
			name: "streamed",
			body: `{"stream":true,"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"run: true"}]}`,
			want: `"partial_json":"{\"command\":\"true\"`, code: 200,
		},
		{
			name: "in one piece", body: `{"messages":[{"role":"user","content":"run: true"}]}`,
			want: `"text":"Done."`, code: 200,
		},
		{
			name: "refused",
			body: `{"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"error: too bad"}]}`,
			want: "too bad", code: 400,
		},
		{
			name: "too long, the first time",
			body: `{"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"full: x + say: hi"}]}`,
			want: "prompt is too long", code: 400,
		},
		{
			name: "no longer too long",
			body: `{"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"full: x + say: hi"}]}`,
			want: `"text":"hi"`, code: 200,
		},
		{name: "not JSON", body: `{`, want: "invalid_request_error", code: 400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reply, err := http.Post(url+"/v1/messages?beta=true", "application/json",
				strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			defer reply.Body.Close()
			text, err := io.ReadAll(reply.Body)
			if err != nil || reply.StatusCode != tt.code || !strings.Contains(string(text), tt.want) {
				t.Errorf("status %d, error %v, want %d and %s in\n%s", reply.StatusCode, err, tt.code,
					tt.want, text)
			}
		})
	}
}
