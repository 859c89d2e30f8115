package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"atm/internal/proc"
	"atm/internal/tmuxtest"
	"atm/internal/truth"
)

// TestStatusJobEnds: the job that setup has put into the status line runs while
// a client is attached, and uninstall ends it, which tmux would do an hour later.
func TestStatusJobEnds(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("pgrep"); err != nil {
		t.Skip(err)
	}
	s := tmuxtest.Start(t)
	s.Attach()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("atm", args...)
		cmd.Env = append(s.Env("%0"), "HOME="+t.TempDir(), "CLD_CLAUDE=nowhere")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("atm %q: %v\n%s", args, err, out)
		}
	}
	home := t.TempDir()
	run("setup", "--yes", "--claude-home", home, "--tmux-conf", home+"/tmux.conf")
	s.Until("the status job runs", func() bool { return jobs(s.PID) != "" && s.Tmux("show-options", "-sqv", truth.FollowerOption) != "" })
	run("doctor", "--claude-home", home, "--tmux-conf", home+"/tmux.conf")
	leader, _, _ := strings.Cut(s.Tmux("show-options", "-sqv", truth.FollowerOption), "-")
	pid, err := strconv.Atoi(leader)
	if err != nil {
		t.Fatal(err)
	}
	run("uninstall", "--claude-home", home, "--tmux-conf", home+"/tmux.conf")
	s.Until("the status job has ended", func() bool { return jobs(s.PID) == "" })
	s.Until("and so has what it had started", func() bool { return !proc.Is(pid, "") })
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// jobs lists the processes that the server has started for status lines.
func jobs(serverPID string) string {
	out, _ := exec.Command("pgrep", "-P", serverPID, "-f", "sync --follow").Output() // none is status 1
	return strings.TrimSpace(string(out))
}
