package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"atm/internal/tmuxtest"
)

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

// TestPick looks at the screen: tmux's tree shows the sessions only, and a menu
// shows foreign titles to the letter and takes one there.
func TestPick(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	wants, plain := s.NewPane(), s.NewPane()
	s.Tmux("rename-window", "-t", plain, "no-session-here")
	screen := s.Attach()
	s.Tmux("select-window", "-t", "%0")
	fire(t, s, wants, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"#[fg=red]#(touch x) %H","cwd":"/home/dev/#{pid}#[fg=red]#(touch y) %H,}"}`)
	asks(t, s, wants)
	shown := func() string { return screen.Tmux("capture-pane", "-p") }

	row := regexp.MustCompile(`#\[fg=red\]#\(touch x\) %H +attention  Permission: Bash  #\{pid\}#\[fg=red\]#\(touch y\) %H,\}`)
	atm(t, s, "%0", "pick")
	screen.Until("the tree shows the session", func() bool {
		return row.MatchString(shown())
	})
	if strings.Contains(shown(), "no-session-here: ") && strings.Contains(shown(), "idle") {
		t.Errorf("the tree shows a pane without a session:\n%s", shown())
	}
	screen.Tmux("send-keys", "q")

	menu := exec.Command("atm", "pick", "--menu")
	menu.Env = s.Env("%0")
	if err := menu.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Until("the menu shows the session", func() bool { return strings.Contains(shown(), "! #[fg=red]#(touch x) %H") })
	screen.Tmux("send-keys", "1")
	if err := menu.Wait(); err != nil {
		t.Error(err)
	}
	client := clientOf(t, s, "0")
	s.Until("it is there", func() bool { return shows(s, client) == "0 "+wants })
}

// TestMenuOfOddities: an icon that is a dash is no title of the menu, and of a long
// title the end goes, not the icon.
func TestMenuOfOddities(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	idle, asking := s.NewPane(), s.NewPane()
	screen := s.Attach()
	s.Tmux("select-window", "-t", "%0", ";", "set-option", "-g", "@atm-icons", "ascii")
	fire(t, s, idle, `{"hook_event_name":"Stop","session_id":"quiet-one"}`)
	fire(t, s, asking, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"`+strings.Repeat("a long title ", 30)+`"}`)
	asks(t, s, asking)
	menu := exec.Command("atm", "pick", "--menu")
	menu.Env = s.Env("%0")
	if err := menu.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Until("both are shown whole", func() bool {
		shown := screen.Tmux("capture-pane", "-p")
		return strings.Contains(shown, "! a long title a long") && strings.Contains(shown, "…  0:2.0 Permission: Bash") && strings.Contains(shown, "- quiet-on  0:1.0")
	})
	screen.Tmux("send-keys", "2")
	if err := menu.Wait(); err != nil {
		t.Error(err)
	}
	client := clientOf(t, s, "0")
	s.Until("the idle one can be chosen", func() bool { return shows(s, client) == "0 "+idle })
}
