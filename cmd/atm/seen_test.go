package main

import (
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/tmuxconf"
	"atm/tmuxopt"
)

// TestSeen: what each policy does when the user passes through a window, and when the user stays in it.
func TestSeen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		policy       tmuxopt.SeenPolicy
		passed, been string        // unseen after passing through, and after having been there for a second
		least        time.Duration // that it takes
	}{
		{policy: tmuxopt.Visit, passed: "", been: "", least: 0},
		{policy: tmuxopt.Dwell, passed: "unseen", been: "", least: 900 * time.Millisecond},
		{policy: tmuxopt.Respond, passed: "unseen", been: "unseen", least: 0},
	}
	for _, tt := range tests {
		t.Run(string(tt.policy), func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			pane := s.NewPane()
			s.Attach()
			s.Tmux("select-window", "-t", "%0")
			for _, cmd := range tmuxconf.SeenHooks(program(t), string(tt.policy), 1) {
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
			passing := time.Now()
			s.Tmux("select-window", "-t", pane)
			s.Tmux("select-window", "-t", "%0")
			s.Tmux("display-message", "-p", "x") // tmux has done its part by now
			if tt.policy != tmuxopt.Visit {
				if got := unseen(); got != tt.passed {
					t.Errorf("after passing through: %q, not %q", got, tt.passed)
				}
			}
			// Another visit begins before a second is over since the first.
			s.Until("half a second is over",
				func() bool { return time.Since(passing) > 500*time.Millisecond })
			arrived := time.Now()
			s.Tmux("select-window", "-t", pane)
			if tt.been == "" {
				s.Until("it counts as seen", func() bool { return unseen() == "" })
			}
			if took := time.Since(arrived); took < tt.least {
				t.Errorf("it counts as seen after %v", took)
			}
			if got := unseen(); got != tt.been {
				t.Errorf("after a while: %q, not %q", got, tt.been)
			}
			fire(t, s, pane, `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
			fire(t, s, pane, `{"hook_event_name":"Stop","session_id":"s"}`)
			if got := unseen(); got != tt.been {
				t.Errorf("it finished while somebody looked: %q", got)
			}
		})
	}
}

// TestSeenArrivals: all ways in which a pane comes into view. %1 and %2 share a window.
func TestSeenArrivals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name           string
		before, arrive string // commands of tmux
	}{
		{"another pane of a zoomed window", "select-window -t %1 ; resize-pane -Z -t %1",
			"select-pane -t %2"},
		{"the last pane of a zoomed window",
			"select-window -t %2 ; select-pane -t %2 ; select-pane -t %1 ; resize-pane -Z -t %1",
			"last-pane -t %1"},
		{"the pane beside it is gone", "select-window -t %1 ; resize-pane -Z -t %1", "kill-pane -t %1"},
		{"the window is not zoomed any more", "select-window -t %1 ; resize-pane -Z -t %1",
			"resize-pane -Z -t %1"},
		{"the client is switched", "select-window -t %0", "switch-client -t %2"},
		{"its window, where it is the active pane", "select-pane -t %2 ; select-window -t %0",
			"select-window -t %2"},
		{"its window, where another pane is active", "select-pane -t %1 ; select-window -t %0",
			"select-window -t %1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Attach()
			s.NewPane()
			s.Tmux("split-window", "-t", "%1", "sleep 10000")
			s.Tmux(strings.Fields(tt.before)...)
			for _, cmd := range tmuxconf.SeenHooks(program(t), string(tmuxopt.Visit), 0) {
				s.Tmux(cmd...)
			}
			fire(t, s, "%2", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
			fire(t, s, "%2", `{"hook_event_name":"Stop","session_id":"s"}`)
			seen := func() string { return s.Tmux("show-options", "-pqvt", "%2", string(tmuxopt.Seen)) }
			if got := seen(); got != "" {
				t.Fatalf("seen %s although nobody could see it", got)
			}
			s.Tmux(strings.Fields(tt.arrive)...)
			s.Until("it counts as seen", func() bool { return seen() != "" })
		})
	}
}

// TestSeenFromPaneToPane: a person who changes from pane to pane in a window goes on looking at all of them.
func TestSeenFromPaneToPane(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Attach()
	s.NewPane()
	s.Tmux("split-window", "-t", "%1", "sleep 10000")
	s.Tmux("select-window", "-t", "%0")
	s.Tmux("set-hook", "-g", fmt.Sprintf("after-select-pane[%d]", tmuxopt.HookIndex), // as an earlier version
		"set-option -wF "+tmuxopt.VisitOption+" '#{e|+:#{"+tmuxopt.VisitOption+"},1}'")
	for _, cmd := range tmuxconf.SeenHooks(program(t), string(tmuxopt.Dwell), 1) {
		s.Tmux(cmd...)
	}
	fire(t, s, "%2", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	fire(t, s, "%2", `{"hook_event_name":"Stop","session_id":"s"}`)
	s.Tmux("select-window", "-t", "%1")
	s.Until("it counts as seen", func() bool {
		s.Tmux("select-pane", "-t", "%1")
		s.Tmux("select-pane", "-t", "%2")
		return s.Tmux("show-options", "-pqvt", "%2", string(tmuxopt.Seen)) != ""
	})
}

// TestVisibleIsSeen: a session that finishes in a visible pane is seen, whichever pane of the window is
// active.
func TestVisibleIsSeen(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Attach()
	s.Tmux("split-window", "-t", "%0", "sleep 10000") // %1 is the active pane
	for _, cmd := range tmuxconf.SeenHooks(program(t), string(tmuxopt.Dwell), 1) {
		s.Tmux(cmd...)
	}
	fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	fire(t, s, "%0", `{"hook_event_name":"Stop","session_id":"s"}`)
	if got := s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.Seen)); got == "" {
		t.Error("what finished in a visible pane is unseen")
	}
}

// TestUnfocusedIsUnseen: a session that finishes while the terminal has no focus stays unseen until the
// terminal has the focus again. Before 3.7 a format cannot test the focus safely.
func TestUnfocusedIsUnseen(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	if s.Tmux("display-message", "-p", tmuxopt.Before("7")) == "1" {
		t.Skip("this tmux is too old")
	}
	s.Tmux("set-option", "-s", "focus-events", "on")
	screen := s.Attach()
	for _, cmd := range tmuxconf.SeenHooks(program(t), string(tmuxopt.Visit), 0) {
		s.Tmux(cmd...)
	}
	seen := func() string { return s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.Seen)) }
	focus := func(sequence, flag string) {
		screen.Tmux("send-keys", "-H", "1b", "5b", sequence)
		s.Until("the server knows the focus", func() bool {
			return strings.Contains(s.Tmux("list-clients", "-F", "#{client_flags}"),
				"focused") == (flag == "focused")
		})
	}
	fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	focus("4f", "")
	fire(t, s, "%0", `{"hook_event_name":"Stop","session_id":"s"}`)
	if got := seen(); got != "" {
		t.Errorf("seen %s although the terminal has no focus", got)
	}
	focus("49", "focused")
	s.Until("it counts as seen", func() bool { return seen() != "" })
	s.Tmux("set-option", "-g", "lock-command", "sleep 10000")
	s.Tmux("lock-server")
	fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	fire(t, s, "%0", `{"hook_event_name":"Stop","session_id":"s"}`)
	if got := seen(); got != "" {
		t.Errorf("seen %s although the terminal is locked", got)
	}
}

// TestSilentConnection: a program that has connected to the server but has not identified itself yet does no
// harm. Each hook is in that state for a moment. In formats it is a client without a name, on which tmux 3.5a
// crashes.
func TestSilentConnection(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Attach()
	for range 3 {
		conn, err := net.Dial("unix", s.Socket)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	// What finishes is looked at: so the server goes through its clients.
	fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	fire(t, s, "%0", `{"hook_event_name":"Stop","session_id":"s"}`)
	if got := s.Tmux("show-options", "-pqvt", "%0", string(tmuxopt.Seen)); got == "" {
		t.Error("what finished in a visible pane is unseen")
	}
}

// TestNothingUnseenWithoutPolicy: without a policy nothing is ever marked as seen, so nothing counts as
// unseen, for commands and formats alike.
func TestNothingUnseenWithoutPolicy(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
	fire(t, s, "%0", `{"hook_event_name":"Stop","session_id":"s"}`)
	if got := atm(t, s, "%0", "ls", "--state", "unseen", "--json"); strings.Contains(got, "%0") {
		t.Errorf("unseen: %s", got)
	}
	if got := atm(t, s, "%0", "pane-icon", "--icons", "states"); got != "⏸" {
		t.Errorf("icon %s", got)
	}
	s.Tmux("set-option", "-g", tmuxopt.ActiveSeenPolicyOption, "respond")
	if got := atm(t, s, "%0", "ls", "--state", "unseen", "--json"); !strings.Contains(got, "%0") {
		t.Errorf("with a policy: %s", got)
	}
}

// TestProgramsDoNotLook: a client in control mode without a terminal is a program, such as that of atm watch
// --hosts on another host. A session that finishes in its window stays unseen until a user looks.
func TestProgramsDoNotLook(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	for _, cmd := range tmuxconf.SeenHooks(program(t), string(tmuxopt.Visit), 1) {
		s.Tmux(cmd...)
	}
	finish := func() {
		fire(t, s, "%0", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`)
		fire(t, s, "%0", `{"hook_event_name":"Stop","session_id":"s"}`)
	}
	unseen := func() bool { return strings.Contains(atm(t, s, "%0", "ls", "--state", "unseen", "--json"), `"%0"`) }
	finish()
	control := exec.Command(s.Binary, "-S", s.Socket, "-C", "attach-session", "-f", "read-only,no-output,ignore-size")
	control.Env = append(s.Env("%0"), "TMUX=")
	stdin, err := control.StdinPipe()
	if err == nil {
		err = control.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Until("the program is attached", func() bool { return s.Tmux("list-clients") != "" })
	s.Tmux("select-window", "-t", "=0:1")
	s.Tmux("select-window", "-t", "%0")
	if !unseen() {
		t.Error("it counts as seen when a program is attached")
	}
	finish()
	if !unseen() {
		t.Error("what finishes then counts as seen")
	}
	s.Attach()
	s.Until("a person has seen it", func() bool { return !unseen() })
	finish()
	if unseen() {
		t.Error("it finished while a person looked")
	}
	stdin.Close()
	if err := control.Wait(); err != nil {
		t.Error(err)
	}
}
