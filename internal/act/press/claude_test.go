package press_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"atm/internal/act/press"
	"atm/internal/claude/claudehome"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// claude is a fake claude in pane %0 of a server, whose options say what hooks would.
type claude struct {
	*tmuxtest.Server
	home string
}

// screen is the path of a screen of a real claude.
func screen(name string) string {
	path, err := filepath.Abs("../../claude/dialog/testdata/" + name + ".screen")
	if err != nil {
		panic(err) // the directory of the test has gone
	}
	return path
}

// start starts a claude that shows a screen; replies say what keys do.
func start(t *testing.T, name, replies string) claude {
	t.Helper()
	c := claude{Server: tmuxtest.Start(t), home: t.TempDir()}
	if err := os.Mkdir(filepath.Join(c.home, "sessions"), 0o700); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	width, height := "80", "50"
	if strings.HasSuffix(name, "-panel-160") { // as when it was recorded: the panel goes on to the last row
		width, height = "160", "44"
	}
	c.Tmux("resize-window", "-t", "%0", "-x", width, "-y", height)
	c.Tmux("respawn-pane", "-k", "-t", "%0", "-e", fakeScreen+"="+screen(name), "-e", fakeHome+"="+c.home,
		"-e", fakeReplies+"="+replies, program)
	c.Until("it waits", func() bool { return c.status(c.pid()) == "waiting" })
	c.Until("it is drawn", func() bool {
		_, err := c.target(t).ReadDialog(t.Context())
		return err == nil
	})
	c.options("%0", map[tmuxopt.Option]string{
		tmuxopt.SessionID: sessionID, tmuxopt.PID: strconv.Itoa(c.pid()), tmuxopt.State: "attention",
		tmuxopt.StateNS: "1767225600000000000", tmuxopt.SinceNS: "1767225600000000000", tmuxopt.Waiting: " main.0123456789abcdef=permission",
	})
	return c
}

func (c claude) options(pane string, values map[tmuxopt.Option]string) {
	for option, value := range values {
		c.Tmux("set-option", "-pt", pane, string(option), value)
	}
}

func (c claude) pid() int {
	pid, err := strconv.Atoi(c.Tmux("display-message", "-p", "-t", "%0", "#{pane_pid}"))
	if err != nil {
		panic(err) // tmux prints nothing else
	}
	return pid
}

func (c claude) process(pid int) (claudehome.Process, error) {
	return claudehome.ReadProcess(os.DirFS(c.home), pid)
}

func (c claude) status(pid int) string {
	process, err := c.process(pid)
	if err != nil {
		return ""
	}
	return process.Status
}

// keys returns what has arrived.
func (c claude) keys() string {
	text, err := os.ReadFile(filepath.Join(c.home, "keys"))
	if err != nil {
		return ""
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// targetOf is the session of a pane as it is now: its process is that of its option.
func (c claude) targetOf(t *testing.T, pane string) press.Target {
	t.Helper()
	panes, err := c.Way().Panes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range panes {
		if p.ID == pane {
			pid, _ := strconv.Atoi(p.Options[tmuxopt.PID]) // 0 is none
			read := func() (claudehome.Process, error) { return c.process(pid) }
			return press.Target{Tmux: c.Way(), Pane: p, Process: read}
		}
	}
	t.Fatalf("no pane %s", pane)
	return press.Target{}
}

func (c claude) target(t *testing.T) press.Target { return c.targetOf(t, "%0") }
