package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/inbox"
)

// popup is an inbox in a popup of a client, at which the test types and looks.
type popup struct {
	*testing.T
	s, screen *tmuxtest.Server
	command   *exec.Cmd
}

// inboxPath returns a PATH with the fzf to test with, which $ATM_TEST_FZF names. Without
// one the test is skipped, but in CI it fails.
func inboxPath(t *testing.T) string {
	t.Helper()
	path := os.Getenv("PATH")
	if fzf := os.Getenv("ATM_TEST_FZF"); fzf != "" {
		return "PATH=" + filepath.Dir(fzf) + string(filepath.ListSeparator) + path
	}
	_, err := inbox.FindFzf(t.Context())
	switch {
	case err != nil && os.Getenv("CI") != "":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	return "PATH=" + path
}

// openInbox opens an inbox as somebody in pane %0 does.
func openInbox(t *testing.T, s, screen *tmuxtest.Server, env []string, args ...string) *popup {
	t.Helper()
	cmd := exec.Command("atm", append([]string{"pick"}, args...)...)
	cmd.Env = append(append(s.Env("%0"), inboxPath(t)), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it has ended if the test passes
	p := &popup{T: t, s: s, screen: screen, command: cmd}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("on the screen:\n%s", p.shown())
		}
	})
	p.shows(`(?m)(running|ended)>`)
	return p
}

// shows waits until something is on the screen.
func (p *popup) shows(pattern string) {
	p.Helper()
	want := regexp.MustCompile(pattern)
	p.screen.Until("the screen shows "+pattern, func() bool { return want.MatchString(p.shown()) })
}

func (p *popup) shown() string { return p.screen.Tmux("capture-pane", "-p") }

// at waits until the cursor is at a session.
func (p *popup) at(name string) { p.Helper(); p.shows(`▌ \S+ +` + regexp.QuoteMeta(name)) }

func (p *popup) press(keys ...string) {
	p.Helper()
	p.screen.Tmux(append([]string{"send-keys"}, keys...)...)
}

func (p *popup) types(text string) { p.Helper(); p.screen.Tmux("send-keys", "-l", "--", text) }

// ends waits for the end of the inbox, and checks that nothing is left of it.
func (p *popup) ends() {
	p.Helper()
	if err := p.command.Wait(); err != nil {
		p.Error(err)
	}
	p.screen.Until("the popup is closed", func() bool {
		return !strings.Contains(p.shown(), "running>") && !strings.Contains(p.shown(), "ended>")
	})
}

// inboxID is the id of a test's session.
func inboxID(number int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", number) }

// sessionIn starts a session in a pane of its own.
func sessionIn(t *testing.T, s *tmuxtest.Server, number int, title string) (pane string) {
	t.Helper()
	pane = s.NewPane()
	fire(t, s, pane, startedIn(inboxID(number), title, "/home/dev/p"))
	return pane
}

// wants has a session ask for something.
func wants(t *testing.T, s *tmuxtest.Server, pane string, number int) {
	t.Helper()
	fire(t, s, pane, `{"session_id":"`+inboxID(number)+
		`","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"make it so"}}`)
}
