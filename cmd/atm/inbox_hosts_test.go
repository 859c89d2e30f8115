package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// TestInboxHosts: sessions of other hosts come into the list as those tell of them, with a
// preview; Enter goes there, and no other key does anything to a pane of this host.
func TestInboxHosts(t *testing.T) {
	t.Parallel()
	hosts := tmuxtest.NewHosts(t)
	s, far := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("devbox", far)
	hosts.AddGone("gone")
	far.Tmux("respawn-pane", "-k", "-t", "%0", "echo this is devbox; sleep 10000")
	sessionIn(t, s, 1, "fix the parser")
	sessionIn(t, far, 2, "nobody")
	screen := s.Attach()
	client := clientOf(t, s, "0")
	fzf := strings.TrimPrefix(inboxPath(t), "PATH=")
	p := openInbox(t, s, screen, []string{"PATH=" + hosts.Bin + string(filepath.ListSeparator) + fzf},
		"--host", "devbox,gone")
	p.shows(`fix the parser`)
	p.shows(`nobody +devbox`)
	p.shows(`gone: ssh: connect`)
	fire(t, far, "%0", `{"hook_event_name":"SessionStart","source":"startup","session_title":"the `+
		`docs","session_id":"s"}`)
	p.shows(`the docs +devbox`)
	p.types("docs")
	p.at("the docs")
	p.shows(`this is devbox`)
	p.press("M-x")
	p.shows(`the session is on devbox: press Enter to go there`)
	p.press("Enter")
	p.press("M-p")
	p.at("the docs")
	p.press("Enter")
	screen.Until("the pane over there is shown", screen.Shows("this is devbox"))
	p.ends()
	far.Until("a terminal is attached to it", func() bool {
		return strings.Contains(far.Tmux("list-clients", "-F", "#{client_tty} #{pane_id}"), "/dev/")
	})
	if got := shows(s, client); got == "0 %0" {
		t.Errorf("the client is at %s", got)
	}
}

// TestMenuHosts: where there is no fzf, the menu goes to other hosts.
func TestMenuHosts(t *testing.T) {
	t.Parallel()
	hosts := tmuxtest.NewHosts(t)
	far := tmuxtest.Start(t)
	hosts.Add("devbox", far)
	s := tmuxtest.Start(t)
	path := hosts.Bin + string(filepath.ListSeparator) + os.Getenv("PATH")
	s.Tmux("set-environment", "-g", "PATH", path)
	asks(t, far, "%0")
	flags := []string{"--host", "devbox", "--host-timeout", "20s"}
	openMenu(t, s, s.Attach(), flags, []string{"PATH=" + path}, []string{"devbox:0:0.0"})("Enter")
	far.Until("a terminal is attached to it", func() bool { return far.Tmux("list-clients") != "" })
}

// TestMenuResumeHosts: the pane of an ended session on another host is none of this one's, so the menu does not offer
// the session.
func TestMenuResumeHosts(t *testing.T) {
	t.Parallel()
	hosts := tmuxtest.NewHosts(t)
	s, far := tmuxtest.Start(t), tmuxtest.Start(t)
	hosts.Add("devbox", far)
	for server, title := range map[*tmuxtest.Server]string{s: "the docs", far: "the parser"} {
		fire(t, server, "%0", startedIn("ended-"+title[4:], title, "/home/dev"))
		fire(t, server, "%0", `{"hook_event_name":"SessionEnd","session_id":"ended-`+title[4:]+`","reason":"other"}`)
	}
	path, _ := fakeCld(t)
	path = strings.Replace(path, "PATH=", "PATH="+hosts.Bin+string(filepath.ListSeparator), 1)
	flags := []string{"--resume", "--host", "devbox", "--host-timeout", "20s"}
	screen := s.Attach()
	choose := openMenu(t, s, screen, flags, []string{path, "CLAUDE_CONFIG_DIR=" + t.TempDir()}, []string{"the docs"})
	if shown := screen.Tmux("capture-pane", "-p"); strings.Contains(shown, "the parser") {
		t.Errorf("the menu offers a session of another host:\n%s", shown)
	}
	choose("q")
}
