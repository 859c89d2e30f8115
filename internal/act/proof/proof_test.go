package proof

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"atm/internal/claude/claudehome"
)

// TestProof: what shows that an answer was taken, and what only shows that the dialog is closed.
func TestProof(t *testing.T) {
	t.Parallel()
	const (
		allowed = `{"type":"attachment","attachment":{"type":"hook_permission_decision",` +
			`"decision":"allow"}}` + "\n"
		ran    = `{"type":"user","message":{"content":[{"type":"tool_result","content":"use ls"}]}}` + "\n"
		denied = `{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,` +
			`"content":"use ls"}]}}` + "\n"
		before = allowed + denied
		other  = `{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,` +
			`"content":"no"}]}}` + "\n"
	)
	denial := "use ls"
	for _, tt := range []struct {
		name    string
		denial  *string
		decided bool
		early   bool // the answer was given before the registry told of the dialog
		status  string
		since   int64 // of the status: the dialog was opened at 1
		text    string
		want    bool
	}{
		{name: "allowed, the dialog is still open", status: "waiting", since: 1},
		{name: "allowed before the dialog was open, which it is now", early: true, status: "waiting",
			since: 2},
		{name: "allowed before the dialog was open, and it runs", early: true, status: "busy", since: 2,
			want: true},
		{name: "allowed, and it runs", status: "busy", since: 2, want: true},
		{name: "allowed, and it asks something else", status: "waiting", since: 2, want: true},
		{name: "allowed, but a key has ended the turn", status: "idle", since: 2, text: other},
		{name: "allowed, and the turn has ended", status: "idle", since: 2, text: ran + allowed, want: true},
		{name: "allowed, but a key has denied it and there is a new prompt", status: "busy", since: 3,
			text: other},
		{name: "another command, and it runs, or the first one", decided: true, status: "busy", since: 2},
		{name: "a question, and another answer by a key", decided: true, status: "busy", since: 2, text: ran},
		{name: "a question", decided: true, status: "busy", since: 2, text: allowed + ran, want: true},
		{name: "denied, and a key has allowed it", denial: &denial, status: "busy", since: 2, text: ran},
		{name: "denied, and a key has denied it", denial: &denial, status: "idle", since: 2, text: other},
		{name: "denied", denial: &denial, status: "waiting", since: 1, text: denied, want: true},
	} {
		transcript := claudehome.Transcript{Project: "-src", ID: "23e3"}
		entry := fmt.Sprintf(`{"pid":7,"status":%q,"statusUpdatedAt":%d}`, tt.status, tt.since)
		s := &search{
			Wanted: Wanted{
				Call: Call{PID: 7, Transcript: transcript}, Open: !tt.early, OpenedAt: time.UnixMilli(1),
				Denial: tt.denial, Decided: tt.decided, Size: int64(len(before)),
			},
			home: fstest.MapFS{
				"sessions/7.json": {Data: []byte(entry)}, transcript.Path(): {Data: []byte(before + tt.text)},
			},
		}
		at := time.UnixMilli(10)
		if s.found(at) && tt.status == "busy" && !strings.Contains(tt.text, "allow") && tt.denial == nil {
			t.Errorf("%s: proven at once, though it may be busy for a moment only", tt.name)
		}
		if got := s.found(at.Add(workTime)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
