package reply_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/act/reply"
	"atm/internal/dev/tmuxtest"
)

const deny = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":` +
	`{"behavior":"deny","message":"no"}}}`

// TestLinks: the hook says where the links of a path lead, and allows nothing when they lead
// elsewhere by then. A denial is taken all the same.
func TestLinks(t *testing.T) {
	t.Parallel()
	s := start(t)
	work, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(work, "link")
	lead := func(to string) {
		t.Helper()
		_ = os.Remove(link) // there is none at first
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	lead("one")
	s.setStatus("waiting")
	p := s.run(`{"hook_event_name":"PermissionRequest","session_id":"a","cwd":"` + work + `",` +
		`"tool_name":"Write","tool_input":{"file_path":"link","content":""}}`)
	s.Until("the hook waits", func() bool { return s.call() != "" })
	decide := func(decision string) error {
		t.Helper()
		v, err := s.visit()
		if err != nil {
			t.Fatal(err)
		}
		var request struct {
			Resolved struct{ Path, Target, CWD string }
		}
		if err := json.Unmarshal(v.Request, &request); err != nil {
			t.Fatal(err)
		}
		if r := request.Resolved; r.Path != link || r.Target != filepath.Join(work, "one") || r.CWD != work {
			t.Errorf("handed over: %+v", r)
		}
		return v.Decide([]byte(decision))
	}
	lead("two")
	if err := decide(allow); !errors.Is(err, reply.ErrRefused) || !strings.Contains(err.Error(), "links") {
		t.Errorf("allowed what was not shown: %v", err)
	}
	if err := decide(deny); err != nil {
		t.Error(err)
	}
	if !p.endsWithin(tmuxtest.Patience) || p.out.String() != deny+"\n" {
		t.Errorf("the hook has printed %q", p.out.String())
	}
}
