package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// TestInboxGoes: the popup opens on the client that asked for it. Typing filters the list, Enter switches to
// the session, and other clients stay where they are.
func TestInboxGoes(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	sessionIn(t, s, 1, "fix the parser")
	docs := sessionIn(t, s, 2, "write the docs")
	s.Tmux("new-session", "-d", "-s", "other", "sleep 10000")
	screen, otherScreen := s.AttachTo("0"), s.AttachTo("other")
	mine, others := clientOf(t, s, "0"), clientOf(t, s, "other")
	before := shows(s, others)
	p := openInbox(t, s, screen, nil, "--client", mine)
	p.at("fix the parser")
	if otherScreen.Shows("running>")() {
		t.Error("the popup is on another client")
	}
	p.types("docs")
	p.at("write the docs")
	p.press("Enter")
	p.ends()
	s.Until("it is there", func() bool { return shows(s, mine) == "0 "+docs })
	if got := shows(s, others); got != before {
		t.Errorf("the other client is at %s, and was at %s", got, before)
	}
}

// TestInboxInControlMode: tmux -CC has a terminal, but draws no popup there. The inbox opens in the pane.
func TestInboxInControlMode(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	sessionIn(t, s, 1, "fix the parser")
	s.AttachControl()
	s.Tmux("respawn-pane", "-k", "-t", "%0", "env '"+inboxPath(t)+"' atm pick")
	s.Until("it is in the pane", func() bool {
		return strings.Contains(s.Tmux("capture-pane", "-p", "-t", "%0"), "running>")
	})
}

// TestInboxLive: the list stays up to date, the cursor stays at its session, also in a filtered list, and the
// preview follows the cursor.
func TestInboxLive(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"", "t"} {
		t.Run("query "+query, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			sessionIn(t, s, 1, "fix the parser")
			second := sessionIn(t, s, 2, "write the docs")
			third := sessionIn(t, s, 3, "speed up the build")
			sessionIn(t, s, 4, "nobody")
			p := openInbox(t, s, s.Attach(), nil)
			p.types(query)
			p.shows(`(?m)running> ` + query)
			s.Until("what does not match is not listed", func() bool {
				return strings.Contains(p.shown(), "nobody") == (query == "")
			})
			p.press("Down")
			p.at("write the docs")
			wants(t, s, third, 3)
			p.shows(`(?s)build .*Bash: make it so.*docs`)
			p.at("write the docs")
			wants(t, s, second, 2)
			p.shows(`wants +Bash: make it so`)
			p.at("write the docs")
			s.Tmux("kill-pane", "-t", third)
			s.Until("who has gone is not listed", func() bool { return !strings.Contains(p.shown(), "build") })
			p.at("write the docs")
			p.press("Escape")
			p.ends()
		})
	}
}

// TestInboxPreviewFollows: Claude Code redraws after its hooks have run, so the preview follows a screen that changes
// after the options of its pane.
func TestInboxPreviewFollows(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	pane := sessionIn(t, s, 1, "fix the parser")
	fire(t, s, pane, `{"session_id":"`+inboxID(1)+`","hook_event_name":"UserPromptSubmit","prompt":"go on"}`)
	s.Tmux("send-keys", "-t", pane, "-l", "Pondering")
	p := openInbox(t, s, s.Attach(), nil)
	p.types("parser")
	p.shows(`(?s)working.*Pondering`)
	fire(t, s, pane, `{"session_id":"`+inboxID(1)+`","hook_event_name":"Stop"}`)
	// Since long ago: the list shows ages, and must stay as it is. It is read again with the event of another session.
	s.Tmux("set-option", "-pt", pane, "@meta.claude.since", "1000000000")
	sessionIn(t, s, 2, "write the docs")
	p.shows(`(?s)idle.*Pondering.*parser .*\d{4}d`)
	s.Tmux("send-keys", "-t", pane, "-l", " is over")
	p.shows(`Pondering is over`)
	s.Tmux("send-keys", "-t", pane, "-l", ", really")
	p.shows(`Pondering is over, really`)
	p.at("fix the parser")
	p.press("Escape")
	p.ends()
}

