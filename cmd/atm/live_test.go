package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/tmuxtest"
	"atm/tmuxopt"
)

// TestManyWaiters: whoever begins to wait before, while or after the state
// changes is woken, or sees that it has changed.
func TestManyWaiters(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	pane := s.NewPane()
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	for round, step := range []struct{ event, state, who string }{
		{`"Stop"`, "idle", pane}, {`"PermissionRequest","tool_name":"Bash","tool_input":{}`, "attention", pane}, {`"StopFailure","error":"overloaded"`, "error", pane},
		{`"UserPromptSubmit"`, "working", "--any"}, {`"Stop"`, "idle", "--any"},
	} {
		var waiters sync.WaitGroup
		for i := range 30 {
			waiters.Go(func() {
				if i == 20 {
					fire(t, s, pane, fmt.Sprintf(`{"session_id":"s","hook_event_name":%s}`, step.event))
				}
				cmd := exec.Command("atm", "wait", step.who, "--until", step.state, "--timeout", "20s")
				cmd.Env = s.Env("")
				out, err := cmd.CombinedOutput()
				if err != nil || !strings.HasPrefix(string(out), pane+" 0:1.0 "+step.state) {
					t.Errorf("round %d: %v, %q", round, err, out)
				}
			})
		}
		begin := time.Now()
		waiters.Wait()
		if took := time.Since(begin); took > 2*late {
			t.Errorf("round %d took %v: no word came", round, took)
		}
	}
}

