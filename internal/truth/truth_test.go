package truth_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/internal/tmux"
	"atm/internal/tmuxtest"
	"atm/internal/truth"
	"atm/tmuxopt"
)

// client is a scripted client: the process of a pane of its own, an entry in a
// registry, and hooks.
type client struct {
	tb   testing.TB
	tmux tmux.Server
	home string
	pane string
	pid  int
	id   string
	says string // the status that the registry holds; "" = the process is dead
}

// world is a private server and a Claude home.
func world(tb testing.TB) (*tmuxtest.Server, truth.World) {
	s := tmuxtest.Start(tb)
	return s, truth.World{Tmux: tmux.Server{Binary: s.Binary, Socket: s.Socket}, Home: tb.TempDir(), Now: time.Now, Less: truth.Spare()}
}

func start(tb testing.TB, s *tmuxtest.Server, w truth.World, n int) *client {
	tb.Helper()
	c := &client{tb: tb, tmux: w.Tmux, home: w.Home, pane: s.NewPane(), id: fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)}
	c.run(s)
	return c
}

// run finds the process of the pane.
func (c *client) run(s *tmuxtest.Server) {
	pid, err := strconv.Atoi(s.Tmux("display-message", "-p", "-t", c.pane, "#{pane_pid}"))
	if err != nil {
		c.tb.Fatal(err)
	}
	c.pid = pid
}

func (c *client) file() string {
	return filepath.Join(c.home, "sessions", fmt.Sprintf("%d.json", c.pid))
}

// entry is what the registry holds for a status.
func (c *client) entry(status string) string {
	start, err := proc.Start(c.pid)
	if err != nil {
		c.tb.Fatal(err)
	}
	ms := time.Now().UnixMilli()
	return fmt.Sprintf(`{"pid":%d,"sessionId":%q,"cwd":"/work","startedAt":%d,"procStart":%q,"kind":"interactive","entrypoint":"cli","status":%q,"waitingFor":"permission prompt","statusUpdatedAt":%d,"updatedAt":%d}`,
		c.pid, c.id, ms-1000, start, status, ms, ms)
}

// say writes the registry, as the client does: in place.
func (c *client) say(status string) {
	c.says = status
	c.write(c.entry(status))
}

func (c *client) write(text string) {
	if err := os.MkdirAll(filepath.Dir(c.file()), 0o755); err != nil {
		c.tb.Fatal(err)
	}
	if err := os.WriteFile(c.file(), []byte(text), 0o600); err != nil {
		c.tb.Fatal(err)
	}
}

// hook sends what the hook of an event sends.
func (c *client) hook(event, tool string) {
	p := hookmap.Payload{Event: event, SessionID: c.id, Tool: tool, Source: "startup", CWD: "/work", TranscriptPath: c.home + "/projects/-work/" + c.id + ".jsonl"}
	if event == "UserPromptSubmit" {
		p.Source = ""
	}
	batch := tmuxopt.Batch{Pane: c.pane, Edits: hookmap.Map(p, hookmap.Context{Now: time.Now(), Process: c.pid})}
	if _, err := c.tmux.Send(context.Background(), batch); err != nil {
		c.tb.Error(err)
	}
}

// kill ends the process as kill -9 does; its entry stays.
func (c *client) kill() {
	c.says = ""
	if err := syscall.Kill(c.pid, syscall.SIGKILL); err != nil {
		c.tb.Error(err)
	}
}

// wants is the state that the pane should show.
func (c *client) wants() string {
	return map[string]string{"busy": "working", "idle": "idle", "shell": "idle", "waiting": "attention"}[c.says]
}

