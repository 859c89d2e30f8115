package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/truth"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// follower runs atm sync --follow as a status job does.
type follower struct {
	*exec.Cmd
	out *os.File // the end that tmux reads
}

func follow(tb testing.TB, s *tmuxtest.Server, home string) follower {
	tb.Helper()
	return followWith(tb, s, home, "atm")
}

// followWith is follow with a program of another path.
func followWith(tb testing.TB, s *tmuxtest.Server, home, program string) follower {
	tb.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	f := follower{Cmd: exec.Command(program, "sync", "--follow"), out: r}
	path := filepath.Dir(program) + ":" + os.Getenv("PATH") // in tests a program finds itself by its name
	f.Env = append(s.Env(""), "CLAUDE_CONFIG_DIR="+home, "PATH="+path)
	f.Stdout, f.Stderr = w, os.Stderr
	if err := f.Start(); err != nil {
		tb.Fatal(err)
	}
	w.Close()
	tb.Cleanup(func() {
		_ = f.Process.Kill() // it may have ended
		_ = f.Wait()
		r.Close()
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if line != "\n" || err != nil {
		tb.Errorf("first line %q, error %v", line, err)
	}
	return f
}

// leads waits until the follower that corrects the panes is that process.
func leads(s *tmuxtest.Server, pid int) {
	s.Until(fmt.Sprintf("process %d leads", pid), func() bool { return leader(s) == pid })
}

// leader returns the process of the follower that corrects the panes, 0 if there is none.
func leader(s *tmuxtest.Server) int {
	id, _ := proc.ParseID(s.Tmux("show-options", "-sqv", truth.FollowerOption))
	return id.PID()
}

func TestFollow(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	r := newRegistry(t, s)
	f := follow(t, s, r.home)
	leads(s, f.Process.Pid)

	// The registry appears only now.
	r.setStatus("busy")
	r.becomes("working")
	// Each change is seen. (How soon, the scenes with real clients measure.)
	states := map[string]string{"busy": "working", "waiting": "attention", "idle": "idle"}
	for _, status := range []string{"waiting", "busy", "idle", "waiting", "idle"} {
		r.setStatus(status)
		r.becomes(states[status])
	}
	// The registry is removed, comes again, and holds a crowd.
	if err := os.RemoveAll(r.home); err != nil {
		t.Fatal(err)
	}
	r.setStatus("busy")
	r.becomes("working")
	for i := range 3000 {
		file := filepath.Join(r.home, "sessions", fmt.Sprintf("%d.json", 5_000_000+i))
		if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.setStatus("idle")
	r.becomes("idle")
	// Claude is killed, and its pane with it.
	if err := syscall.Kill(r.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.Until("the pane is gone", func() bool {
		return !strings.Contains(s.Tmux("list-panes", "-a", "-F", "#{pane_id}"), r.pane)
	})
}

// TestFollowKilled: a claude that was killed with kill -9 is not shown any more.
func TestFollowKilled(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-g", "remain-on-exit", "on")
	r := newRegistry(t, s)
	r.setStatus("busy")
	leads(s, follow(t, s, r.home).Process.Pid)
	r.becomes("working")
	if err := syscall.Kill(r.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	r.becomes("")
	if got := s.Tmux("show-options", "-pqvt", r.pane, string(tmuxopt.Corrected)); got != "died" {
		t.Errorf("corrected %q", got)
	}
}

// TestOneFollower: every attached client starts a copy. One corrects the panes, and
// another takes over when that one ends.
func TestOneFollower(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	r := newRegistry(t, s)
	one := follow(t, s, r.home)
	leads(s, one.Process.Pid)
	two := follow(t, s, r.home)
	r.setStatus("busy")
	r.becomes("working")
	leads(s, one.Process.Pid)
	if err := one.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	leads(s, two.Process.Pid)
	r.setStatus("idle")
	r.becomes("idle")
}

// TestFollowEnds: tmux does not end its jobs, so they have to end by themselves.
func TestFollowEnds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		end  func(s *tmuxtest.Server, standby, first follower)
	}{
		{"the server is gone", func(s *tmuxtest.Server, _, _ follower) { s.Tmux("kill-server") }},
		{"nobody reads its output", func(s *tmuxtest.Server, standby, first follower) {
			standby.out.Close()
			s.Until("the standby ends", func() bool { return !proc.Is(standby.Process.Pid, "") })
			if !proc.Is(first.Process.Pid, "") {
				t.Error("the first one has ended as well")
			}
			first.out.Close()
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			first := follow(t, s, t.TempDir())
			leads(s, first.Process.Pid)
			standby := follow(t, s, t.TempDir())
			tt.end(s, standby, first)
			for _, f := range []follower{standby, first} {
				s.Until("it ends", func() bool { return !proc.Is(f.Process.Pid, "") })
			}
		})
	}
}