// TestWaitForAMoment: a state that is left again at once is not missed, and what
// has been before is not taken for it.
func TestWaitForAMoment(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"%1", "--until", "idle"}, {"--any", "--until", "idle"}} {
		s := tmuxtest.Start(t)
		pane := s.NewPane()
		s.Attach() // without a client there are no messages
		fire(t, s, pane, `{"session_id":"s","hook_event_name":"Stop"}`)
		fire(t, s, pane, `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
		cmd := exec.Command("atm", append([]string{"wait"}, args...)...)
		cmd.Env = s.Env("")
		var said strings.Builder
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		s.Until("it waits", func() bool { return strings.Contains(s.Tmux("show-messages"), "wait-for atm-") })
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
			t.Fatalf("%v: it takes for now what was before: %s", args, said.String())
		case <-time.After(300 * time.Millisecond):
		}
		both(t, s, pane, `"Stop"`, `"UserPromptSubmit"`)
		if err := <-ended; err != nil || said.String() != pane+" 0:1.0 idle\n" {
			t.Errorf("%v: %v, %q", args, err, said.String())
		}
	}
}

// TestWaitForASession: whoever names a session waits for that one, not for
// another one in its pane.
func TestWaitForASession(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]int{"aaaa": exitEnded, "%0": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Attach() // without a client there are no messages
			fire(t, s, "%0", `{"session_id":"aaaa","hook_event_name":"UserPromptSubmit"}`)
			cmd := exec.Command("atm", "wait", name, "--until", "idle")
			cmd.Env = s.Env("")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			s.Until("it waits", func() bool { return strings.Contains(s.Tmux("show-messages"), "wait-for atm-") })
			fire(t, s, "%0", `{"session_id":"aaaa","hook_event_name":"SessionEnd","reason":"clear"}`)
			fire(t, s, "%0", `{"session_id":"bbbb","hook_event_name":"SessionStart","source":"clear"}`)
			_ = cmd.Wait() // its code tells
			if got := cmd.ProcessState.ExitCode(); got != code {
				t.Errorf("exit code %d, want %d", got, code)
			}
		})
	}
}

// lines starts atm and returns what gives its next line of output.
func lines(t *testing.T, env []string, args ...string) (next func() string) {
	t.Helper()
	cmd := exec.Command("atm", args...)
	cmd.Env = env
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	printed := make(chan string)
	go func() {
		defer close(printed)
		for in := bufio.NewScanner(out); in.Scan(); {
			printed <- in.Text()
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		for range printed {
		}
		_ = cmd.Wait()
	})
	return func() string {
		t.Helper()
		select {
		case line, open := <-printed:
			if !open {
				t.Fatal("it has ended")
			}
			return line
		case <-time.After(10 * time.Second):
			t.Fatal("not a line within ten seconds")
			return ""
		}
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	next := lines(t, s.Env("%0"), "watch")
	pane := s.NewPane()
	expect := func(want string) {
		t.Helper()
		line := next()
		if _, err := time.ParseInLocation(time.DateTime, line[:min(len(line), len(time.DateTime))], time.Local); err != nil {
			t.Error(err)
		}
		if got := line[min(len(line), len(time.DateTime)+1):]; got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for _, step := range [][2]string{
		{`"SessionStart","source":"startup"`, "idle"},
		{`"UserPromptSubmit"`, "working"},
		{`"PermissionRequest","tool_name":"Bash"`, "attention: Permission: Bash"},
		{`"Stop"`, "idle"},
		{`"UserPromptSubmit"`, "working"},
		{`"PermissionRequest","tool_name":"Bash"`, "attention: Permission: Bash"},
		{`"PermissionRequest","tool_name":"Write","agent_id":"a"`, "attention: Permission: Write"},
		{`"SessionEnd","reason":"other"`, "ended"},
	} {
		fire(t, s, pane, `{"session_id":"s","hook_event_name":`+step[0]+`}`)
		expect(pane + " 0:1.0 " + step[1])
	}
	fire(t, s, "%0", `{"session_id":"t","hook_event_name":"UserPromptSubmit"}`)
	expect("%0 0:0.0 working")
	both(t, s, "%0", `"Stop"`, `"UserPromptSubmit"`)
	expect("%0 0:0.0 idle")
	expect("%0 0:0.0 working")
}

// TestWatchClear: what ends is the session that was there before.
func TestWatchClear(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	next := lines(t, s.Env("%0"), "watch", "--json")
	fire(t, s, "%0", `{"session_id":"one","hook_event_name":"UserPromptSubmit"}`)
	says := func(id, state string) {
		t.Helper()
		if got := next(); !strings.Contains(got, `"session_id":"`+id+`"`) || !strings.Contains(got, `"state":"`+state+`"`) {
			t.Errorf("%s, not %s %s", got, id, state)
		}
	}
	says("one", "working")
	both(t, s, "%0", `"SessionEnd","reason":"clear","session_id":"one"`, `"SessionStart","source":"clear","session_id":"two"`)
	says("one", "")
	says("two", "idle")
}

// both fires two events in one go: hardly anybody can look between them.
func both(t *testing.T, s *tmuxtest.Server, pane string, events ...string) {
	t.Helper()
	var script strings.Builder
	for _, event := range events {
		if !strings.Contains(event, "session_id") {
			event += `,"session_id":"s"`
		}
		script.WriteString(`echo '{"hook_event_name":` + event + `}' | atm hook; `)
	}
	cmd := exec.Command("sh", "-c", script.String())
	cmd.Env = s.Env(pane)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestWatchKeep: the server ends, and another one begins on the same socket.
func TestWatchKeep(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	next := lines(t, s.Env("%0"), "watch", "--keep", "--json")
	fire(t, s, "%0", `{"session_id":"before","hook_event_name":"UserPromptSubmit"}`)
	if got := next(); !strings.Contains(got, `"session_id":"before"`) {
		t.Errorf("before: %s", got)
	}
	s.Tmux("kill-server")
	s.Until("the old one is gone, and a new one there", func() bool {
		return exec.Command(s.Binary, "-S", s.Socket, "-f", "/dev/null", "new-session", "-d", "sleep 10000").Run() == nil
	})
	s.PID = s.Tmux("display-message", "-p", "#{pid}")
	fire(t, s, "%0", `{"session_id":"after","hook_event_name":"UserPromptSubmit"}`)
	for got := ""; !strings.Contains(got, `"session_id":"after"`); {
		if got = next(); strings.Contains(got, `"state":"working"`) && strings.Contains(got, "before") {
			t.Errorf("the session of the old server works: %s", got)
		}
	}
}

// TestListWatch: the table is printed again for each change, and not otherwise.
func TestListWatch(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-g", tmuxopt.SeenOption, string(tmuxopt.Respond))
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	next := lines(t, s.Env("%0"), "ls", "--watch", "--icons", "ascii")
	table := func(want string) {
		t.Helper()
		if head, row := next(), next(); !strings.HasPrefix(head, " ") || !strings.HasPrefix(row, want) {
			t.Errorf("%q, %q: not %s", head, row, want)
		}
	}
	table("> ")
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}`)
	table("> ") // with another detail
	asks(t, s, "%0")
	table("! ")
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"Stop"}`)
	table("-* ") // nobody has looked yet
}

// TestListWatchEnds: whoever ends it, hooks tell nobody of more afterwards, and a
// reader that has gone is no error.
func TestListWatchEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, s *tmuxtest.Server, cmd *exec.Cmd, out io.Closer){
		"its terminal goes": func(t *testing.T, _ *tmuxtest.Server, cmd *exec.Cmd, _ io.Closer) {
			if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
				t.Error(err)
			}
		},
		"its reader goes": func(t *testing.T, s *tmuxtest.Server, _ *exec.Cmd, out io.Closer) {
			out.Close()
			fire(t, s, "%0", `{"session_id":"s","hook_event_name":"Stop"}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
			cmd := exec.Command("atm", "ls", "--watch")
			cmd.Env = s.Env("%0")
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			end(t, s, cmd, out)
			if err := cmd.Wait(); err != nil || said.Len() > 0 {
				t.Errorf("%v: %s", err, said.String())
			}
		})
	}
}

