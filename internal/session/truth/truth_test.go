package truth_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// TestCorrect looks once, at processes that were there before any hook.
func TestCorrect(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	from.Now = later(time.Second)
	idle, busy, asks := start(t, s, from, 1), start(t, s, from, 2), start(t, s, from, 3)
	idle.register("shell")
	idle.writes(`{"type":"user","message":{"role":"user","content":"fix the parser\nand test it"}}` + "\n")
	busy.register("busy")
	asks.register("waiting")
	background, torn, nested := start(t, s, from, 4), start(t, s, from, 5), start(t, s, from, 7)
	background.write(with(background.entry("busy"), `"kind":"bg"`))
	torn.write(torn.entry("busy")[:90])
	nested.write(with(nested.entry("busy"), `"entrypoint":"sdk-cli"`))
	killed := start(t, s, from, 6)
	killed.hook("UserPromptSubmit", "")
	killed.register("busy")
	killed.kill()
	s.Until("the process is gone", func() bool { return !proc.Is(killed.pid, "") })

	want := map[string]string{
		idle.pane: "adopted idle", busy.pane: "adopted busy",
		asks.pane:   "adopted dialog",
		killed.pane: "died",
	}
	// To look changes nothing, so what it finds is found again.
	before := states(t, from)
	seen, err := from.Observer().Observe(t.Context())
	if diff := cmp.Diff(want, reasons(seen)); diff != "" || err != nil {
		t.Errorf("Look: error %v (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff(before, states(t, from)); diff != "" {
		t.Errorf("Look has changed states (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(want, reasons(correct(t, from))); diff != "" {
		t.Errorf("Correct (-want +got):\n%s", diff)
	}
	if first := s.Tmux("show-options", "-pqvt", idle.pane, string(tmuxopt.FirstPrompt)); first != "fix the parser" {
		t.Errorf("the session that was there before any hook is called %q", first)
	}
	got := states(t, from)
	for _, c := range []*claude{idle, busy, asks, killed} {
		if got[c.pane] != c.state() {
			t.Errorf("%s: state %q, not %q", c.pane, got[c.pane], c.state())
		}
	}
	for _, c := range []*claude{background, torn, nested} {
		if got[c.pane] != "" {
			t.Errorf("%s: state %q, but no session of the pane is known", c.pane, got[c.pane])
		}
	}
	if r := correct(t, from); len(r.Wrong) > 0 {
		t.Errorf("the second look: %+v", r.Wrong)
	}
}

// TestElsewhere: a claude that runs, but not below its pane and in no registry, has
// not died; one whose process id another process has by now has. An entry with the same id may also be of a claude in a
// container that shares the home: then the one here has not died.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.pid = os.Getpid()
	c.hook("UserPromptSubmit", "")
	another := with(c.entry("idle"), `"procStart":"1"`)
	for _, step := range []struct {
		name, entry string
		isOld       bool // it was written before the process began
		state       string
	}{
		{name: "not in the registry", state: "working"},
		{name: "half-written", entry: c.entry("busy")[:50], state: "working"},
		{name: "of a process with the same number in a container with the same home", entry: another, state: "working"},
		{name: "of a process that had the number before", entry: another, isOld: true},
	} {
		if step.entry != "" {
			c.write(step.entry)
		}
		if step.isOld {
			file := filepath.Join(from.Home, "sessions", fmt.Sprintf("%d.json", c.pid))
			if err := os.Chtimes(file, time.Time{}, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}
		correct(t, from)
		if got := states(t, from)[c.pane]; got != step.state {
			t.Errorf("%s: state %q, not %q", step.name, got, step.state)
		}
	}
}

// TestCorrectOnly corrects no other panes than those that are named.
func TestCorrectOnly(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	from.Now = later(time.Second)
	one, two := start(t, s, from, 1), start(t, s, from, 2)
	one.register("busy")
	two.register("busy")
	correct(t, from, two.pane)
	want := map[string]string{"%0": "", one.pane: "", two.pane: "working"}
	if diff := cmp.Diff(want, states(t, from)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTwoInOnePane: the process that the hooks named is the pane's.
func TestTwoInOnePane(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	parent := start(t, s, from, 1)
	child := *parent
	child.id = "00000002-0000-4000-8000-000000000000"
	child.moveBelow(s)
	parent.findProcess(s)
	parent.register("busy")
	child.register("waiting")
	parent.hook("SessionStart", "")
	for _, ahead := range []time.Duration{time.Second, 5 * time.Second} {
		from.Now = later(ahead)
		correct(t, from)
	}
	if got := states(t, from)[parent.pane]; got != "working" {
		t.Errorf("state %q", got)
	}
}

// TestInterruptedWithoutRegistry: the transcript of an old claude tells.
func TestInterruptedWithoutRegistry(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.hook("UserPromptSubmit", "")
	line := func(kind, text string) string {
		at := time.Now().Add(time.Second).UTC().Format(time.RFC3339Nano)
		return fmt.Sprintf(`{"type":%q,"timestamp":%q,"message":`+
			`{"role":%q,"content":[{"type":"text","text":%q}]}}`+"\n", kind, at, kind, text)
	}
	for _, step := range []struct{ name, line, state string }{
		{"an answer", line("assistant", "working"), "working"},
		{"an interruption", line("user", "[Request interrupted by user]"), "idle"},
	} {
		c.writes(step.line)
		correct(t, from)
		if got := states(t, from)[c.pane]; got != step.state {
			t.Errorf("%s: state %q, not %q", step.name, got, step.state)
		}
	}
}

// TestTeammate: the file of its team tells that a teammate in a pane of its own works, and its transcript that somebody
// has interrupted it.
func TestTeammate(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.hook("SessionStart", "")
	const lead = "3aa07dbf-5d7f-4f6f-8283-8023a8f952b5"
	s.Tmux("set-option", "-pt", c.pane, string(tmuxopt.Lead), lead, ";",
		"set-option", "-put", c.pane, string(tmuxopt.OnlyCommon))
	team := filepath.Join(from.Home, claudehome.TeamDir(lead))
	for _, dir := range []string{team, filepath.Dir(c.transcript())} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	from.Now = later(time.Second)
	for _, step := range []struct{ name, active, said, state string }{
		{"idle", "false", "go on", "idle"},
		{"interrupted", "true", "[Request interrupted by user]", "idle"},
		{"its lead has written to it", "true", "go on", "working"},
	} {
		config := fmt.Sprintf(`{"leadSessionId":%q,"members":[{"tmuxPaneId":%q,"isActive":%s}]}`, lead, c.pane, step.active)
		message := fmt.Sprintf(`{"type":"user","timestamp":"2026-01-01T00:00:00Z","message":{"content":%q}}`, step.said)
		for file, text := range map[string]string{filepath.Join(team, claudehome.TeamFile): config, c.transcript(): message} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		correct(t, from)
		if got := states(t, from)[c.pane]; got != step.state {
			t.Errorf("%s: state %q, not %q", step.name, got, step.state)
		}
	}
}

// TestLead: the registry lists the lead of a team as busy for ever. Its transcript tells of an Esc.
func TestLead(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.hook("UserPromptSubmit", "")
	c.register("busy")
	team := filepath.Join(from.Home, claudehome.TeamDir(c.id))
	config := fmt.Appendf(nil, `{"leadSessionId":%q,"members":[]}`, c.id)
	if err := errors.Join(os.MkdirAll(team, 0o755),
		os.WriteFile(filepath.Join(team, claudehome.TeamFile), config, 0o600)); err != nil {
		t.Fatal(err)
	}
	from.Now = later(5 * time.Second)
	at := time.Now().Add(time.Second).UTC().Format(time.RFC3339Nano)
	for _, step := range []struct{ said, want string }{
		{"go on", "working"},
		{"[Request interrupted by user]", "idle"},
		{"[Request interrupted by user]", "idle"},
	} {
		c.writes(fmt.Sprintf(`{"type":"user","timestamp":%q,"message":{"content":%q}}`+"\n", at, step.said))
		correct(t, from)
		if got := states(t, from)[c.pane]; got != step.want {
			t.Errorf("%s: state %q, not %q", step.said, got, step.want)
		}
	}
}

// TestInterruptedBesideSubagent: the registry lists the session as busy before and after.
func TestInterruptedBesideSubagent(t *testing.T) {
	t.Parallel()
	s, from := newSources(t)
	c := start(t, s, from, 1)
	c.hook("UserPromptSubmit", "")
	s.Tmux("set-option", "-pt", c.pane, string(tmuxopt.Agents), " a1=Explore")
	c.register("busy")
	at := time.Now().UTC().Format(time.RFC3339Nano)
	c.writes(`{"type":"user","timestamp":"` + at + `","message":{"content":"[Request interrupted by user]"}}` + "\n")
	from.Now = later(5 * time.Second)
	for _, want := range []string{"interrupted", ""} {
		if got := reasons(correct(t, from))[c.pane]; got != want || states(t, from)[c.pane] != "working" {
			t.Errorf("corrected %q, want %q, and it works on: %q", got, want, states(t, from)[c.pane])
		}
	}
}

func BenchmarkCorrect(b *testing.B) {
	for _, n := range []int{1, 20, 200, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, from := newSources(b)
			for range n - 1 {
				s.Tmux("new-window", "-d", "sleep 10000")
			}
			c := start(b, s, from, 0)
			c.register("idle")
			if _, err := claudehome.ReadProcess(os.DirFS(from.Home), c.pid); err != nil {
				b.Fatal(err)
			}
			b.Run("list-panes", func(b *testing.B) {
				for b.Loop() {
					if _, err := from.Tmux.Panes(b.Context(), 0); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("correct", func(b *testing.B) {
				for b.Loop() {
					correct(b, from)
				}
			})
		})
	}
}
