package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// registry is the registry of a throw-away Claude home. It has one entry: the process
// of a pane stands for claude.
type registry struct {
	tb   testing.TB
	tmux *tmuxtest.Server
	home string
	pane string
	pid  int
}

func newRegistry(tb testing.TB, s *tmuxtest.Server) *registry {
	tb.Helper()
	pane := s.NewPane()
	pid, err := strconv.Atoi(s.Tmux("display-message", "-p", "-t", pane, "#{pane_pid}"))
	if err != nil {
		tb.Fatal(err)
	}
	home := filepath.Join(tb.TempDir(), "claude")
	return &registry{tb: tb, tmux: s, home: home, pane: pane, pid: pid}
}

// setStatus writes the entry, with a status that it has from now on. Further members may
// follow, as JSON with a comma in front.
func (r *registry) setStatus(status string, more ...string) {
	r.tb.Helper()
	if err := writeEntry(r.home, r.pid, status, more...); err != nil {
		r.tb.Fatal(err)
	}
}

func writeEntry(home string, pid int, status string, more ...string) error {
	dir := filepath.Join(home, "sessions")
	ms := time.Now().UnixMilli()
	text := fmt.Sprintf(`{"pid":%d,"sessionId":"23e30f82-0000-4000-8000-000000000000","cwd":"/work",`+
		`"startedAt":%d,"kind":"interactive","entrypoint":"cli","version":"2.1.329","status":%q,`+
		`"waitingFor":"input needed","statusUpdatedAt":%d,"updatedAt":%d%s}`,
		pid, ms-3_600_000, status, ms, ms, strings.Join(more, ""))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", pid)), []byte(text), 0o600)
}

// becomes waits until the pane is in a state, and returns how long it took.
func (r *registry) becomes(state string) time.Duration {
	r.tb.Helper()
	begin := time.Now()
	r.tmux.Until("the state is "+strconv.Quote(state), func() bool {
		return r.tmux.Tmux("show-options", "-pqvt", r.pane, string(tmuxopt.State)) == state
	})
	return time.Since(begin)
}
