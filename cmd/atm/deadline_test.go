package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/hooks/hook"
)

// slack is what a machine may add to a deadline in the best of ten times.
const slack = 400 * time.Millisecond

// lateLimit is when what happens at once has not happened on the most loaded machine; what only a clock
// sees to takes longer still: a wait looks at the panes by itself after half a minute.
const lateLimit = 20 * time.Second

// TestDeadline: whatever hangs, the hook ends in time, silently, with status 0,
// and leaves no process behind.
func TestDeadline(t *testing.T) {
	t.Parallel()
	stop := func(*testing.T) io.Reader { return strings.NewReader(`{"hook_event_name":"Stop"}`) }
	tests := []struct {
		name  string
		stdin func(t *testing.T) io.Reader
		setup func(t *testing.T, s *tmuxtest.Server)
		least time.Duration
	}{
		{name: "a standard input that is never closed", stdin: open(""), least: hook.Deadline},
		{name: "half a payload, never closed", stdin: open(`{"hook_event_name":`), least: hook.Deadline},
		{name: "a server that hangs, and tmux is a script", stdin: stop, setup: suspendBehindScript,
			least: hook.TmuxDeadline},
		{name: "a server that hangs", stdin: stop, setup: suspend, least: hook.TmuxDeadline},
		{name: "100 MB", stdin: hundredMegabytes},
		{name: "100 MB, and a server that hangs", stdin: hundredMegabytes, setup: suspend, least: hook.TmuxDeadline},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			if tt.setup != nil {
				tt.setup(t, s)
			}
			elapsed := timed(t, s, tt.stdin(t))
			for range 9 {
				if elapsed > hook.Deadline+slack {
					elapsed = timed(t, s, tt.stdin(t))
				}
			}
			if elapsed < tt.least || elapsed > hook.Deadline+slack {
				t.Errorf("after %v", elapsed)
			}
			if left := tmuxtest.Pgrep(t, "-f", s.Socket+" set-option"); left != "" {
				t.Errorf("a tmux client is left: %s", left)
			}
		})
	}
}

// A payload that is complete is not held up by a writer that keeps the pipe open.
func TestOpenStdinAfterThePayload(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	timed(t, s, open(`{"hook_event_name":"Stop"}`)(t))
	if got := s.Tmux("show-options", "-pqvt", "%0", "@meta.claude.state"); got != "idle" {
		t.Errorf("state %q", got)
	}
}

// timed runs a hook of pane %0 and returns how long it took.
func timed(t *testing.T, s *tmuxtest.Server, stdin io.Reader) time.Duration {
	t.Helper()
	cmd := exec.Command("atm", "hook")
	cmd.Env = s.Env("%0")
	cmd.Stdin = stdin
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v, output %q", err, out)
	}
	return time.Since(start)
}

// open returns a pipe with that text in it, whose other end stays open.
func open(text string) func(*testing.T) io.Reader {
	return func(t *testing.T) io.Reader {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close(); w.Close() })
		if _, err := w.WriteString(text); err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// hundredMegabytes returns a payload with a prompt of that length.
func hundredMegabytes(*testing.T) io.Reader {
	text := strings.NewReader(strings.Repeat("all work and no play", 5<<20))
	return io.MultiReader(strings.NewReader(`{"hook_event_name":"UserPromptSubmit","prompt":"`), text,
		strings.NewReader(`"}`))
}

func suspend(_ *testing.T, s *tmuxtest.Server) { s.Suspend() }

// A report that goes into a pipe that is full, because its reader is asleep, is
// lost, and holds up nobody.
func TestReportIntoAFullPipe(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	if err := syscall.Mkfifo(log, 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := syscall.Open(log, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(pipe)
	for err == nil {
		_, err = syscall.Write(pipe, make([]byte, 4096))
	}
	s := tmuxtest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), hook.Deadline+lateLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "atm", "hook")
	cmd.Env = append(s.Env("%0"), "ATM_DEBUG="+log)
	cmd.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v, output %q", err, out)
	}
}

// suspendBehindScript has a script start tmux, which does not end with the script.
func suspendBehindScript(t *testing.T, s *tmuxtest.Server) {
	script := t.TempDir() + "/tmux"
	tmuxtest.WriteProgram(t, script, "#!/bin/sh\n"+s.Binary+" \"$@\"\nexit $?\n")
	real := s.Binary
	t.Cleanup(func() { s.Binary = real }) // the script is gone when the server is to be ended
	s.Binary = script
	suspend(t, s)
}

func TestLargePayload(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		bytes int
		event string // what the pane shows
	}{
		{"one that a tool may well print", 1 << 20, "PostToolUse"},
		{"one that need not arrive in time, but must be silent", 64 << 20, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			payload := io.MultiReader(strings.NewReader(`{"tool_response":"`),
				bytes.NewReader(bytes.Repeat([]byte("x"), tt.bytes)),
				strings.NewReader(`","hook_event_name":"PostToolUse","tool_name":"Bash"}`))
			timed(t, s, payload)
			if got := s.Tmux("show-options", "-pqvt", "%0",
				"@meta.claude.latest_hook_event"); tt.event != "" && got != tt.event {
				t.Errorf("latest event %q", got)
			}
		})
	}
}

// TestPanic has the hook fail in a way that nobody has thought of.
func TestPanic(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	log := t.TempDir() + "/log"
	env := map[string]string{"TMUX": "/nowhere,1,0", "TMUX_PANE": "%0", "ATM_DEBUG": log}
	code := run([]string{"hook"}, func(name string) string { return env[name] }, time.Now, panics{}, &stdout,
		&stderr)
	if code != 0 || stdout.Len() > 0 || stderr.Len() > 0 {
		t.Errorf("status %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
	if text, err := os.ReadFile(log); err != nil || !bytes.Contains(text, []byte("panic: out of order")) {
		t.Errorf("report %q, error %v", text, err)
	}
}

type panics struct{}

func (panics) Read([]byte) (int, error) { panic("out of order") }

// TestWholePayloadIsRead: a client that cannot write all of a payload calls the
// hook failed, whatever its status. So it is read where nobody wants it, too.
func TestWholePayloadIsRead(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	big := `{"hook_event_name":"PostToolUse","tool_response":"` + strings.Repeat("x", 300<<10) + `"}`
	for _, tt := range []struct{ name, payload, env string }{
		{"in a pane", big, ""},
		{"outside tmux", big, "TMUX_PANE="},
		{"of a background session", big, "CLAUDE_JOB_DIR=/x"},
		{"no JSON", strings.Repeat("x", 300<<10), ""},
		{"half of it no JSON", `{"hook_event_name":"Stop",` + strings.Repeat("x", 300<<10), ""},
		{"another version of it", "[" + big + "]", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("atm", "hook")
			cmd.Env = append(s.Env("%0"), tt.env)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for _, part := range []string{tt.payload[:100],
				tt.payload[100:]} { // the second one is not in the pipe at once
				if _, err := io.WriteString(stdin, part); err != nil {
					t.Error(err)
				}
			}
			stdin.Close()
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}
