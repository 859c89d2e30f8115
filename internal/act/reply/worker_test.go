package reply_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/internal/act/reply"
	"atm/internal/dev/tmuxtest"
)

// TestWorker: the hook of a session in the background is found by the process of its worker, with no pane,
// and answered once.
func TestWorker(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.pid = os.Getpid() // hooks descend from their worker
	setStatus := func(status string) {
		entry := fmt.Sprintf(`{"pid":%d,"sessionId":"worker","kind":"bg","jobId":"1a2b3c4d","entrypoint":"cli","status":%q,`+
			`"statusUpdatedAt":%d,"updatedAt":%[3]d}`, s.pid, status, time.Now().UnixMilli())
		file := filepath.Join(s.home, "sessions", strconv.Itoa(s.pid)+".json")
		if err := os.WriteFile(file, []byte(entry), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	setStatus("waiting")
	s.env = []string{"TMUX=", "TMUX_PANE=", "CLAUDE_JOB_DIR=" + s.home + "/jobs/1a2b3c4d", "TMUX_TMPDIR=" + t.TempDir()}
	p := s.run(`{"hook_event_name":"PermissionRequest","session_id":"worker","tool_name":"Bash",` +
		`"tool_input":{"command":"ls -l"}}`)
	find := func(worker int) (found *reply.Visit) {
		for _, v := range reply.WorkerVisits(worker) {
			if strings.Contains(string(v.Request), `"worker"`) {
				found = v
			}
		}
		return found
	}
	s.Until("the hook waits", func() bool { return find(s.pid) != nil })
	if find(p.Process.Pid+1) != nil {
		t.Error("it is found as that of another process")
	}
	v := find(s.pid)
	if !strings.Contains(string(v.Request), "ls -l") || v.Call == "" {
		t.Errorf("call %q: %s", v.Call, v.Request)
	}
	if err := v.Decide([]byte(allow)); err != nil {
		t.Fatal(err)
	}
	if !p.endsWithin(tmuxtest.Patience) || strings.TrimSpace(p.out.String()) != allow {
		t.Errorf("printed %q", p.out.String())
	}
	if err := v.Decide([]byte(allow)); err == nil {
		t.Error("answered twice")
	}

	// A dialog that somebody has closed ends the hook, which prints nothing. Workers of older versions keep TMUX.
	s.env[0] = "TMUX=" + s.Socket + ",1,0"
	p = s.run(`{"hook_event_name":"PermissionRequest","session_id":"worker","tool_name":"Bash",` +
		`"tool_input":{"command":"ls"}}`)
	s.Until("the next hook waits", func() bool { return find(s.pid) != nil })
	setStatus("busy")
	if !p.endsWithin(tmuxtest.Patience) || p.out.Len() > 0 {
		t.Errorf("printed %q", p.out.String())
	}
}
