package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// TestHere: the file that Claude Code looks for is there while the terminal of any client has the focus, from setup
// with --presence to the next one without it, or to uninstall.
func TestHere(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := tmuxtest.StartWith(t, "/dev/null", "HOME="+home)
	if strings.HasPrefix(s.Tmux("display-message", "-p", "#{version}"), "3.2") {
		t.Skip("tmux 3.2 runs no hook for the focus")
	}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(program(t), args...)
		cmd.Env = append(s.Env("%0"), "HOME="+home)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("atm %q: %v\n%s", args, err, out)
		}
	}
	variable := func() string {
		out := s.Tmux("show-environment", "-g")
		_, rest, _ := strings.Cut(out, "CLAUDE_CLIENT_PRESENCE_FILE=")
		value, _, _ := strings.Cut(rest, "\n")
		return value
	}
	run("setup", "--yes", "--no-claude")
	if got := variable(); got != "" {
		t.Errorf("nobody has asked for it, and the file is %s", got)
	}
	run("setup", "--yes", "--no-claude", "--presence")
	file := filepath.Join(home, ".local/state/atm", strings.ReplaceAll(s.Socket, "/", "-")+".here")
	if got := variable(); got != file {
		t.Errorf("the file is %q, not %s", got, file)
	}
	expect := func(when string, present bool) {
		t.Helper()
		s.Until(when, func() bool {
			_, err := os.Stat(file)
			return (err == nil) == present
		})
	}
	focus := func(screen *tmuxtest.Server, code string) { screen.Tmux("send-keys", "-H", "1b", "5b", code) }
	const gets, loses = "49", "4f"

	first := s.Attach()
	expect("a client is attached", true)
	focus(first, loses)
	expect("its terminal has lost the focus", false)
	second := s.Attach()
	expect("another one is attached", true)
	focus(first, gets)
	focus(second, loses)
	focus(first, loses)
	expect("none has the focus", false)
	focus(second, gets)
	expect("one has it again", true)
	run("setup", "--yes", "--no-claude") // as after an update
	expect("setup was run again", true)
	second.Tmux("kill-server")
	expect("the client that has had it is gone", false)
	focus(first, gets)
	expect("the first one has it", true)

	run("uninstall", "--yes", "--no-claude")
	expect("uninstalled", false)
	if got := variable(); got != "" {
		t.Errorf("uninstalled, and the file is %s", got)
	}
	focus(first, loses)
	focus(first, gets)
	s.Tmux("run-shell", "true")
	if _, err := os.Stat(filepath.Dir(file)); err == nil {
		t.Errorf("%s is there", filepath.Dir(file))
	}
}

// TestHereKeeps: a file of the user's is neither named by us nor removed.
func TestHereKeeps(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := tmuxtest.StartWith(t, "/dev/null", "HOME="+home)
	file := filepath.Join(t.TempDir(), "own")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Tmux("set-environment", "-g", "CLAUDE_CLIENT_PRESENCE_FILE", file)
	for _, args := range [][]string{
		{"here", file}, {"setup", "--yes", "--no-claude", "--presence"}, {"uninstall", "--yes", "--no-claude"},
	} {
		cmd := exec.Command(program(t), args...)
		cmd.Env = append(s.Env("%0"), "HOME="+home)
		if out, err := cmd.CombinedOutput(); err != nil && args[0] != "here" {
			t.Errorf("atm %q: %v\n%s", args, err, out)
		}
	}
	if got := s.Tmux("show-environment", "-g", "CLAUDE_CLIENT_PRESENCE_FILE"); !strings.HasSuffix(got, "="+file) {
		t.Errorf("the variable: %s", got)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestHereAtTheEnd: nobody is there if the server has ended meanwhile.
func TestHereAtTheEnd(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	file := filepath.Join(t.TempDir(), "here")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program(t), "here", file)
	cmd.Env = s.Env("%0")
	s.Tmux("kill-server")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
}
