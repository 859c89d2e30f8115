package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// gated is a shell in a pane of its own, in which the test types commands behind a gate.
type gated struct {
	*tmuxtest.Server
	pane, dir string
}

func newGated(t *testing.T) gated {
	t.Helper()
	s := tmuxtest.Start(t)
	g := gated{Server: s, dir: tmuxtest.Dir(t)}
	if err := os.Mkdir(g.dir+"/run", 0o700); err != nil {
		t.Fatal(err)
	}
	program(t)
	g.pane = s.Tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-c", g.dir, "-e", "ATM_TEST_TERMINAL=1",
		"-e", "XDG_RUNTIME_DIR="+g.dir+"/run", "-e", "PATH="+filepath.Dir(program(t))+":"+os.Getenv("PATH"),
		"bash --norc --noprofile")
	s.Until("a shell", g.shows("bash"))
	return g
}

func (g gated) shows(text string) func() bool {
	return func() bool { return strings.Contains(g.Tmux("capture-pane", "-p", "-t", g.pane), text) }
}

func (g gated) keys(keys ...string) { g.Tmux(append([]string{"send-keys", "-t", g.pane}, keys...)...) }

// TestGateTerminal: a command behind a gate behaves as if the shell had started it: it has keys, job control
// and an exit status, and when it ends the gate ends, too.
func TestGateTerminal(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	// A suspended command goes on, and is interrupted by its key.
	g.keys("atm gate -- sh -c 'echo st''arted; exec sleep 1000'", "Enter")
	g.Until("it has started", g.shows("started"))
	g.keys("C-z")
	g.Until("it is suspended", g.shows("Stopped"))
	running := func() bool {
		return g.Tmux("display-message", "-p", "-t", g.pane, "#{pane_current_command}") == "sleep"
	}
	g.keys("fg", "Enter")
	g.Until("it goes on", running)
	g.keys("C-c")
	g.Until("it was interrupted", func() bool { return !running() })
	g.keys("echo then $?", "Enter")
	g.Until("the shell knows how it has ended", g.shows("then 130"))
	for _, tt := range []struct{ name, command, status string }{
		{name: "an exit status", command: "exit 7", status: "7"},
		{name: "a signal", command: "kill -9 $$", status: "137"},
		{
			name:    "what a terminal is",
			command: "test -t 0 && test -t 1 && stty size | grep -q . && exit 5",
			status:  "5",
		},
	} {
		t.Log(tt.name)
		g.keys("clear", "Enter")
		g.Until("the screen is clear", func() bool { return !g.shows("is ")() })
		g.keys("-l", "atm gate -- sh -c '"+tt.command+"'; echo is $?")
		g.keys("Enter")
		g.Until(tt.name, g.shows("is "+tt.status))
	}
	g.Until("nothing is left", func() bool { return g.gates() == 0 })
}

// gates returns how many gates there are.
func (g gated) gates() int {
	entries, _ := os.ReadDir(g.dir + "/run/atm") // there is none before the first gate
	return len(entries)
}

// TestGateKilled: a command that is killed with its pane takes the gate with it. A gate that
// is killed leaves a directory, which the next one removes.
func TestGateKilled(t *testing.T) {
	t.Parallel()
	g := newGated(t)
	g.keys("atm gate -- sh -c 'echo st''arted; exec sleep 1000'", "Enter")
	g.Until("it has started", g.shows("started"))
	if n := g.gates(); n != 1 {
		t.Errorf("%d gates", n)
	}
	hook := `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`
	g.keys("C-c")
	g.Until("no gate", func() bool { return g.gates() == 0 })
	said := strings.ReplaceAll(hook, `"`, `\"`)
	g.keys("clear; atm gate -- sh -c 'echo \""+said+"\" | atm hook; exec sleep 1000'", "Enter")
	id := func() string { return g.Tmux("show-options", "-pqvt", g.pane, "@meta.claude.gate") }
	g.Until("the gate is known", func() bool { return id() != "" })
	gate, _ := proc.ParseID(id())
	pid, err := strconv.Atoi(g.Tmux("display-message", "-p", "-t", g.pane, "#{pane_pid}"))
	if err != nil || slices.Contains(proc.Ancestors(gate.PID()), pid) {
		t.Errorf("error %v, or the gate is a child of the command, which may wait for its children", err)
	}
	if err := syscall.Kill(gate.PID(), syscall.SIGKILL); err != nil {
		t.Fatalf("gate %s: %v", id(), err)
	}
	g.Until("the gate is gone", func() bool { return !gate.Runs() })
	atm(t, g.Server, g.pane, "sync")
	left := g.Tmux("show-options", "-pt", g.pane)
	if strings.Contains(left, "gate") || strings.Contains(left, "state ") {
		t.Errorf("left in the pane:\n%s", left)
	}
	g.keys("C-c", "clear; atm gate -- sh -c 'echo ag''ain; exec sleep 1000'", "Enter")
	g.Until("another one", g.shows("again"))
	if n := g.gates(); n != 1 {
		t.Errorf("%d gates: what was left is still there", n)
	}
	g.Tmux("kill-pane", "-t", g.pane)
	g.Until("the pane is gone", func() bool { return !proc.Is(pid, "") })
	g.Until("nothing is left", func() bool { return g.gates() == 0 })
}