func states(tb testing.TB, w truth.World) map[string]string {
	tb.Helper()
	panes, err := w.Tmux.Panes(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	m := map[string]string{}
	for _, p := range panes {
		m[p.ID] = strings.Replace(p.Options[tmuxopt.State], "error", "idle", 1) // the registry does not tell them apart
	}
	return m
}

// TestSync is one look, at clients that were there before any hook.
func TestSync(t *testing.T) {
	t.Parallel()
	s, w := world(t)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	w.Now = func() time.Time { return time.Now().Add(time.Second) } // all has been so for a second
	idle, busy, asks, background, torn, dead, nested := start(t, s, w, 1), start(t, s, w, 2), start(t, s, w, 3), start(t, s, w, 4), start(t, s, w, 5), start(t, s, w, 6), start(t, s, w, 7)
	idle.say("shell")
	busy.say("busy")
	asks.say("waiting")
	background.write(`{"kind":"bg",` + background.entry("busy")[1:len(background.entry("busy"))-1] + `,"kind":"bg"}`)
	torn.write(torn.entry("busy")[:90])
	nested.write(nested.entry("busy")[:len(nested.entry("busy"))-1] + `,"entrypoint":"sdk-cli"}`)
	dead.hook("UserPromptSubmit", "")
	dead.say("busy")
	dead.kill()
	s.Until("the process is gone", func() bool { return !proc.Is(dead.pid, "") })

	r, err := w.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []truth.Correction{{Pane: idle.pane, Why: "session adopted idle"}, {Pane: busy.pane, Why: "session adopted busy"}, {Pane: asks.pane, Why: "session adopted dialog"}, {Pane: dead.pane, Why: "died"}}
	if diff := cmp.Diff(want, r.Corrections); diff != "" {
		t.Errorf("corrections (-want +got):\n%s", diff)
	}
	got := states(t, w)
	for _, c := range []*client{idle, busy, asks, dead} {
		if got[c.pane] != c.wants() {
			t.Errorf("%s: state %q, not %q", c.pane, got[c.pane], c.wants())
		}
	}
	for _, c := range []*client{background, torn, nested} {
		if got[c.pane] != "" {
			t.Errorf("%s: state %q, but it is nobody's", c.pane, got[c.pane])
		}
	}
	if r, err := w.Sync(t.Context()); err != nil || len(r.Corrections) > 0 {
		t.Errorf("the second look: %+v, error %v", r.Corrections, err)
	}
}

// TestElsewhere: a client that lives, but not below its pane and in no registry,
// has not died; one whose process id another process has by now has.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	s, w := world(t)
	c := start(t, s, w, 1)
	c.pid = os.Getpid()
	c.hook("UserPromptSubmit", "")
	for _, step := range []struct{ name, entry, state string }{
		{"not in the registry", "", "working"},
		{"half-written", c.entry("busy")[:50], "working"},
		{"of a process that had the number before", strings.Replace(c.entry("busy"), `"procStart":"`, `"procStart":"1`, 1), ""},
	} {
		if step.entry != "" {
			c.write(step.entry)
		}
		if _, err := w.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := states(t, w)[c.pane]; got != step.state {
			t.Errorf("%s: state %q, not %q", step.name, got, step.state)
		}
	}
}

// TestSyncOnly corrects no other panes than those that are named.
func TestSyncOnly(t *testing.T) {
	t.Parallel()
	s, w := world(t)
	w.Now = func() time.Time { return time.Now().Add(time.Second) }
	one, two := start(t, s, w, 1), start(t, s, w, 2)
	one.say("busy")
	two.say("busy")
	if _, err := w.Sync(t.Context(), two.pane); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"%0": "", one.pane: "", two.pane: "working"}, states(t, w)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTwoClientsInOnePane: the one that the hooks named is the pane's.
func TestTwoClientsInOnePane(t *testing.T) {
	t.Parallel()
	s, w := world(t)
	w.Now = func() time.Time { return time.Now().Add(time.Second) }
	shell := start(t, s, w, 1)
	shell.say("idle")
	child := *shell
	child.id = "00000002-0000-4000-8000-000000000000"
	s.Tmux("respawn-pane", "-k", "-t", shell.pane, "sleep 10000 & echo $! >"+w.Home+"/child; wait")
	s.Until("the pane has a child", func() bool {
		text, err := os.ReadFile(w.Home + "/child")
		child.pid, _ = strconv.Atoi(string(text[:max(0, len(text)-1)]))
		return err == nil && child.pid > 0
	})
	shell.run(s)
	shell.say("busy")
	child.say("waiting")
	shell.hook("SessionStart", "")
	if _, err := w.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Now = func() time.Time { return time.Now().Add(5 * time.Second) }
	if _, err := w.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := states(t, w)[shell.pane]; got != "working" {
		t.Errorf("state %q", got)
	}
}

var runs = flag.Int("chaos", 3, "how many seeded runs of chaos")