// TestWaitSuspended: a server that does not answer is not waited for without end.
func TestWaitSuspended(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	suspend(t, s)
	cmd := exec.Command("atm", "wait", "%0")
	cmd.Env = s.Env("")
	begin := time.Now()
	_ = cmd.Run() // its code tells
	if code, took := cmd.ProcessState.ExitCode(), time.Since(begin); code != exitUnable || took > timeout+late {
		t.Errorf("exit code %d after %v", code, took)
	}
}

// TestListWatchResized: the table is printed again for the size that its terminal
// has now.
func TestListWatchResized(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	title := strings.Repeat("a long title ", 8) + "with an end"
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"SessionStart","source":"startup","session_title":"`+title+`"}`)
	s.Tmux("resize-window", "-x", "60")
	pane := s.Tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "exec env "+strings.Join(s.Vars("%0"), " ")+" atm ls --watch")
	shows := func(what string) func() bool {
		return func() bool { return strings.Contains(s.Tmux("capture-pane", "-p", "-t", pane), what) }
	}
	s.Until("the title is cut off", shows("a lon…"))
	s.Tmux("resize-window", "-x", "250")
	s.Until("there is room for all of it", shows("with an end"))
}

// TestAllServers: the sessions of all servers in the user's directory of sockets,
// with dead sockets, other files, and a server that hangs beside them.
func TestAllServers(t *testing.T) {
	t.Parallel()
	root := tmuxtest.Dir(t)
	dir := filepath.Join(root, fmt.Sprintf("tmux-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "no-socket"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var servers []*tmuxtest.Server
	for name, event := range map[string]string{"work": `"UserPromptSubmit"`, "odd #[x]": `"PermissionRequest","tool_name":"Bash"`} {
		s := tmuxtest.Start(t)
		if err := os.Symlink(s.Socket, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		fire(t, s, "%0", `{"session_id":"s","hook_event_name":`+event+`}`)
		servers = append(servers, s)
	}
	if err := os.Symlink(filepath.Join(root, "gone"), filepath.Join(dir, "dead")); err != nil {
		t.Fatal(err)
	}
	hangs := tmuxtest.Start(t)
	suspend(t, hangs)
	if err := os.Symlink(hangs.Socket, filepath.Join(dir, "hangs")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("atm", "ls", "--all-servers", "--icons", "ascii")
	cmd.Env = append(servers[0].Env(""), "TMUX_TMPDIR="+root)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if got := said.String(); !strings.HasPrefix(got, "atm: without the server hangs: ") || strings.Count(got, "\n") != 1 {
		t.Errorf("stderr: %s", got)
	}
	rows := strings.Split(string(out), "\n")
	if err != nil || len(rows) != 4 || !strings.HasPrefix(rows[1], "! ") || !strings.Contains(rows[1], "odd #[x]") || !strings.HasPrefix(rows[2], "> ") || !strings.Contains(rows[2], "work") {
		t.Errorf("%v:\n%s", err, out)
	}
}

// TestUninstallAllServers: the user's other servers lose what they have read, too,
// and those that have read nothing of ours are left alone.
func TestUninstallAllServers(t *testing.T) {
	t.Parallel()
	root, home := tmuxtest.Dir(t), t.TempDir()
	dir := filepath.Join(root, fmt.Sprintf("tmux-%d", os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(s *tmuxtest.Server, args ...string) {
		t.Helper()
		cmd := exec.Command("atm", args...)
		cmd.Env = append(s.Env(""), "HOME="+home, "TMUX_TMPDIR="+root, "CLD_CLAUDE=nowhere")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	here, other, foreign, hooked := tmuxtest.Start(t), tmuxtest.Start(t), tmuxtest.Start(t), tmuxtest.Start(t)
	fire(t, hooked, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	clean := other.Tmux("show-options", "-g")
	run(here, "setup", "--yes")
	other.Tmux("source-file", filepath.Join(home, ".config", "tmux", "atm.conf"))
	fire(t, other, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	foreign.Tmux("set-option", "-pt", "%0", "@meta.claude.state", "mine")
	for name, s := range map[string]*tmuxtest.Server{"here": here, "other": other, "foreign": foreign, "hooked": hooked} {
		if err := os.Symlink(s.Socket, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if other.Tmux("show-options", "-g") == clean {
		t.Fatal("the other server has read nothing")
	}
	run(here, "uninstall")
	for _, s := range []*tmuxtest.Server{here, other} {
		if diff := cmp.Diff(clean, s.Tmux("show-options", "-g")); diff != "" {
			t.Errorf("(-before +after):\n%s", diff)
		}
	}
	for name, s := range map[string]*tmuxtest.Server{"that has read our file": other, "in which a hook has written": hooked} {
		if got := s.Tmux("show-options", "-pt", "%0"); strings.Contains(got, "claude") {
			t.Errorf("the pane of a server %s still has\n%s", name, got)
		}
	}
	if got := foreign.Tmux("show-options", "-pqvt", "%0", "@meta.claude.state"); got != "mine" {
		t.Errorf("a server that has read nothing of ours: %q", got)
	}
}

// TestPickResume: a session that has ended is offered, and the chosen one goes to
// cld, in a window beside the pane that it had.
func TestPickResume(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	called := filepath.Join(bin, "called")
	if err := os.WriteFile(filepath.Join(bin, "cld"), []byte("#!/bin/sh\necho \"$@\" >"+called+"\nsleep 10000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := tmuxtest.Start(t)
	pane := s.NewPane()
	screen := s.Attach()
	fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","session_id":"23e30f82-0000-4000-8000-000000000000","session_title":"the parser"}`)
	fire(t, s, pane, `{"hook_event_name":"SessionEnd","reason":"other","session_id":"23e30f82-0000-4000-8000-000000000000"}`)
	cmd := exec.Command("atm", "pick", "--resume")
	cmd.Env = append(s.Env("%0"), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cmd.Stderr = io.Discard
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Until("the menu is shown", func() bool { return strings.Contains(screen.Tmux("capture-pane", "-p"), "the parser") })
	screen.Tmux("send-keys", "1")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	s.Until("cld is called", func() bool {
		got, _ := os.ReadFile(called) // there is none before
		return string(got) == "resume -y 23e30f82-0000-4000-8000-000000000000\n"
	})
}