// TestInboxKeys presses each key that needs no Claude Code.
func TestInboxKeys(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	project := filepath.Join(home, "projects", "-home-dev-p")
	transcript := `{"type":"user","message":{"role":"user","content":"what is it?"}}` + "\n" +
		`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text",` +
		`"text":"It is $(touch x) 42."}],"stop_reason":"end_turn"}}` + "\n"
	err := os.MkdirAll(project, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(project, inboxID(1)+".jsonl"), []byte(transcript), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := tmuxtest.Start(t)
	first, second := sessionIn(t, s, 1, "fix the parser"), sessionIn(t, s, 2, "write the docs")
	p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + home})
	p.at("fix the parser")

	p.press("M-l")
	p.shows(`It is \$\(touch x\) 42\.[\s│]+Press any key`)
	p.press("Enter")
	p.at("fix the parser")

	p.press("M-p")
	p.shows(`▌ .* fix the parser .* parked`)
	if got := s.Tmux("show-options", "-pqvt", first, "@meta.claude.parked"); got == "" {
		t.Error("the session is not parked")
	}
	p.press("M-p")
	s.Until("it is parked no more", func() bool { return !strings.Contains(p.shown(), "parked") })

	p.press("M-s")
	p.shows(`Prompt for fix the parser`)
	p.types("--help 'me'")
	p.press("Enter")
	p.shows(`registry does not know the session[\s│]+Press any key`) // it is no process of Claude's
	p.press("Enter")
	p.at("fix the parser")

	p.press("C-_") // as terminals send Ctrl-/
	s.Until("the preview is gone", func() bool { return !strings.Contains(p.shown(), first+"  0:") })
	p.press("C-_")
	p.shows(first + `  0:`)

	p.press("M-x")
	p.shows(`Kill pane ` + first + ` with the session fix the parser\? \[yN\]`)
	p.press("Enter")
	p.at("fix the parser")
	p.press("M-x")
	p.shows(`\[yN\]`)
	p.types("y")
	p.press("Enter")
	p.at("write the docs")
	if got := s.Tmux("list-panes", "-a", "-F", "#{pane_id}"); got != "%0\n"+second {
		t.Errorf("panes %q", got)
	}
	p.press("Escape")
	p.ends()
}

// TestInboxEnded: Tab leads to the sessions that have ended and back, and Enter resumes.
func TestInboxEnded(t *testing.T) {
	t.Parallel()
	path, called := fakeCld(t)
	s := tmuxtest.Start(t)
	gone := sessionIn(t, s, 1, "fix the parser")
	sessionIn(t, s, 2, "write the docs")
	fire(t, s, gone, `{"session_id":"`+inboxID(1)+`","hook_event_name":"SessionEnd","reason":"other"}`)
	cld := strings.TrimPrefix(strings.Split(path, string(filepath.ListSeparator))[0], "PATH=")
	env := []string{
		"CLAUDE_CONFIG_DIR=" + t.TempDir(),
		strings.Replace(inboxPath(t), "PATH=", "PATH="+cld+string(filepath.ListSeparator), 1),
	}
	p := openInbox(t, s, s.Attach(), env)
	p.at("write the docs")
	p.press("Tab")
	p.at("fix the parser")
	p.shows(`(?s)ended>.*Enter resume`)
	p.press("M-y")
	p.shows(`It has ended: Enter resumes it\.[\s│]+Press any key`)
	p.press("Enter")
	p.at("fix the parser")
	p.press("Tab")
	p.at("write the docs")
	p.shows(`(?s)running>.*Alt\+ y yes`)
	p.press("Tab")
	p.at("fix the parser")
	p.press("Enter")
	p.ends()
	s.Until("cld is called", func() bool { return called() == "resume -y "+inboxID(1) })
}

// TestInboxFails: a popup that fails stays open with its error, here because a session cannot be resumed.
func TestInboxFails(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	gone := sessionIn(t, s, 1, "fix the parser")
	fire(t, s, gone, `{"session_id":"`+inboxID(1)+`","hook_event_name":"SessionEnd","reason":"other"}`)
	inboxPath(t) // skips the test if there is no fzf
	fzf := os.Getenv("ATM_TEST_FZF")
	if fzf == "" {
		fzf, _ = exec.LookPath("fzf")
	}
	env := []string{"CLAUDE_CONFIG_DIR=" + t.TempDir(), "PATH=" + filepath.Dir(fzf) + ":/usr/bin:/bin"}
	p := openInbox(t, s, s.Attach(), env, "--resume")
	p.at("fix the parser")
	p.press("Enter")
	p.shows(`atm: cld is not on PATH: install it beside atm[\s│]+Press any key`)
	p.press("Space")
	if err := p.command.Wait(); err == nil {
		t.Error("atm pick succeeds")
	}
	p.shows(`^\s*\[0\]`)
}

