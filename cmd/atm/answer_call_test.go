package main

import (
	"strings"
	"sync"
	"testing"
	"time"

	"atm/internal/permission"
	"atm/internal/tmux"
	"atm/internal/tmuxtest"
)

// TestAwaitCall: a pane tells of a question before its hook can be answered, and whoever
// waits for that state answers at once.
func TestAwaitCall(t *testing.T) {
	t.Parallel()
	server := tmuxtest.Start(t)
	d := beginTurn(t, server)
	const question = `{"questions":[{"question":"Which?"}]}`
	d.fires(`"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":` + question)

	environment := map[string]string{"CLAUDE_CONFIG_DIR": d.home}
	for _, variable := range server.Vars(d.pane) {
		name, value, _ := strings.Cut(variable, "=")
		environment[name] = value
	}
	s := streams{getenv: func(name string) string { return environment[name] }, now: time.Now}
	s.tmux = tmux.FromEnv(s.getenv)
	session, err := s.asking(t.Context(), d.pane)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.openCall(t.Context(), session, ""); err == nil {
		t.Fatal("the hook waits already")
	}
	var opens sync.Once
	s.now = func() time.Time { // it asks for the time when it has looked, and found no hook
		opens.Do(func() { d.asks("AskUserQuestion", question) })
		return time.Now()
	}
	_, asked, err := s.awaitCall(t.Context(), session, "")
	if err != nil {
		t.Fatal(err)
	}
	defer asked.visit.Close()
	if asked.Tool != "AskUserQuestion" {
		t.Errorf("the hook of %s has come", asked.Tool)
	}
}

// TestTitle: what is asked stands in a line that a terminal can show, whatever the names are.
func TestTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, tool, input, want string }{
		{name: "a command", tool: "Bash", input: `{"command":"ls\u202e\u001b[2J"}`,
			want: "Bash: ls\ufffd[2J"},
		{name: "no input", tool: "x\x1b[2J\u202e", want: "x\ufffd[2J"},
	} {
		asked := hooked{Request: permission.Request{Tool: tt.tool, Input: []byte(tt.input)}}
		if got := asked.title(); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
