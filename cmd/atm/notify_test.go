package main

import (
	"os"
	"strings"
	"sync"
	"testing"

	"atm/internal/tmuxtest"
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

func TestNotifyMessage(t *testing.T) {
	t.Parallel()
	t.Run("a title like a flag", func(t *testing.T) {
		t.Parallel()
		s, screen, pane := notified(t)
		fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"-z title"}`)
		asks(t, s, pane)
		screen.Until("the message is shown", func() bool {
			return strings.Contains(screen.Tmux("capture-pane", "-p"), "-z title: Permission: Bash")
		})
	})
	s, screen, pane := notified(t)
	fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"#[fg=red]#(touch x) 100%H"}`)
	asks(t, s, pane)
	screen.Until("the message is shown to the letter", func() bool {
		return strings.Contains(screen.Tmux("capture-pane", "-p"), "Claude needs you: #[fg=red]#(touch x) 100%H: Permission: Bash")
	})
	if got := s.Tmux("show-messages"); !strings.Contains(got, "-d 4000") {
		t.Errorf("how long it is shown:\n%s", got)
	}
}

// TestNotifyCommand counts: one for each call for attention, also in a burst, and
// none for a pane that somebody looks at, or for a state that was not asked for.
func TestNotifyCommand(t *testing.T) {
	t.Parallel()
	s, _, pane := notified(t)
	log := t.TempDir() + "/log"
	s.Tmux("set-option", "-g", "@atm-notify", "command", ";", "set-option", "-g", "@atm-notify-command", `printf '%s\n' "$ATM_PANE $ATM_STATE $ATM_DETAIL" >>`+log)
	for range 50 {
		fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
		fire(t, s, pane, `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash"}`)
		asks(t, s, pane)
		asks(t, s, pane)
		asks(t, s, "%0") // somebody looks there
	}
	lines := func() int {
		text, _ := os.ReadFile(log) // there is none before the first
		return strings.Count(string(text), "\n")
	}
	s.Until("as many as calls", func() bool { return lines() == 50 })
	// What tmux starts it does not wait for: here somebody has to.
	run := s.Tmux("show-options", "-gv", tmuxopt.NotifyOption)
	s.Tmux("set-option", "-gu", tmuxopt.NotifyOption)
	fire(t, s, pane, `{"hook_event_name":"Stop","session_id":"s"}`)
	atm(t, s, pane, "notify", pane, "idle")
	s.Tmux("set-option", "-g", "@atm-notify-states", "attention,idle", ";", "set-option", "-g", tmuxopt.NotifyOption, run)
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	fire(t, s, pane, `{"hook_event_name":"Stop","session_id":"s"}`)
	s.Until("one more", func() bool { return lines() == 51 })
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(text), pane+" attention"); got != 50 || !strings.HasSuffix(string(text), pane+" idle \n") {
		t.Errorf("%d calls for attention: %q", got, text)
	}
}

// TestNotifySecondCall: another call for attention in a pane that has one already
// is told of, the same one is not, nor one that the registry was faster to tell of.
func TestNotifySecondCall(t *testing.T) {
	t.Parallel()
	s, _, pane := notified(t)
	log := t.TempDir() + "/log"
	s.Tmux("set-option", "-g", "@atm-notify", "command", ";", "set-option", "-g", "@atm-notify-command", `printf '%s\n' "$ATM_PANE $ATM_DETAIL" >>`+log)
	wants := func(tool, agent string) {
		fire(t, s, pane, `{"hook_event_name":"PermissionRequest","session_id":"s","tool_name":"`+tool+`","tool_input":{},"agent_id":"`+agent+`"}`)
	}
	told := func(want string) {
		t.Helper()
		s.Until("it is told of", func() bool {
			text, _ := os.ReadFile(log) // there is none before the first
			return string(text) == want
		})
	}
	wants("Bash", "")
	told(pane + " Permission: Bash\n")
	wants("Bash", "")
	wants("Write", "a1")
	told(pane + " Permission: Bash\n" + pane + " Permission: Write\n")
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	s.Tmux("set-option", "-pt", pane, "@meta.claude.waiting", " registry.0=permission", ";", "set-option", "-pt", pane, "@meta.claude.state", "attention")
	wants("Edit", "")
	fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	wants("Read", "")
	told(pane + " Permission: Bash\n" + pane + " Permission: Write\n" + pane + " Permission: Read\n")
}