// TestInboxFinds: Alt-/ searches what was said, also for words that a shell would run. The preview shows the
// places, and Enter switches to the session or resumes it.
func TestInboxFinds(t *testing.T) {
	t.Parallel()
	path, called := fakeCld(t)
	home := t.TempDir()
	project := filepath.Join(home, "projects", "-home-dev-p")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	for n, said := range map[int]string{1: "where is Zanzibar?", 3: "tell me of $(touch x) zanzibar 'q'", 4: "nothing"} {
		line := fmt.Sprintf(`{"type":"user","cwd":"/home/dev/p","timestamp":"2026-01-02T03:04:05.678Z",`+
			`"message":{"role":"user","content":"one\n%s\ntwo"}}`+"\n", said)
		if err := os.WriteFile(filepath.Join(project, inboxID(n)+".jsonl"), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := tmuxtest.Start(t)
	asking := sessionIn(t, s, 1, "fix the parser")
	sessionIn(t, s, 2, "write the docs")
	cld := strings.TrimPrefix(strings.Split(path, string(filepath.ListSeparator))[0], "PATH=")
	env := []string{
		"CLAUDE_CONFIG_DIR=" + home,
		strings.Replace(inboxPath(t), "PATH=", "PATH="+cld+string(filepath.ListSeparator), 1),
	}
	p := openInbox(t, s, s.Attach(), env)
	p.press("M-/")
	p.shows(`Type what was said, then Alt-/`)
	p.types("zanzibar")
	p.press("M-/")
	p.shows(`found>`)
	p.shows(`▌ ⏸ +fix the parser .*where is Zanzibar\?`)
	wants(t, s, asking, 1)
	p.press("M-y")
	p.shows(`Tab shows the sessions that run: answer it there\.[\s│]+Press any key`)
	p.press("Enter")
	p.at("fix the parser")
	p.press("Down")
	p.shows(`▌ ■ .*tell me of \$\(touch x\) zanzibar`)
	p.press("M-s")
	p.shows(`no pane[\s│]+atm: hint: Enter resumes it[\s│]+Press any key`)
	p.press("Enter")
	p.shows(`▌ ■ .*tell me of`)
	p.shows(`(?s)you +one.*tell me of .*two`)
	if strings.Contains(p.shown(), "nothing") {
		t.Error("a session in which nobody has said it is listed")
	}
	p.press("Tab")
	p.shows(`(?s)write the docs.*running>`)
	p.types("$(touch x) 'q'")
	p.press("M-/")
	p.shows(`▌ ■ .*tell me of`)
	p.press("Enter")
	p.ends()
	s.Until("cld is called", func() bool { return called() == "resume -y "+inboxID(3) })
	if _, err := os.Stat("x"); err == nil {
		t.Error("the query was carried out")
	}
}

// TestInboxSearchAtOnce: Alt-/ and Tab work even if another list arrives at the same moment.
func TestInboxSearchAtOnce(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	pane := sessionIn(t, s, 1, "fix the parser")
	sessionIn(t, s, 2, "write the docs")
	p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + t.TempDir()})
	for n := range 8 {
		p.types("zanzibar")
		p.shows(`running> zanzibar`)
		wants(t, s, pane, n)
		p.press("M-/")
		p.shows(`(?s)nobody has said that.*found>`)
		fire(t, s, pane, `{"session_id":"`+inboxID(1)+`","hook_event_name":"Stop"}`)
		p.press("Tab")
		p.shows(`(?s)fix the parser.*running>`)
	}
	p.press("Escape")
	p.ends()
}

// TestInboxNarrow: 200 sessions in a terminal of 60 columns.
func TestInboxNarrow(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	var cmds []string
	const sessions = 200
	for n := 1; n <= sessions; n++ {
		cmds = append(cmds, "new-window", "-d", "sleep 10000", ";")
	}
	s.Tmux(cmds...)
	for n := range sessions {
		pane := fmt.Sprintf("%%%d", n+1)
		var set []string
		for option, value := range map[string]string{
			"session_id": inboxID(n), "title": fmt.Sprintf("task %d", n), "state": "idle", "turn": "done",
			"session_dir": "/home/dev/a-long-name-of-a-directory",
		} {
			set = append(set, "set-option", "-pt", pane, "@meta.claude."+option, value, ";")
		}
		s.Tmux(set...)
	}
	screen := s.Attach()
	screen.Tmux("resize-window", "-x", "60", "-y", "20")
	s.Until("the client is narrow", func() bool {
		return s.Tmux("list-clients", "-F", "#{client_width}") == "60"
	})
	p := openInbox(t, s, screen, nil)
	p.at("task 0")
	p.shows(`(?m)^│  Alt\+ y yes n no 1-9 option t text g next  \? keys +│$`)
	p.types("task 199") // where it is
	p.at("task 199")
	p.press("Enter")
	p.ends()
	s.Until("it is there", func() bool { return shows(s, clientOf(t, s, "0")) == "0 %200" })
}

