package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// asks has a session in that pane ask for permission.
func asks(t *testing.T, s *tmuxtest.Server, pane string) {
	t.Helper()
	fire(t, s, pane,
		`{"session_id":"id-`+pane[1:]+`","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{}}`)
}

// shows returns the session and the pane that a client shows.
func shows(s *tmuxtest.Server, client string) string {
	for line := range strings.Lines(s.Tmux("list-clients", "-F",
		"#{client_name} #{session_name} #{pane_id}")) {
		if at, found := strings.CutPrefix(strings.TrimSpace(line), client+" "); found {
			return at
		}
	}
	return ""
}

func clientOf(t *testing.T, s *tmuxtest.Server, session string) string {
	t.Helper()
	for line := range strings.Lines(s.Tmux("list-clients", "-F", "#{client_name} #{session_name}")) {
		if name, at, _ := strings.Cut(strings.TrimSpace(line), " "); at == session {
			return name
		}
	}
	t.Fatalf("no client of %s", session)
	return ""
}

func TestNext(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	second := s.NewPane()
	other := s.Tmux("new-session", "-d", "-s", "other", "-P", "-F", "#{pane_id}", "sleep 10000")
	screen := s.Attach()
	client := clientOf(t, s, "0")
	s.Tmux("select-window", "-t", "%0")

	// Nothing needs you: it says so on the screen, and moves nothing.
	cmd := exec.Command("atm", "next")
	cmd.Env = s.Env("%0")
	if out, err := cmd.CombinedOutput(); err == nil || string(out) != "atm: nothing needs you\n" {
		t.Errorf("error %v, output %q", err, out)
	}
	screen.Until("the message is shown", screen.Shows("atm: nothing needs you"))

	// You are at the only one that does.
	asks(t, s, "%0")
	atm(t, s, "%0", "next")
	screen.Until("the message is shown", screen.Shows("atm: no other session needs you"))
	atm(t, s, "%0", "next", "--state", "attention")
	screen.Until("the message is shown", screen.Shows("atm: no other session is attention"))
	fire(t, s, "%0", `{"session_id":"x","hook_event_name":"SessionEnd"}`)

	// A round: the one that has asked for longest, the following one, and home.
	asks(t, s, second)
	asks(t, s, other)
	var round []string
	for _, from := range []string{"%0", second, other, "%0"} {
		atm(t, s, from, "next")
		round = append(round, shows(s, client))
	}
	want := []string{"0 " + second, "other " + other, "0 %0", "0 " + second}
	if diff := cmp.Diff(want, round); diff != "" {
		t.Errorf("the round (-want +got):\n%s", diff)
	}
	atm(t, s, second, "next")
	atm(t, s, other, "next", "--back")
	if got := shows(s, client); got != "0 %0" {
		t.Errorf("back is %s", got)
	}

	// What has been visited is not visited again in this round, also if it still asks.
	atm(t, s, "%0", "next")
	atm(t, s, second, "next")
	fire(t, s, other, `{"hook_event_name":"Stop","session_id":"id-`+other[1:]+`"}`)
	s.Tmux("set-option", "-pFt", other, "@meta.claude.seen", "#{@meta.claude.since}")
	atm(t, s, other, "next")
	if got := shows(s, client); got != "0 %0" {
		t.Errorf("the round ends at %s", got)
	}
	atm(t, s, "%0", "next")
	if got := shows(s, client); got != "0 "+second {
		t.Errorf("the next round begins with %s", got)
	}
	fire(t, s, second,
		`{"session_id":"id-`+second[1:]+`","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{}}`)
	atm(t, s, second, "next")
	if got := shows(s, client); got != "0 %0" {
		t.Errorf("nothing is left, and home is %s", got)
	}
	asks(t, s, second)

	// Who has chosen a session comes back to it.
	atm(t, s, second, "focus", other)
	atm(t, s, other, "next")
	if got := shows(s, client); got != "0 "+second {
		t.Errorf("from the one that was chosen: %s", got)
	}
	atm(t, s, second, "next")
	if got := shows(s, client); got != "other "+other {
		t.Errorf("back to the one that was chosen: %s", got)
	}
	atm(t, s, other, "focus", second)
	atm(t, s, second, "next", "--back")
	if got := shows(s, client); got != "other "+other {
		t.Errorf("back is where one was before: %s", got)
	}

	// By name, across sessions; a zoomed window stays zoomed.
	split := s.Tmux("split-window", "-d", "-t", other, "-P", "-F", "#{pane_id}", "sleep 10000")
	s.Tmux("resize-pane", "-Z", "-t", other)
	fire(t, s, split, startedIn("23e30f82", "the lexer", "/srv/src/parser"))
	for _, name := range []string{split, "23e3", "23E3", "the lexer", "LEXER", "/srv/src/parser",
		"src/parser"} {
		atm(t, s, "%0", "focus", second)
		atm(t, s, second, "focus", name)
		zoomed := s.Tmux("display-message", "-p", "-t", split, "#{window_zoomed_flag}")
		if got := shows(s, client) + " " + zoomed; got != "other "+split+" 1" {
			t.Errorf("focus %s: %s", name, got)
		}
	}
}