// TestNotifyBurst: 200 calls for attention of 20 panes at once are told of 200 times.
func TestNotifyBurst(t *testing.T) {
	t.Parallel()
	s, _, _ := notified(t)
	log := t.TempDir() + "/log"
	s.Tmux("set-option", "-g", "@atm-notify", "command", ";", "set-option", "-g", "@atm-notify-command", `printf '%s\n' "$ATM_PANE $ATM_STATE" >>`+log)
	var work sync.WaitGroup
	for range 20 {
		pane := s.NewPane()
		work.Go(func() {
			for range 10 {
				fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
				asks(t, s, pane)
				asks(t, s, pane)
			}
		})
	}
	work.Wait()
	told := func() map[string]int {
		count := map[string]int{}
		text, _ := os.ReadFile(log) // there is none before the first
		for line := range strings.Lines(string(text)) {
			count[line]++
		}
		return count
	}
	sum := func() (n int) {
		for _, each := range told() {
			n += each
		}
		return n
	}
	s.Until("all are told of", func() bool { return sum() >= 200 })
	fire(t, s, "%1", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	asks(t, s, "%1") // what comes last is told of last, or nearly so
	s.Until("and one more", func() bool { return sum() >= 201 })
	for line, n := range told() {
		if want := map[bool]int{true: 1, false: 10}[line == "%1 attention\n"]; n != want {
			t.Errorf("%q: %d times, not %d", line, n, want)
		}
	}
}

// TestNotifyFocus: a pane on the screen is not looked at while the terminal has
// not the focus. Its own client still needs no message.
func TestNotifyFocus(t *testing.T) {
	t.Parallel()
	s, screen, _ := notified(t)
	log := t.TempDir() + "/log"
	s.Tmux("set-option", "-gu", tmuxopt.NotifyOption, ";", "set-option", "-s", "focus-events", "on",
		";", "set-option", "-g", "@atm-notify", "command message", ";", "set-option", "-g", "@atm-notify-command", `echo "$ATM_DETAIL" >>`+log)
	asks(t, s, "%0")
	told := func() string {
		_ = os.Remove(log) // there may be none
		atm(t, s, "%0", "notify", "%0", "attention")
		text, _ := os.ReadFile(log) // nor now
		return string(text)
	}
	for _, step := range []struct{ name, code, focused, want string }{
		{"the terminal has lost the focus", "4f", "0", "Permission: Bash\n"},
		{"it has got it back", "49", "1", ""},
		{"and lost it again", "4f", "0", "Permission: Bash\n"},
	} {
		screen.Tmux("send-keys", "-H", "1b", "5b", step.code) // as a terminal tells
		s.Until("tmux knows: "+step.name, func() bool {
			return s.Tmux("list-clients", "-F", "#{m:*focused*,#{client_flags}}") == step.focused
		})
		if got := told(); got != step.want {
			t.Errorf("%s: told %q, not %q", step.name, got, step.want)
		}
	}
	if strings.Contains(screen.Tmux("capture-pane", "-p"), "Permission: Bash") {
		t.Error("a client that shows the pane got a message")
	}
}

// TestNotifyFails: whatever goes wrong, the pane is left alone. What tmux shows of
// a command that fails, it shows in a mode of the pane, and there it takes the
// keys that are meant for Claude's dialog.
func TestNotifyFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, option, value, says string
	}{
		{"a command that is not there", tmuxopt.NotifyCommandOption, "no-such-program", "no-such-program"},
		{"a command that fails and talks", tmuxopt.NotifyCommandOption, "echo one; echo it is broken; exit 3", "exit status 3: it is broken"},
		{"a channel that is not there", tmuxopt.ChannelsOption, "mesage", `there is no channel "mesage"`},
		{"atm is gone", tmuxopt.NotifyOption, "/nowhere/atm notify", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, screen, pane := notified(t)
			s.Tmux("set-option", "-g", tmuxopt.ChannelsOption, "command", ";", "set-option", "-g", tt.option, tt.value)
			asks(t, s, pane)
			if tt.says != "" {
				screen.Until("it is said", func() bool { return strings.Contains(screen.Tmux("capture-pane", "-p"), tt.says) })
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
	fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"a;b \u001b]0;pwned\u0007 c"}`)
	asks(t, s, pane)
	text := "Claude needs you: a;b \ufffd]0;pwned\ufffd c: Permission: Bash"
	want := "\x1b]9;" + text + "\x1b\\\x1b]777;notify;Claude Code;" + strings.ReplaceAll(text, ";", ",") + "\x1b\\"
	s.Until("the terminal has got it", func() bool {
		got, _ := os.ReadFile(raw) // there is none before the first byte
		return strings.Contains(string(got), want) && strings.Contains(strings.ReplaceAll(string(got), want, ""), "\a")
	})
	if got, _ := os.ReadFile(raw); strings.Contains(string(got), "\x1b]0;pwned") {
		t.Errorf("a title speaks to the terminal: %q", got)
	}
}
