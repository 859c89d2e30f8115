package statusline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
	"atm/internal/dev/tmuxtest"
)

// TestRedraws: what the pane has already is not written again, because each write
// redraws every client.
func TestRedraws(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Tmux("set-option", "-g", "status-interval", "0")
	s.Attach()
	update := func(json string) {
		t.Helper()
		r := newRun(t, s, strings.NewReader(json), "atm", "statusline").starts()
		if end := r.ends(); end != "exit status 0" || r.stdout.Len()+r.stderr.Len() > 0 {
			t.Errorf("%s, output %q, %q", end, &r.stdout, &r.stderr)
		}
	}
	full := `{"session_id":"s","session_name":"n","model":{"id":"m[1m]"},"effort":{"level":"high"},` +
		`"worktree":{"branch":"a/b"},"cost":{"total_cost_usd":1},"context_window":{"total_input_tokens":7,` +
		`"context_window_size":9,"used_percentage":4,"current_usage":{"input_tokens":7}}}`
	for _, tt := range []struct{ name, json string }{
		{"all that there is", full},
		{"hardly anything", `{"session_id":"s"}`},
		{"another session", `{"session_id":"other","cost":{"total_cost_usd":2}}`},
		{"no session", `{"cost":{"total_cost_usd":2}}`},
	} {
		update(tt.json)
		// What the first one has changed may be drawn a little later.
		s.Until(tt.name+": nothing is drawn when nothing is new", func() bool {
			before := written(s)
			for range 10 {
				update(tt.json)
			}
			return written(s) == before
		})
	}
	before := written(s)
	update(full)
	s.Until("what is new is drawn", func() bool { return written(s) != before })
}

// TestNames: the registry also tells a name, which corrects the pane. The status line does
// not take it back.
func TestNames(t *testing.T) {
	t.Parallel()
	s := start(t)
	process := s.Tmux("display-message", "-p", "-t", "%0", "#{pane_pid}")
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	entry := `{"pid":` + process + `,"sessionId":"s","name":"registry","nameSource":"user"}`
	if err := os.WriteFile(filepath.Join(home, "sessions", process+".json"), []byte(entry), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ session, want string }{{"other", ""}, {"s", "registry"}} {
		r := newRun(t, s, strings.NewReader(`{"session_id":"`+tt.session+`","session_name":"line"}`),
			"atm", "statusline")
		r.Env = append(r.Env, "CLAUDE_PID="+process, "CLAUDE_CONFIG_DIR="+home)
		r.starts().ends()
		title := s.Tmux("show-options", "-pqvt", "%0", "@meta.claude.title")
		if diff := cmp.Diff(tt.want, title); diff != "" {
			t.Errorf("title after a status line of %s (-want +got):\n%s", tt.session, diff)
		}
	}
}

// TestLead: the registry lists the lead of a team as busy for ever, and other sessions only while they work.
func TestLead(t *testing.T) {
	t.Parallel()
	s := start(t)
	const session = "23e30f82-1111-4111-8111-111111111111"
	process := s.Tmux("display-message", "-p", "-t", "%0", "#{pane_pid}")
	for option, value := range map[string]string{
		"pid": process, "session_id": session, "state_ns": "1700000000000000000", // long ago
	} {
		s.Tmux("set-option", "-pt", "%0", "@meta.claude."+option, value)
	}
	home := t.TempDir()
	entry := `{"pid":` + process + `,"sessionId":"` + session + `","status":"busy","statusUpdatedAt":1,"updatedAt":1}`
	config := `{"leadSessionId":"` + session + `","members":[]}`
	team := filepath.Join(home, claudehome.TeamDir(session))
	for file, text := range map[string]string{
		filepath.Join(home, "sessions", process+".json"): entry, filepath.Join(team, claudehome.TeamFile): config,
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"idle", "working"} {
		r := newRun(t, s, strings.NewReader(`{"session_id":"`+session+`"}`), "atm", "statusline")
		r.Env = append(r.Env, "CLAUDE_PID="+process, "CLAUDE_CONFIG_DIR="+home)
		r.starts().ends()
		if got := s.Tmux("show-options", "-pqvt", "%0", "@meta.claude.state"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if err := os.RemoveAll(team); err != nil {
			t.Fatal(err)
		}
	}
}

// written returns how many bytes the client of a server has got, once that is all: tmux
// waits with drawing for a terminal that is slow, as on a busy machine.
func written(s *tmuxtest.Server) (bytes string) {
	const enough = 10 // times that the number was the same
	same := 0
	s.Until("the client is at rest", func() bool {
		before := bytes
		bytes = s.Tmux("list-clients", "-F", "#{client_written}")
		if same++; bytes != before {
			same = 0
		}
		return same == enough
	})
	return bytes
}
