package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// openMenu starts atm pick, which ends with its menu, and returns when the menu shows
// all that.
func openMenu(t *testing.T, s, screen *tmuxtest.Server, flags, env,
	want []string) (choose func(key string)) {
	t.Helper()
	menu := exec.Command("atm", append([]string{"pick", "--menu"}, flags...)...)
	menu.Env = append(s.Env("%0"), env...)
	menu.Stderr = os.Stderr
	if err := menu.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = menu.Process.Kill() }) // it has ended if the test passes
	for _, text := range want {
		screen.Until("the menu shows "+text, screen.Shows(text))
	}
	return func(key string) {
		t.Helper()
		screen.Tmux("send-keys", key)
		if err := menu.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// startedIn is a payload that starts a session in a directory.
func startedIn(id, title, dir string) string {
	return `{"hook_event_name":"SessionStart","source":"startup","session_id":"` + id +
		`","session_title":"` + title + `","cwd":"` + dir + `"}`
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
	fire(t, s, wants, startedIn("s", "#[fg=red]#(touch x) %H", "/home/dev/#{pid}#[fg=red]#(touch y) %H,}"))
	asks(t, s, wants)
	shown := func() string { return screen.Tmux("capture-pane", "-p") }

	row := regexp.MustCompile(
		`#\[fg=red\]#\(touch x\) %H +attention  Permission: Bash  #\{pid\}#\[fg=red\]#\(touch y\) %H,\}`)
	atm(t, s, "%0", "pick", "--tree")
	screen.Until("the tree shows the session", func() bool {
		return row.MatchString(shown())
	})
	if strings.Contains(shown(), "no-session-here: ") && strings.Contains(shown(), "idle") {
		t.Errorf("the tree shows a pane without a session:\n%s", shown())
	}
	screen.Tmux("send-keys", "q")
	s.Until("the tree is closed", func() bool {
		return s.Tmux("display-message", "-p", "-t", "%0",
			"#{pane_mode}") == ""
	})
	choose := openMenu(t, s, screen, nil, nil, []string{
		"! #[fg=red]#(touch x) %H", "  #{pid}#[fg=red]#(touch y) %H,}  ",
	})
	choose("1")
	client := clientOf(t, s, "0")
	s.Until("it is there", func() bool { return shows(s, client) == "0 "+wants })
}

// TestPickInControlMode: tmux -CC shows neither a popup nor a menu nor a tree, and atm pick does not wait for one.
func TestPickInControlMode(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.AttachControl()
	asks(t, s, "%0")
	for _, flags := range [][]string{{"--menu"}, {"--tree"}, {"--resume"}, {}} {
		ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, "atm", append([]string{"pick"}, flags...)...)
		cmd.Env = s.Env("%0")
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "control mode shows no popup, menu or tree") {
			t.Errorf("%q: %v, %s", flags, err, out)
		}
	}
	if mode := s.Tmux("display-message", "-pt", "%0", "#{pane_mode}"); mode != "" {
		t.Errorf("the pane is in %s", mode)
	}
}

// TestMenuOfOddities: an icon that is a dash is no title of the menu; of a long title
// the end goes, not the icon, the place or the directory.
func TestMenuOfOddities(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	idle, asking := s.NewPane(), s.NewPane()
	screen := s.Attach()
	s.Tmux("select-window", "-t", "%0", ";", "set-option", "-g", "@atm-icons", "ascii")
	fire(t, s, idle, startedIn("quiet-one", "", "/home/dev/docs"))
	fire(t, s, asking, startedIn("s", strings.Repeat("a long title ", 30), "/home/dev/the-parser"))
	asks(t, s, asking)
	choose := openMenu(t, s, screen, nil, nil, []string{
		"! a long title a long", "…  0:2.0  the-parser  Permission: Bash", "- docs ", "  0:1.0  docs",
	})
	choose("2")
	client := clientOf(t, s, "0")
	s.Until("the idle one can be chosen", func() bool { return shows(s, client) == "0 "+idle })
}

// fakeCld puts a cld that notes how it was called in front of PATH. All sessions belong to its own directory.
func fakeCld(t *testing.T) (path string, called func() string) {
	t.Helper()
	bin := t.TempDir()
	log := filepath.Join(bin, "called")
	script := "#!/bin/sh\n[ $1 != where ] || exec echo " + bin + "\necho \"$@\" >" + log + "\nsleep 10000\n"
	tmuxtest.WriteProgram(t, filepath.Join(bin, "cld"), script)
	return "PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH"), func() string {
		text, _ := os.ReadFile(log) // there is none before
		return strings.TrimSpace(string(text))
	}
}

// TestPickResume: sessions that have ended are offered, those first whose pane is
// there, then those that only a transcript knows. The chosen one goes to cld, in a
// window with a name, beside the pane that the session had.
func TestPickResume(t *testing.T) {
	t.Parallel()
	const inPane, elsewhere = "23e30f82-0000-4000-8000-000000000000", "5a1c0000-0000-4000-8000-000000000000"
	home := t.TempDir()
	project := filepath.Join(home, "projects", "-work-docs")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	transcript := `{"type":"user","cwd":"/home/you/docs","sessionId":"` + elsewhere + `",` +
		`"timestamp":"2026-01-02T03:04:05.678Z","message":{"role":"user","content":"write the docs"}}` + "\n"
	if err := os.WriteFile(filepath.Join(project, elsewhere+".jsonl"), []byte(transcript),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ key, id, session, window string }{
		{"1", inPane, "other", "parser"}, {"2", elsewhere, "0", "docs"},
	} {
		t.Run(tt.id, func(t *testing.T) {
			t.Parallel()
			path, called := fakeCld(t)
			s := tmuxtest.Start(t)
			screen := s.Attach()
			pane := s.Tmux("new-session", "-d", "-s", "other", "-P", "-F", "#{pane_id}", "sleep 10000")
			fire(t, s, pane, startedIn(inPane, "the parser", "/home/you/parser"))
			fire(t, s, pane, `{"session_id":"`+inPane+`","hook_event_name":"SessionEnd","reason":"other"}`)
			env := []string{path, "CLAUDE_CONFIG_DIR=" + home}
			choose := openMenu(t, s, screen, []string{"--resume"}, env, []string{
				"■ the parser      other:0.0  parser", "■ write the docs             docs ", " ago",
			})
			choose(tt.key)
			s.Until("cld is called", func() bool { return called() == "resume -y "+tt.id })
			windows := s.Tmux("list-windows", "-t", tt.session, "-F", "#{window_name}")
			if !strings.HasSuffix(windows, "\n"+tt.window) { // it is named after the directory
				t.Errorf("windows of %s: %q", tt.session, windows)
			}
			bin, _, _ := strings.Cut(strings.TrimPrefix(path, "PATH="), string(filepath.ListSeparator))
			if got := s.Tmux("list-panes", "-t", tt.session+":"+tt.window, "-F", "#{pane_current_path}"); got != bin {
				t.Errorf("the window is in %s, not in %s", got, bin)
			}
		})
	}
}

// TestPickResumeNothing: where no session has ended, nothing is shown.
func TestPickResumeNothing(t *testing.T) {
	t.Parallel()
	path, _ := fakeCld(t)
	s := tmuxtest.Start(t)
	s.Attach()
	fire(t, s, "%0", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`)
	cmd := exec.Command("atm", "pick", "--menu", "--resume")
	cmd.Env = append(s.Env("%0"), path, "CLAUDE_CONFIG_DIR="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err == nil || string(out) != "atm: no session has ended\n" {
		t.Errorf("error %v, output %q", err, out)
	}
}
