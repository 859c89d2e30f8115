package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// lines starts atm and returns what gives its next line of output.
func lines(t *testing.T, env []string, args ...string) (next func() string) {
	t.Helper()
	next, _ = linesOf(t, env, exec.Command("atm", args...))
	return next
}

// linesOf starts a command, and returns what reads the next line of it, and what sends it a signal.
func linesOf(t *testing.T, env []string, cmd *exec.Cmd) (next func() string, signal func(os.Signal)) {
	t.Helper()
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
			case <-time.After(tmuxtest.Patience):
				t.Fatal("not a line")
				return ""
			}
		}, func(sent os.Signal) {
			if err := cmd.Process.Signal(sent); err != nil {
				t.Error(err)
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
		at := line[:min(len(line), len(time.DateTime))]
		if _, err := time.ParseInLocation(time.DateTime, at, time.Local); err != nil {
			t.Error(err)
		}
		if got := strings.TrimPrefix(line[len(at):], " "); got != want {
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
		{`"PermissionRequest","tool_name":"Write","agent_id":"a"`, "attention: 2 requests"},
		{`"SessionEnd","reason":"other"`, "ended"},
	} {
		fire(t, s, pane, `{"session_id":"s","hook_event_name":`+step[0]+`}`)
		expect(pane + " 0:1.0 " + step[1])
	}
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
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
	expectLine := func(id, state string) {
		t.Helper()
		got := next()
		for _, member := range []string{`"session_id":"` + id + `"`, `"state":"` + state + `"`} {
			if !strings.Contains(got, member) {
				t.Errorf("%s, without %s", got, member)
			}
		}
	}
	expectLine("one", "working")
	both(t, s, "%0",
		`"SessionEnd","reason":"clear","session_id":"one"`,
		`"SessionStart","source":"clear","session_id":"two"`)
	expectLine("one", "")
	expectLine("two", "idle")
	both(t, s, "%0", // no state changes
		`"SessionEnd","reason":"clear","session_id":"two"`,
		`"SessionStart","source":"clear","session_id":"three"`)
	expectLine("two", "")
	expectLine("three", "idle")
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
		start := exec.Command(s.Binary, "-S", s.Socket, "-f", "/dev/null", "new-session", "-d", "sleep 10000")
		return start.Run() == nil
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
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, string(tmuxopt.Respond)) // what has finished is unseen
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
	table("+ ") // nobody has looked yet
}

// serverOptions returns the names of the options of the server that are set.
func serverOptions(s *tmuxtest.Server) []string {
	var names []string
	for line := range strings.Lines(s.Tmux("show-options", "-s")) {
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
	}
	return names
}

// TestListWatchEnds: no matter who ends it, it leaves no option of the server behind, and a
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
		"its reader goes, and nothing changes": func(_ *testing.T, _ *tmuxtest.Server, _ *exec.Cmd, out io.Closer) {
			out.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS == "darwin" && strings.HasSuffix(name, "nothing changes") {
				t.Skip("only a change shows that: see truth.WaitClosed")
			}
			s := tmuxtest.Start(t)
			fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
			options := serverOptions(s)
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
			if diff := cmp.Diff(options, serverOptions(s)); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
	}
}

// TestWatchNohup: what was started to ignore the end of its terminal goes on after it.
func TestWatchNohup(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	next, signal := linesOf(t, s.Env("%0"), exec.Command("sh", "-c", "trap '' HUP INT; exec atm watch"))
	next()
	signal(syscall.SIGHUP)
	signal(syscall.SIGINT)
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"Stop"}`)
	if line := next(); !strings.Contains(line, "idle") {
		t.Error(line)
	}
}

// TestListWatchResized: the table is printed again for the size that its terminal
// has now.
func TestListWatchResized(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	title := strings.Repeat("a long title ", 8) + "with an end"
	fire(t, s, "%0", titled(title))
	s.Tmux("resize-window", "-x", "60")
	watch := "exec env " + strings.Join(s.Vars("%0"), " ") + " atm ls --watch"
	pane := s.Tmux("split-window", "-d", "-P", "-F", "#{pane_id}", watch)
	shows := func(what string) func() bool {
		return func() bool { return strings.Contains(s.Tmux("capture-pane", "-p", "-t", pane), what) }
	}
	s.Until("the title is cut off", shows("…"))
	s.Tmux("resize-window", "-x", "250")
	s.Until("there is room for all of it", shows("with an end"))
}