// TestWaitEnds: the only session there is ends in all the ways in which one can,
// and whoever waits is told so at once.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	kill := func(s *tmuxtest.Server, pane string, _ *exec.Cmd) { s.Tmux("kill-pane", "-t", pane) }
	for _, tt := range []struct {
		name string
		args []string
		end  func(s *tmuxtest.Server, pane string, wait *exec.Cmd)
		code int
	}{
		{"its pane is killed", []string{"PANE", "--until", "idle"}, kill, exitEnded},
		{"its pane is killed, which was waited for", []string{"PANE", "--until", "ended"}, kill, 0},
		{"the server ends", []string{"PANE"}, func(s *tmuxtest.Server, _ string, _ *exec.Cmd) { s.Tmux("kill-server") }, exitEnded},
		{"the person does not want to wait", []string{"PANE"}, func(_ *tmuxtest.Server, _ string, wait *exec.Cmd) { _ = wait.Process.Signal(os.Interrupt) }, exitInterrupted},
		{"a pane is killed, and any is waited for", []string{"--any", "--until", "ended"}, kill, 0},
		{"its pane is respawned, and killed then", []string{"PANE", "--until", "idle"}, func(s *tmuxtest.Server, pane string, _ *exec.Cmd) {
			s.Tmux("respawn-pane", "-k", "-t", pane, "sleep 10000")
			pid := s.Tmux("display-message", "-p", "-t", pane, "#{pane_pid}")
			s.Until("it runs", func() bool { return exec.Command("kill", "-0", pid).Run() == nil })
			fire(t, s, pane, `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Bash"}`) // the new process is seen
			kill(s, pane, nil)
		}, exitEnded},
		{"its terminal goes", []string{"PANE"}, func(_ *tmuxtest.Server, _ string, wait *exec.Cmd) { _ = wait.Process.Signal(syscall.SIGHUP) }, exitInterrupted},
		{"nor for any", []string{"--any"}, func(_ *tmuxtest.Server, _ string, wait *exec.Cmd) { _ = wait.Process.Signal(os.Interrupt) }, exitInterrupted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			pane := s.NewPane()
			s.Attach() // without a client there are no messages
			fire(t, s, pane, `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
			args := append([]string{"wait"}, tt.args...)
			if args[1] == "PANE" {
				args[1] = pane
			}
			cmd := exec.Command("atm", args...)
			cmd.Env = s.Env("")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			s.Until("it waits", func() bool {
				return strings.Contains(s.Tmux("show-messages"), "wait-for atm-")
			})
			begin := time.Now()
			tt.end(s, pane, cmd)
			_ = cmd.Wait() // its code tells
			if code, took := cmd.ProcessState.ExitCode(), time.Since(begin); code != tt.code || took > late {
				t.Errorf("exit code %d after %v, want %d", code, took, tt.code)
			}
		})
	}
}
