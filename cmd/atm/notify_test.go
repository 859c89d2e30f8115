package main

import (
	"os"
	"strconv"
	"strings"
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
	atm, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test binary is atm if it is called so.
	link := t.TempDir() + "/atm"
	if err := os.Symlink(atm, link); err != nil {
		t.Fatal(err)
	}
	s.Tmux("set-option", "-g", tmuxopt.NotifyOption, link+" notify")
	return s, screen, pane
}

func TestNotifyMessage(t *testing.T) {
	t.Parallel()
	s, screen, pane := notified(t)
	fire(t, s, pane, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s","session_title":"#[fg=red]#(touch x) 100%H"}`)
	asks(t, s, pane)
	screen.Until("the message is shown to the letter", func() bool {
		return strings.Contains(screen.Tmux("capture-pane", "-p"), "#[fg=red]#(touch x) 100%H: Permission: Bash")
	})
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
	fire(t, s, pane, `{"hook_event_name":"Stop","session_id":"s"}`)
	s.Tmux("set-option", "-g", "@atm-notify-states", "attention,idle")
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

func TestSeen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		policy       tmuxopt.SeenPolicy
		passed, been string // unseen after passing through, and after having been there for a second
	}{
		{tmuxopt.Visit, "", ""},
		{tmuxopt.Dwell, "unseen", ""},
		{tmuxopt.Respond, "unseen", "unseen"},
	}
	for _, tt := range tests {
		t.Run(string(tt.policy), func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			pane := s.NewPane()
			s.Attach()
			s.Tmux("select-window", "-t", "%0")
			for _, cmd := range tmuxopt.SeenHooks(tt.policy, 1) {
				s.Tmux(cmd...)
			}
			unseen := func() string {
				for _, p := range strings.Fields(atm(t, s, "%0", "ls", "--state", "unseen", "--json")) {
					if p == strconv.Quote(pane)+"," {
						return "unseen"
					}
				}
				return ""
			}
			fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
			fire(t, s, pane, `{"hook_event_name":"Stop","session_id":"s"}`)
			if unseen() == "" {
				t.Error("it counts as seen although nobody was there")
			}
			s.Tmux("select-window", "-t", pane)
			s.Tmux("select-window", "-t", "%0")
			s.Tmux("display-message", "-p", "x") // tmux has done its part by now
			if tt.policy != tmuxopt.Visit {
				if got := unseen(); got != tt.passed {
					t.Errorf("after passing through: %q, not %q", got, tt.passed)
				}
			}
			s.Tmux("select-window", "-t", pane)
			if tt.been == "" {
				s.Until("it counts as seen", func() bool { return unseen() == "" })
			}
			if got := unseen(); got != tt.been {
				t.Errorf("after a while: %q, not %q", got, tt.been)
			}
			fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
			fire(t, s, pane, `{"hook_event_name":"Stop","session_id":"s"}`)
			if got := unseen(); got != "" {
				t.Errorf("it finished while somebody looked: %q", got)
			}
		})
	}
}