// TestChaos has 50 clients whose entries and hooks come in any order, late,
// twice or torn, and which are killed at random. After two seconds of quiet
// every pane is right.
func TestChaos(t *testing.T) {
	t.Parallel()
	s, w := world(t)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	var clients []*client
	for i := range 50 {
		clients = append(clients, start(t, s, w, i))
		clients[i].say("idle")
	}
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { done <- w.Follow(ctx) }()
	for seed := range *runs {
		chaos(clients, rand.New(rand.NewPCG(uint64(seed), 1)))
		allRight(t, w, clients, time.Now().Add(2*time.Second)) // the quiet that is promised to be enough
		// What is right by then stays right, however long it is quiet.
		later := w
		later.Now = func() time.Time { return time.Now().Add(5 * time.Second) }
		if _, err := later.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := states(t, w)
		for _, c := range clients {
			if got[c.pane] != c.wants() {
				t.Errorf("seed %d, %s: state %q, the client is %q: %v", seed, c.pane, got[c.pane], c.says, s.Tmux("show-options", "-pt", c.pane))
			}
			if c.says == "" {
				s.Tmux("respawn-pane", "-k", "-t", c.pane, "sleep 10000")
				c.run(s)
				c.say("idle")
			}
		}
	}
	cancel()
	if err := <-done; err != context.Canceled {
		t.Errorf("follower: %v", err)
	}
}

// allRight polls until every pane tells what its client is, and fails the test if
// one does not at the deadline.
func allRight(t *testing.T, w truth.World, clients []*client, deadline time.Time) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		got := states(t, w)
		wrong := slices.IndexFunc(clients, func(c *client) bool { return got[c.pane] != c.wants() })
		if wrong < 0 {
			return
		}
		if time.Now().After(deadline) {
			c := clients[wrong]
			t.Errorf("%s: state %q, the client is %q", c.pane, got[c.pane], c.says)
			return
		}
		<-tick.C
	}
}

// chaos lets each client do a few things, in any order.
func chaos(clients []*client, r *rand.Rand) {
	events := []string{"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "PostToolBatch", "Stop", "StopFailure", "PreCompact", "SessionEnd"}
	statuses := []string{"busy", "idle", "shell", "waiting"}
	for range 400 {
		c := clients[r.IntN(len(clients))]
		if c.says == "" && r.IntN(2) == 0 {
			c.hook(events[r.IntN(len(events))], "Bash") // late: the client is dead or not there yet
			continue
		}
		switch r.IntN(20) {
		case 0:
			if c.says != "" {
				c.kill()
			}
		case 1, 2, 3, 4, 5, 6:
			if c.says != "" {
				c.say(statuses[r.IntN(len(statuses))])
			}
		case 7:
			if c.says != "" { // torn, and whole again later
				c.write(c.entry(c.says)[:r.IntN(100)])
				c.write(c.entry(c.says))
			}
		default:
			event, tool := events[r.IntN(len(events))], []string{"Bash", "AskUserQuestion"}[r.IntN(2)]
			for range 1 + r.IntN(2) {
				c.hook(event, tool)
			}
		}
	}
}

// TestInterruptedClientWithoutRegistry: the transcript tells.
func TestInterruptedClientWithoutRegistry(t *testing.T) {
	t.Parallel()
	s, w := world(t)
	c := start(t, s, w, 1)
	c.hook("UserPromptSubmit", "")
	transcript := c.home + "/projects/-work/" + c.id + ".jsonl"
	if err := os.MkdirAll(filepath.Dir(transcript), 0o755); err != nil {
		t.Fatal(err)
	}
	line := func(kind, content string) string {
		return fmt.Sprintf(`{"type":%q,"timestamp":%q,"message":{"role":%q,"content":%s}}`+"\n", kind, time.Now().Add(time.Second).UTC().Format(time.RFC3339Nano), kind, content)
	}
	text := line("assistant", `[{"type":"text","text":"working"}]`)
	for _, step := range []struct{ name, line, state string }{
		{"an answer", text, "working"},
		{"an interruption", line("user", `[{"type":"text","text":"[Request interrupted by user]"}]`), "idle"},
	} {
		if err := os.WriteFile(transcript, []byte(step.line), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := states(t, w)[c.pane]; got != step.state {
			t.Errorf("%s: state %q, not %q", step.name, got, step.state)
		}
	}
}

func BenchmarkSync(b *testing.B) {
	for _, n := range []int{1, 20, 200, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, w := world(b)
			for i := range n - 1 {
				s.Tmux("new-window", "-d", "sleep 10000")
				_ = i
			}
			c := start(b, s, w, 0)
			c.say("idle")
			if _, err := claudehome.ReadClient(os.DirFS(w.Home), c.pid); err != nil {
				b.Fatal(err)
			}
			b.Run("list-panes", func(b *testing.B) {
				for b.Loop() {
					if _, err := w.Tmux.Panes(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("sync", func(b *testing.B) {
				for b.Loop() {
					if _, err := w.Sync(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
