package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/dev/tmuxtest"
	"atm/internal/hooks/hook"
)

// TestHangingHome: where the registry cannot be read in time, its part of the
// deadline is spent once, and tmux gets its own: the event is not lost.
func TestHangingHome(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "sessions"), 0o700); err != nil {
		t.Fatal(err)
	}
	hang(t, filepath.Join(home, "sessions", fmt.Sprintf("%d.json", os.Getpid())))
	fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	begin := time.Now()
	fire(t, s, "%0", `{"hook_event_name":"SessionEnd","session_id":"s","reason":"other"}`,
		"CLAUDE_CONFIG_DIR="+home, "CLAUDE_CODE_ENTRYPOINT=sdk-cli", "CLAUDE_PID=")
	if took := time.Since(begin); took < hook.Deadline/2 || took > hook.Deadline+lateLimit {
		t.Errorf("after %v", took)
	}
	if got := s.Tmux("show-options", "-pqvt", "%0", "@meta.claude.latest_hook_event"); got != "SessionEnd" {
		t.Errorf("the last event is %q", got)
	}
}

// hang makes a file that nobody can open in time, as on a file system that hangs:
// it has a write lease, which the kernel takes away only after 45 seconds.
func hang(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	if _, err := unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_WRLCK); err != nil {
		t.Skipf("no lease: %v", err)
	}
}
