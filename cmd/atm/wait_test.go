package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"atm/internal/cli"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// waiter is an atm wait that runs.
type waiter struct {
	cmd    *exec.Cmd
	output bytes.Buffer // on stdout and stderr
	ended  chan struct{}
}

// startWait starts atm wait, and returns when it waits. A client must be attached:
// tmux keeps messages only for clients.
func startWait(t *testing.T, s *tmuxtest.Server, args ...string) *waiter {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*tmuxtest.Patience) // when it is killed
	cmd := exec.CommandContext(ctx, "atm", append([]string{"wait"}, args...)...)
	w := &waiter{cmd: cmd, ended: make(chan struct{})}
	w.cmd.Env = s.Env("")
	w.cmd.Stdout, w.cmd.Stderr = &w.output, &w.output
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = w.cmd.Wait() // its exit code tells
		close(w.ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-w.ended
	})
	s.Until("it waits, and has read how things are", func() bool {
		// The newest message comes first. What is read of the panes includes how old a stale session is.
		read, before, _ := strings.Cut(s.Tmux("show-messages"), "wait-for")
		return before != "" && strings.Contains(read, tmuxopt.StaleOption)
	})
	return w
}

// code returns the exit code of the wait, once it has ended.
func (w *waiter) code() int {
	<-w.ended
	return w.cmd.ProcessState.ExitCode()
}

// TestManyWaiters: a command that begins to wait before, while or after the state changes is woken, or sees
// the new state.
func TestManyWaiters(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	pane := s.NewPane()
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	for round, step := range []struct{ event, state, who string }{
		{`"Stop"`, "idle", pane},
		{`"PermissionRequest","tool_name":"Bash","tool_input":{}`, "attention", pane},
		{`"StopFailure","error":"overloaded"`, "error", pane},
		{`"UserPromptSubmit"`, "working", "--any"},
		{`"Stop"`, "idle", "--any"},
	} {
		var waiters sync.WaitGroup
		for i := range 30 {
			waiters.Go(func() {
				if i == 20 {
					fire(t, s, pane, fmt.Sprintf(`{"session_id":"s","hook_event_name":%s}`, step.event))
				}
				cmd := exec.Command("atm", "wait", step.who, "--until", step.state, "--timeout", "1m")
				cmd.Env = s.Env("")
				out, err := cmd.CombinedOutput()
				if err != nil || !strings.HasPrefix(string(out), pane+" 0:1.0 "+step.state) {
					t.Errorf("round %d: %v, %q", round, err, out)
				}
			})
		}
		begin := time.Now()
		waiters.Wait()
		if took := time.Since(begin); took > lateLimit {
			t.Errorf("round %d took %v: nobody was woken", round, took)
		}
	}
}

