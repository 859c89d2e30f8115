package truth_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// claude is a scripted claude: the process of a pane of its own, an entry in a
// registry, and hooks.
type claude struct {
	tb     testing.TB
	server tmux.Server
	home   string
	pane   string
	pid    int
	id     string // of the session
	status string // that the registry holds; "" = the process has ended
}

// newSources starts a private server, with a Claude home beside it.
func newSources(tb testing.TB) (*tmuxtest.Server, truth.Sources) {
	tb.Helper()
	s := tmuxtest.Start(tb)
	return s, truth.Sources{Tmux: s.Way(), Home: tb.TempDir(), Getenv: noEnv, Now: time.Now, Read: tmuxopt.Judged}
}

func noEnv(string) string { return "" }

// later returns a clock that is ahead: whatever is so has been so for that long.
func later(ahead time.Duration) func() time.Time {
	return func() time.Time { return time.Now().Add(ahead) }
}

// start starts a claude in a pane of its own.
func start(tb testing.TB, s *tmuxtest.Server, from truth.Sources, n int) *claude {
	tb.Helper()
	id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)
	c := &claude{tb: tb, server: from.Tmux, home: from.Home, pane: s.NewPane(), id: id}
	c.findProcess(s)
	return c
}

// findProcess takes the process of the pane for that of the claude.
func (c *claude) findProcess(s *tmuxtest.Server) {
	pid, err := strconv.Atoi(s.Tmux("display-message", "-p", "-t", c.pane, "#{pane_pid}"))
	if err != nil {
		c.tb.Fatal(err)
	}
	c.pid = pid
}

// moveBelow makes the claude a child of its pane's process, as a shell starts one.
func (c *claude) moveBelow(s *tmuxtest.Server) {
	file := filepath.Join(c.tb.TempDir(), "child")
	s.Tmux("respawn-pane", "-k", "-t", c.pane, "sleep 10000 & echo $! >"+file+"; wait")
	s.Until("the pane has a child", func() bool {
		text, err := os.ReadFile(file)
		number, complete := strings.CutSuffix(string(text), "\n")
		c.pid, _ = strconv.Atoi(number)
		return err == nil && complete && c.pid > 0
	})
}

// entry is what the registry holds for a status.
func (c *claude) entry(status string) string {
	start, err := proc.Start(c.pid)
	if err != nil {
		c.tb.Fatal(err)
	}
	ms := time.Now().UnixMilli()
	return fmt.Sprintf(`{"pid":%d,"sessionId":%q,"cwd":"/work","startedAt":%d,"procStart":%q,`+
		`"kind":"interactive","entrypoint":"cli","status":%q,"waitingFor":"permission prompt",`+
		`"statusUpdatedAt":%d,"updatedAt":%d}`, c.pid, c.id, ms-1000, start, status, ms, ms)
}

// with adds a member to an entry; of two of one name the last counts.
func with(entry, member string) string { return entry[:len(entry)-1] + "," + member + "}" }

// register writes the registry as claude does: in place.
func (c *claude) register(status string) {
	c.status = status
	c.write(c.entry(status))
}

func (c *claude) write(entry string) {
	file := filepath.Join(c.home, "sessions", fmt.Sprintf("%d.json", c.pid))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		c.tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(entry), 0o600); err != nil {
		c.tb.Fatal(err)
	}
}

func (c *claude) transcript() string { return c.home + "/projects/-work/" + c.id + ".jsonl" }

// writes has the session write into its transcript.
func (c *claude) writes(lines string) {
	c.tb.Helper()
	err := os.MkdirAll(filepath.Dir(c.transcript()), 0o700)
	if err = errors.Join(err, os.WriteFile(c.transcript(), []byte(lines), 0o600)); err != nil {
		c.tb.Fatal(err)
	}
}

// hook sends what the hook of an event sends.
func (c *claude) hook(event, tool string) {
	p := hookmap.Payload{
		Members: hookmap.Members{
			Event: event, SessionID: c.id, Tool: tool, Source: "startup", CWD: "/work",
		},
		TranscriptPath: c.transcript(),
	}
	if event == "UserPromptSubmit" {
		p.Source = ""
	}
	edits := hookmap.Map(p, hookmap.Context{Now: time.Now(), Process: c.pid})
	batch := tmuxopt.Batch{Pane: c.pane, Edits: edits}
	if _, err := c.server.Send(c.tb.Context(), batch); err != nil {
		c.tb.Error(err)
	}
}

// mark marks the pane as cld does before it becomes claude.
func (c *claude) mark() {
	batch := tmuxopt.Batch{Pane: c.pane, Edits: hookmap.Starting(c.pid, "/", time.Now())}
	if _, err := c.server.Send(c.tb.Context(), batch); err != nil {
		c.tb.Error(err)
	}
}

// kill ends the process as kill -9 does: its entry stays.
func (c *claude) kill() {
	c.status = ""
	c.signal(syscall.SIGKILL)
}

func (c *claude) signal(signal syscall.Signal) {
	if err := syscall.Kill(c.pid, signal); err != nil {
		c.tb.Error(err)
	}
}

// state is what the pane should show.
func (c *claude) state() string {
	switch c.status {
	case "busy":
		return "working"
	case "idle", "shell":
		return "idle"
	case "waiting":
		return "attention"
	}
	return ""
}

// states returns what the panes show. The registry does not tell error from idle.
func states(tb testing.TB, from truth.Sources) map[string]string {
	tb.Helper()
	panes, err := from.Tmux.Panes(tb.Context(), 0)
	if err != nil {
		tb.Fatal(err)
	}
	shown := map[string]string{}
	for _, p := range panes {
		state := p.Options[tmuxopt.State]
		if state == "error" {
			state = "idle"
		}
		shown[p.ID] = state
	}
	return shown
}

// correct corrects all panes, or those that are named.
func correct(tb testing.TB, from truth.Sources, only ...string) truth.Report {
	tb.Helper()
	r, err := from.Corrector().Correct(tb.Context(), only...)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// reasons returns what was found wrong, by pane.
func reasons(r truth.Report) map[string]string {
	found := map[string]string{}
	for _, d := range r.Wrong {
		found[d.Pane] = d.Reason
	}
	return found
}
