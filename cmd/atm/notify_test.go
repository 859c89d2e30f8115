package main

import (
	"os"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// notified sets up a server with a client that looks at %0, whose notifications
// run the real command, and returns it with another pane.
func notified(t *testing.T) (s, screen *tmuxtest.Server, pane string) {
	t.Helper()
	s = tmuxtest.Start(t)
	pane = s.NewPane()
	screen = s.Attach()
	s.Tmux("select-window", "-t", "%0")
	s.Tmux("set-option", "-g", tmuxopt.NotifyOption, program(t)+" notify")
	return s, screen, pane
}

// titled is a payload that starts a session with a title.
func titled(title string) string {
	return `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"` + title + `"}`
}

// TestNotifyMessage: whatever a title holds, it is shown to the letter.
func TestNotifyMessage(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"the parser", "-z title", "#[fg=red]#(touch x) 100%H"} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s, screen, pane := notified(t)
			fire(t, s, pane, titled(title))
			asks(t, s, pane)
			screen.Until("the message is shown",
				screen.Shows("Claude needs you: "+title+": Permission: Bash"))
		})
	}
}

// TestNotifySecondCall: somebody is notified of another call for attention in a pane that
// has one already, not of the same one, nor one that the registry was faster to tell of.
func TestNotifySecondCall(t *testing.T) {
	t.Parallel()
	s, _, pane := notified(t)
	log := t.TempDir() + "/log"
	s.Tmux("set-option", "-g", tmuxopt.ChannelsOption, "command")
	s.Tmux("set-option", "-g", tmuxopt.NotifyCommandOption, `printf '%s\n' "$ATM_PANE $ATM_DETAIL" >>`+log)
	wants := func(tool, agent string) {
		fire(t, s, pane, `{"hook_event_name":"PermissionRequest","session_id":"s","tool_input":{},`+
			`"tool_name":"`+tool+`","agent_id":"`+agent+`"}`)
	}
	expectMessage := func(want string) {
		t.Helper()
		s.Until("somebody is notified", func() bool {
			text, _ := os.ReadFile(log) // there is none before the first
			return string(text) == want
		})
	}
	wants("Bash", "")
	expectMessage(pane + " Permission: Bash\n")
	wants("Bash", "")
	wants("Write", "a1")
	expectMessage(pane + " Permission: Bash\n" + pane + " Permission: Write\n")
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	s.Tmux("set-option", "-pt", pane, string(tmuxopt.Waiting), " registry.0=permission")
	s.Tmux("set-option", "-pt", pane, string(tmuxopt.State), "attention")
	wants("Edit", "")
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	wants("Read", "")
	expectMessage(pane + " Permission: Bash\n" + pane + " Permission: Write\n" + pane + " Permission: Read\n")
}

// TestNotifyFails: whatever goes wrong, the pane is left alone. What tmux shows of
// a command that fails, it shows in a mode of the pane, and there it takes the
// keys that are meant for Claude's dialog.
func TestNotifyFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, option, value, message string
	}{
		{
			name: "a command that is not there", option: tmuxopt.NotifyCommandOption,
			value: "no-such-program", message: "no-such-program",
		},
		{
			name: "a command that fails and talks", option: tmuxopt.NotifyCommandOption,
			value: "echo one; echo it is broken; exit 3", message: "exit status 3: it is broken",
		},
		{
			name: "a channel that is not there", option: tmuxopt.ChannelsOption, value: "mesage",
			message: `there is no channel "mesage"`,
		},
		{name: "atm is gone", option: tmuxopt.NotifyOption, value: "/nowhere/atm notify", message: ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, screen, pane := notified(t)
			s.Tmux("set-option", "-g", tmuxopt.ChannelsOption, "command", ";", "set-option", "-g", tt.option,
				tt.value)
			asks(t, s, pane)
			if tt.message != "" {
				screen.Until("it is said", screen.Shows(tt.message))
			}
			s.Tmux("run-shell", "true") // started behind it
			if got := s.Tmux("display-message", "-p", "-t", pane, "#{pane_mode}"); got != "" {
				t.Errorf("the pane is in %s", got)
			}
		})
	}
}

// TestNotifyTerminal looks at the bytes that the terminal of a client gets.
func TestNotifyTerminal(t *testing.T) {
	t.Parallel()
	s, screen, pane := notified(t)
	raw := t.TempDir() + "/raw"
	screen.Tmux("pipe-pane", "-O", "cat >"+raw)
	s.Tmux("set-option", "-g", "@atm-notify", "osc,bell")
	fire(t, s, pane, titled(`a;b \u001b]0;pwned\u0007 c`))
	asks(t, s, pane)
	text := "Claude needs you: a;b \ufffd]0;pwned\ufffd c: Permission: Bash"
	want := "\x1bPtmux;\x1b\x1b]9;" + text + "\x1b\x1b\\\x1b\\" // the terminal is a pane of another tmux
	s.Until("tmux knows that", func() bool {
		return s.Tmux("list-clients", "-F", "#{?client_termtype,known,not yet}") == "known"
	})
	s.Until("the terminal has got it", func() bool {
		got, _ := os.ReadFile(raw) // there is none before the first byte
		rest := strings.ReplaceAll(string(got), want, "")
		return rest != string(got) && strings.Contains(rest, "\a")
	})
	got, err := os.ReadFile(raw)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(got), "\x1b]0;pwned") {
		t.Errorf("a title speaks to the terminal: %q", got)
	}
	if strings.Contains(string(got), "\x1b]777;") {
		t.Errorf("one event is told twice: %q", got)
	}
}
