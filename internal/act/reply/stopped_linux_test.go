package reply_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"atm/tmuxopt"
)

// TestStoppedEarly: Esc may come before the registry tells that the dialog is open. No hook
// tells of Esc, so that of the call has the pane show that nothing is asked any more.
func TestStoppedEarly(t *testing.T) {
	t.Parallel()
	s := start(t)
	p := s.run(`{"hook_event_name":"PermissionRequest","session_id":"a","tool_name":"Bash",` +
		`"tool_input":{"command":"make"}}`)
	state := func() string { return s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.State)) }
	s.Until("the pane asks", func() bool { return state() == string(tmuxopt.Attention) })
	s.Until("the hook waits", func() bool { return p.watches(t) })
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.setStatus("idle")
	s.Until("the pane is idle", func() bool { return state() == string(tmuxopt.Idle) })
}

// watches reports whether the hook watches the registry, which it does once it takes signals.
func (p *process) watches(t *testing.T) bool {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", p.Process.Pid)
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		target, _ := os.Readlink(dir + "/" + file.Name()) // it may be closed by now
		if number, _ := strconv.Atoi(file.Name()); number > 2 && strings.Contains(target, "inotify") {
			return true
		}
	}
	return false
}