// TestWaitForAMoment: a wait does not miss a state that lasts only a moment, and does not take an earlier
// state for it.
func TestWaitForAMoment(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"%1", "--any"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			pane := s.NewPane()
			s.Attach()
			fire(t, s, pane, `{"session_id":"s","hook_event_name":"Stop"}`)
			fire(t, s, pane, `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
			wait := startWait(t, s, who, "--until", "idle")
			select {
			case <-wait.ended:
				t.Fatalf("what was before is taken for now: %s", &wait.output)
			case <-time.After(300 * time.Millisecond):
			}
			both(t, s, pane, `"Stop"`, `"UserPromptSubmit"`)
			if code, said := wait.code(), wait.output.String(); code != 0 || said != pane+" 0:1.0 idle\n" {
				t.Errorf("exit code %d, %q", code, said)
			}
		})
	}
}

// TestWaitForASession: a wait by the id of a session waits for that session. By title or pane it waits for
// the next session in the pane, if /clear replaces the session.
func TestWaitForASession(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]int{"aaaa": cli.Ended, "%0": 0, "web login": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Attach()
			fire(t, s, "%0", `{"session_id":"aaaa","hook_event_name":"SessionStart","session_title":"web login"}`)
			fire(t, s, "%0", `{"session_id":"aaaa","hook_event_name":"UserPromptSubmit"}`)
			wait := startWait(t, s, name, "--until", "idle")
			fire(t, s, "%0", `{"session_id":"aaaa","hook_event_name":"SessionEnd","reason":"clear"}`)
			fire(t, s, "%0", `{"session_id":"bbbb","hook_event_name":"SessionStart","source":"clear"}`)
			if got := wait.code(); got != code {
				t.Errorf("exit code %d, want %d: %s", got, code, &wait.output)
			}
		})
	}
}

// TestWaitEnds: the only session ends in each possible way, and the wait ends at once.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	kill := func(t *testing.T, s *tmuxtest.Server, pane string, _ *waiter) { s.Tmux("kill-pane", "-t", pane) }
	signal := func(sig os.Signal) func(*testing.T, *tmuxtest.Server, string, *waiter) {
		return func(t *testing.T, _ *tmuxtest.Server, _ string, wait *waiter) {
			if err := wait.cmd.Process.Signal(sig); err != nil {
				t.Error(err)
			}
		}
	}
	for _, tt := range []struct {
		name string
		args []string
		end  func(t *testing.T, s *tmuxtest.Server, pane string, wait *waiter)
		code int
	}{
		{
			name: "its pane is killed", args: []string{"%1", "--until", "idle"}, end: kill,
			code: cli.Ended,
		},
		{
			name: "its pane is killed, which was waited for",
			args: []string{"%1", "--until", "ended"}, end: kill, code: 0,
		},
		{
			name: "a pane is killed, and any is waited for",
			args: []string{"--any", "--until", "ended"}, end: kill, code: 0,
		},
		{
			name: "its pane is respawned, and killed then",
			args: []string{"%1", "--until", "idle"}, end: respawnAndKill, code: cli.Ended,
		},
		{
			name: "the server ends", args: []string{"%1"},
			end: func(_ *testing.T, s *tmuxtest.Server, _ string, _ *waiter) {
				s.Tmux("kill-server")
			},
			code: cli.Ended,
		},
		{
			name: "the person does not want to wait", args: []string{"%1"},
			end: signal(os.Interrupt), code: cli.Interrupted,
		},
		{name: "nor for any", args: []string{"--any"}, end: signal(os.Interrupt), code: cli.Interrupted},
		{
			name: "its terminal goes", args: []string{"%1"}, end: signal(syscall.SIGHUP),
			code: cli.Interrupted,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			pane := s.NewPane()
			s.Attach()
			fire(t, s, pane, `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
			wait := startWait(t, s, tt.args...)
			begin := time.Now()
			tt.end(t, s, pane, wait)
			if code, took := wait.code(), time.Since(begin); code != tt.code || took > lateLimit {
				t.Errorf("exit code %d after %v, want %d", code, took, tt.code)
			}
		})
	}
}

// respawnAndKill gives a pane another process, has the wait notice, and kills it.
func respawnAndKill(t *testing.T, s *tmuxtest.Server, pane string, _ *waiter) {
	s.Tmux("respawn-pane", "-k", "-t", pane, "sleep 10000")
	pid := s.Tmux("display-message", "-p", "-t", pane, "#{pane_pid}")
	s.Until("it runs", func() bool { return exec.Command("kill", "-0", pid).Run() == nil })
	fire(t, s, pane, `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Bash"}`)
	s.Tmux("kill-pane", "-t", pane)
}

// TestWaitLeavesNoOption: neither a successful nor an interrupted wait leaves anything in the options.
func TestWaitLeavesNoOption(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Attach()
	fire(t, s, "%0", `{"hook_event_name":"SessionStart","session_id":"a","source":"startup"}`)
	options := func() string {
		return s.Tmux("show-options", "-pt", "%0") + s.Tmux("show-options", "-s") + s.Tmux("show-options",
			"-g")
	}
	before := options()
	atm(t, s, "", "wait", "%0", "--until", "idle")
	wait := startWait(t, s, "%0", "--until", "error")
	if err := wait.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	<-wait.ended
	if after := options(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// TestWaitSuspended: a wait for a server that does not answer ends.
func TestWaitSuspended(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	suspend(t, s)
	cmd := exec.Command("atm", "wait", "%0")
	cmd.Env = s.Env("")
	begin := time.Now()
	_ = cmd.Run() // its code tells
	if code, took := cmd.ProcessState.ExitCode(), time.Since(begin); code != cli.Unable ||
		took > timeout+lateLimit {
		t.Errorf("exit code %d after %v", code, took)
	}
}
