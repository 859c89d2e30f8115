package hook_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// maxGrowth is how many bytes a call may leave in the server beyond what a bare client
// of tmux leaves.
const maxGrowth = 100

// TestServerMemory: a tmux server lives for months, and what tmux itself never gives
// back (if-shell, run-shell -C) must not run in the ordinary course of anything.
func TestServerMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is read from /proc")
	}
	calls := 1000 // scripts/test --full asks for more
	if n, err := strconv.Atoi(os.Getenv("ATM_TEST_CALLS")); err == nil {
		calls = n
	}
	turn := []string{
		`{"hook_event_name":"UserPromptSubmit","prompt":"go on"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`,
		`{"hook_event_name":"Stop"}`,
	}
	session := strings.Join([]string{
		`{"hook_event_name":"SessionStart","source":"startup","session_id":"a"}`,
		`{"hook_event_name":"SessionEnd","reason":"other","session_id":"a"}`,
	}, "\n")
	hooks := func(payloads []string) func(*testing.T, *tmuxtest.Server, int) {
		return func(t *testing.T, s *tmuxtest.Server, i int) { hook(t, s, payloads[i%len(payloads)]) }
	}
	for _, tt := range []struct {
		name  string
		drawn bool // in the borders and the status line
		run   func(*testing.T, *tmuxtest.Server, int)
	}{
		{name: "hooks of ordinary turns", run: hooks(turn)},
		{name: "the same, drawn", drawn: true, run: hooks(turn)},
		{name: "sessions that start and end", run: hooks(strings.Split(session, "\n"))},
		{name: "status lines", drawn: true, run: func(t *testing.T, s *tmuxtest.Server, i int) {
			if i == 0 {
				hook(t, s, turn[0])
			}
			statusLine(t, s, fmt.Sprintf(`{"session_id":"a","cost":{"total_cost_usd":%d}}`, i/2))
		}},
		{name: "corrections", run: func(t *testing.T, s *tmuxtest.Server, i int) {
			status := []string{"busy", "idle", "waiting"}[i%3]
			correct(t, s, hookmap.Entry{PID: 1, SessionID: "a", Status: status})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Attach()
			if tt.drawn {
				s.Tmux("set-option", "-g", "pane-border-status", "top")
				s.Tmux("set-option", "-g", "pane-border-format", draw.MeterFormat(tmuxopt.Auto))
				s.Tmux("set-option", "-g", "status-right", draw.CountsFormat(tmuxopt.Auto))
			}
			bare := func(t *testing.T, s *tmuxtest.Server, i int) {
				run(t, s, [][]string{{"set-option", "-pt", "%0", "@bare", strconv.Itoa(i)}})
			}
			grown := growth(t, s, calls, tt.run) - max(growth(t, s, calls, bare), 0)
			t.Logf("%d bytes a call beyond a bare client", grown)
			if grown > maxGrowth {
				t.Errorf("the server grows by %d bytes with each call", grown)
			}
		})
	}
}

// growth returns how many bytes of memory each of so many calls leaves in the server,
// once it has all that it needs at a time.
func growth(t *testing.T, s *tmuxtest.Server, calls int, run func(*testing.T, *tmuxtest.Server, int)) int {
	t.Helper()
	for i := range calls / 2 {
		run(t, s, i)
	}
	before := memory(t, s)
	for i := range calls {
		run(t, s, calls/2+i)
	}
	return (memory(t, s) - before) / calls
}

// memory returns the bytes of memory that the server has.
func memory(t *testing.T, s *tmuxtest.Server) int {
	t.Helper()
	text, err := os.ReadFile("/proc/" + s.PID + "/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func hook(t *testing.T, s *tmuxtest.Server, payload string) {
	t.Helper()
	p, err := hookmap.Decode(strings.NewReader(payload))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	batch := tmuxopt.Batch{
		Pane: "%0", ServerPID: s.PID, At: tmuxopt.Nanoseconds(now),
		Edits: hookmap.Map(p, hookmap.Context{Now: now}),
	}
	if _, err := s.Way().Send(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// statusLine tells the pane what a status line says.
func statusLine(t *testing.T, s *tmuxtest.Server, json string) {
	t.Helper()
	line, err := hookmap.DecodeStatusLine(strings.NewReader(json))
	if err != nil {
		t.Fatal(err)
	}
	edits, nothing := line.Meter(0)
	batch := tmuxopt.Batch{Pane: "%0", ServerPID: s.PID, Edits: edits, Unless: nothing}
	if _, _, _, err := s.Way().Exchange(t.Context(), batch, tmuxopt.For(tmuxopt.Compared)); err != nil {
		t.Fatal(err)
	}
}

// correct has the pane follow what the registry says, long after the hooks.
func correct(t *testing.T, s *tmuxtest.Server, e hookmap.Entry) {
	t.Helper()
	panes, err := s.Way().Panes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	e.Changed, e.Updated = now.Add(-time.Second), now.Add(-time.Second)
	fix, _ := hookmap.Reconcile(panes[0].Options, hookmap.Witness{Entry: &e}, now.Add(time.Hour))
	if fix == nil {
		t.Fatalf("nothing to correct in %v", panes[0].Options)
	}
	if _, err := s.Way().Send(t.Context(), tmuxopt.Batch{Pane: "%0", Edits: fix.Edits}); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, s *tmuxtest.Server, cmds [][]string) {
	t.Helper()
	way := s.Way()
	way.Transport = tmux.Native
	if _, err := way.Run(t.Context(), cmds); err != nil {
		t.Fatal(err)
	}
}
