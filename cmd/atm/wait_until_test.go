package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// TestWaitUntil: someone who waits for what is not a state is woken by the batch that tells
// it, whether it changes the state or not.
func TestWaitUntil(t *testing.T) {
	t.Parallel()
	question := tmuxopt.Set(tmuxopt.Intent, string(tmuxopt.Question))
	idle, working := tmuxopt.Set(tmuxopt.State, "idle"), tmuxopt.Set(tmuxopt.State, "working")
	context := func(pct string) tmuxopt.Edit { return tmuxopt.Set(tmuxopt.ContextPct, pct) }
	for _, tt := range []struct {
		name   string
		until  string
		before []tmuxopt.Edit
		not    []tmuxopt.Edit // comes first, and is not what is awaited
		then   []tmuxopt.Edit
		want   string
	}{
		{
			name: "a turn ends with a question", until: "question", before: []tmuxopt.Edit{working},
			not:  []tmuxopt.Edit{question}, // of the turn before: nobody has unset it
			then: []tmuxopt.Edit{idle, question},
			want: "%0 0:0.0 idle",
		},
		{
			name: "it was known to be idle before it was known to ask", until: "error,question",
			before: []tmuxopt.Edit{idle}, not: []tmuxopt.Edit{tmuxopt.Set(tmuxopt.Intent, "completion")},
			then: []tmuxopt.Edit{question}, want: "%0 0:0.0 idle",
		},
		{
			name: "the context fills up", until: "context=90", before: []tmuxopt.Edit{working},
			not: []tmuxopt.Edit{context("89")}, then: []tmuxopt.Edit{context("91")}, want: "%0 0:0.0 working",
		},
		{
			name: "a state comes before it", until: "context=90,idle",
			before: []tmuxopt.Edit{working, context("12")}, not: []tmuxopt.Edit{context("")},
			then: []tmuxopt.Edit{idle}, want: "%0 0:0.0 idle",
		},
		{
			name: "cld marks its pane for a moment", until: "starting", before: []tmuxopt.Edit{idle},
			not:  []tmuxopt.Edit{question},
			then: append(hookmap.Starting(os.Getpid(), "/", time.Now()), hookmap.NotStarting()...),
			want: "%0 0:0.0 starting",
		},
	} {
		for _, who := range []string{"%0", "--any"} {
			t.Run(tt.name+", "+who, func(t *testing.T) {
				t.Parallel()
				s := tmuxtest.Start(t)
				s.Attach()
				s.Send(t, append(tt.before, tmuxopt.Set(tmuxopt.SessionID, "x"))...)
				wait := startWait(t, s, who, "--until", tt.until)
				s.Send(t, tt.not...)
				select {
				case <-wait.ended:
					t.Fatalf("it has ended too early: %s", &wait.output)
				case <-time.After(300 * time.Millisecond):
				}
				s.Send(t, tt.then...)
				begin := time.Now()
				code := wait.code()
				if took := time.Since(begin); code != 0 || took > lateLimit {
					t.Errorf("exit code %d after %v", code, took)
				}
				if diff := cmp.Diff(tt.want+"\n", wait.output.String()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestWaitContextOfTranscript: the context is worked out, where no status line tells it.
func TestWaitContextOfTranscript(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Attach()
	path := filepath.Join(t.TempDir(), "projects", "-p", listedID+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(tokens string) {
		t.Helper()
		line := `{"type":"assistant","message":{"usage":{"input_tokens":` + tokens + "}}}\n"
		if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("899000")
	working := tmuxopt.Set(tmuxopt.State, "working")
	s.Send(t, tmuxopt.Set(tmuxopt.SessionID, listedID), working, tmuxopt.Set(tmuxopt.TranscriptPath, path),
		tmuxopt.Set(tmuxopt.Model, "claude-opus-4-8[1m]"))
	early := failing(t, s, 1, "wait", "%0", "--until", "context=91", "--timeout", "300ms")
	if !strings.Contains(early, "not within 300ms") {
		t.Errorf("too little: %q", early)
	}
	wait := startWait(t, s, "%0", "--until", "context=91", "--json")
	write("912000")
	s.Send(t, working)
	if code := wait.code(); code != 0 || !strings.Contains(wait.output.String(), `"context_pct": 91`) {
		t.Errorf("exit code %d: %s", code, &wait.output)
	}
}

// TestWaitWrongWords: what cannot be waited for is refused before anything is asked.
func TestWaitWrongWords(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for word, want := range map[string]string{
		"nonsense":      `but got "nonsense"`,
		"context=0":     "from 1 to 100",
		"context=101":   "from 1 to 100",
		"context=":      "from 1 to 100",
		"context=N":     "from 1 to 100",
		"context=9e1":   "from 1 to 100",
		"idle,context":  `but got "context"`,
		"idle,question": "session", // there is none to wait for
	} {
		if out := failing(t, s, 64, "wait", "nobody", "--until", word); !strings.Contains(out, want) {
			t.Errorf("%s: %s", word, out)
		}
	}
}

// failing runs a command that is to end with an exit code, and returns what it said.
func failing(t *testing.T, s *tmuxtest.Server, code int, args ...string) string {
	t.Helper()
	cmd := exec.Command("atm", args...)
	cmd.Env = s.Env("")
	out, _ := cmd.CombinedOutput() // its exit code tells
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("atm %q: exit code %d, not %d: %s", args, got, code, out)
	}
	return string(out)
}