// TestNextOfTwoClients: the client at which the person is moves, and no other.
func TestNextOfTwoClients(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	other := s.Tmux("new-session", "-d", "-s", "other", "-P", "-F", "#{pane_id}", "sleep 10000")
	wants := s.NewPane()
	s.Attach()
	mine := clientOf(t, s, "0")
	s.AttachTo("other")
	theirs := clientOf(t, s, "other")
	asks(t, s, wants)

	// From a popup there is no pane, but TMUX names the session: "$1".
	cmd := exec.Command("atm", "next")
	cmd.Env = append(s.Env(""), "TMUX="+s.Socket+","+s.PID+",1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := shows(s, theirs); got != "other "+wants {
		t.Errorf("the client of the popup shows %s", got)
	}
	asks(t, s, other)
	atm(t, s, "%0", "focus", "--client", mine, other)
	if got := shows(s, mine); got != "other "+other {
		t.Errorf("the named client shows %s", got)
	}
}

// TestNextQuestion: a session that has ended its turn with a question needs somebody
// until it gets a prompt, also when its pane was looked at.
func TestNextQuestion(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	second := s.NewPane()
	s.Attach()
	client := clientOf(t, s, "0")
	fire(t, s, second, `{"session_id":"x","hook_event_name":"UserPromptSubmit"}`)
	fire(t, s, second, `{"session_id":"x","hook_event_name":"Stop"}`)
	ask := func() {
		t.Helper()
		s.Tmux("set-option", "-pt", second, string(tmuxopt.Intent), string(tmuxopt.Question))
		s.Tmux("select-window", "-t", "%0")
	}
	for _, why := range []string{"nobody has looked", "it was looked at"} {
		ask()
		atm(t, s, "%0", "next")
		if got := shows(s, client); got != "0 "+second {
			t.Errorf("%s: %s", why, got)
		}
	}
	ask()
	atm(t, s, "%0", "next", "--state", "question")
	if got := shows(s, client); got != "0 "+second {
		t.Errorf("asked for questions: %s", got)
	}
	for _, other := range []func(){
		func() { s.Tmux("set-option", "-pt", second, string(tmuxopt.Intent), "completion") },
		func() { fire(t, s, second, `{"session_id":"x","hook_event_name":"UserPromptSubmit"}`) },
	} {
		ask()
		other()
		cmd := exec.Command("atm", "next")
		cmd.Env = s.Env("%0")
		if out, err := cmd.CombinedOutput(); err == nil || string(out) != "atm: nothing needs you\n" {
			t.Errorf("error %v, output %q", err, out)
		}
	}
}