// TestInboxFits: the inbox fits again when the terminal shrinks, and the cursor stays at its session.
func TestInboxFits(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	const title = "mend the parser that reads the dates of all files"
	for n := range 3 {
		sessionIn(t, s, n+1, fmt.Sprint(n+1, " ", title))
	}
	screen := s.Attach()
	screen.Tmux("resize-window", "-x", "120", "-y", "30")
	s.Until("the client is wide", func() bool {
		return s.Tmux("list-clients", "-F", "#{client_width}") == "120"
	})
	p := openInbox(t, s, screen, nil)
	p.shows(`next s send  \? all keys`)
	p.at("1 " + title)
	p.press("Down")
	p.at("2 " + title)
	screen.Tmux("resize-window", "-x", "60", "-y", "30")
	p.shows(`(?m)^│  Alt\+ y yes n no 1-9 option t text g next  \? keys +│$`)
	p.shows(`(?m)^│▌ \S+ +2 mend the .*… +p +\S+ *│$`)

	// What is cut off is found, and stays out of sight.
	p.types("3 dates of all")
	p.shows(`(?s)▌ \S+ +3 mend the [^\n]*… +p +\S+ *│\n.*running> 3 dates of all`)
	p.press("Enter")
	p.ends()
	s.Until("it is there", func() bool { return shows(s, clientOf(t, s, "0")) == "0 %3" })
}

// TestInboxHostile: names of sessions and screens of panes are shown literally. Nothing of them is run or
// obeyed by the terminal.
func TestInboxHostile(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	dir := t.TempDir()
	evil := "$(touch " + dir + "/a)`touch " + dir + "/b`'{1}{q}#(touch " + dir + "/c)) +abort"
	pane := sessionIn(t, s, 1, evil)
	wants(t, s, pane, 1)
	s.Tmux("respawn-pane", "-k", "-t", pane,
		`printf '\033]8;;http://evil\033\\link\033]8;;\033\\ \033]0;title\007 \033[32mgreen\033[0m '; sleep 10000`)
	p := openInbox(t, s, s.Attach(), nil)
	p.shows(`(?m)^.*` + regexp.QuoteMeta(`$(touch `+dir))
	p.shows(`link +green`)
	if shown := p.screen.Tmux("capture-pane", "-p", "-e"); !strings.Contains(shown, "\x1b[32mgreen") ||
		strings.Contains(shown, "evil\x1b") {
		t.Errorf("the pane in the preview:\n%q", shown)
	}
	p.press("M-p")
	p.shows(`parked`)
	p.press("M-x")
	p.shows(`\[yN\]`)
	p.press("Enter")
	p.shows(`running>`)
	p.types("zzz")
	s.Until("nothing matches", func() bool { return !strings.Contains(p.shown(), "▌") })
	p.press("M-p", "M-l", "Enter")
	p.ends()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("something ran: %v, %v", left, err)
	}
}

// TestInboxWithoutPopup: in a terminal outside tmux the inbox is in that terminal, and
// Enter attaches it.
func TestInboxWithoutPopup(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	sessionIn(t, s, 1, "fix the parser")
	docs := sessionIn(t, s, 2, "write the docs")
	outer := tmuxtest.Start(t)
	env := []string{"env", "-u", "TMUX_PANE", "TMUX=", inboxPath(t), "TMUX_TMPDIR=" + filepath.Dir(s.Socket)}
	// tmux's default server, for somebody outside: a link that leads to the server.
	sockets := filepath.Join(filepath.Dir(s.Socket), fmt.Sprintf("tmux-%d", os.Getuid()))
	if err := os.Mkdir(sockets, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(s.Socket, filepath.Join(sockets, "default")); err != nil {
		t.Fatal(err)
	}
	outer.Tmux("set-option", "-g", "status", "off")
	outer.Tmux(append(append([]string{"respawn-pane", "-k", "-t", "%0"}, env...), "ATM_TMUX="+s.Binary,
		"atm", "pick")...)
	p := &popup{T: t, s: s, screen: outer}
	p.at("fix the parser")
	p.types("docs")
	p.at("write the docs")
	p.press("Enter")
	s.Until("a client is attached there", func() bool {
		return s.Tmux("list-clients", "-F", "#{pane_id}") == docs
	})
}

// TestPickWithoutFzf: where fzf is missing or too old, tmux's own tree opens.
func TestPickWithoutFzf(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"0.52.1 (a1b2c3d)", "nonsense"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			sessionIn(t, s, 1, "fix the parser")
			bin := t.TempDir()
			script := "#!/bin/sh\necho '" + version + "'\n"
			tmuxtest.WriteProgram(t, filepath.Join(bin, "fzf"), script)
			screen := s.Attach()
			cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "atm", "pick")
			cmd.Env = append(s.Env("%0"), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			screen.Until("the tree is there", screen.Shows("(1) "))
			if got := s.Tmux("display-message", "-p", "-t", "%0", "#{pane_mode}"); got != "tree-mode" {
				t.Errorf("mode %q", got)
			}
		})
	}
}
