package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

// TestAwaitCall: a pane tells of a question before its hook can be answered, and someone
// who waits for that state answers at once.
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
	s := streams{}
	s.Getenv, s.Now, s.Home = func(name string) string { return environment[name] }, time.Now, d.home
	s.Tmux = tmux.FromEnv(s.Getenv)
	session, err := s.calls().Asking(t.Context(), d.pane)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.calls().Open(t.Context(), session, ""); err == nil {
		t.Fatal("the hook waits already")
	}
	var opens sync.Once
	s.Now = func() time.Time { // it asks for the time when it has looked, and found no hook
		opens.Do(func() { d.asks("AskUserQuestion", question) })
		return time.Now()
	}
	_, asked, err := s.calls().Await(t.Context(), session, "")
	if err != nil {
		t.Fatal(err)
	}
	if asked.Tool != "AskUserQuestion" {
		t.Errorf("the hook of %s has come", asked.Tool)
	}
}

// TestKilledAnswers: an answer that is killed leaves nothing, and does not keep the hook from the next
// one.
func TestKilledAnswers(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := openDialog(t, s, "make")
	left := func() string {
		files, err := filepath.Glob(filepath.Join(filepath.Dir(s.Socket), "*"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(files, "\n") + s.Tmux("show-options", "-pt", d.pane)
	}
	before := left()
	const answers = 70
	for i := range answers {
		answer := exec.Command("atm", "answer", d.pane, "--show")
		answer.Env = append(s.Env(d.pane), d.env()...)
		if err := answer.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(i)*time.Millisecond/2, func() { _ = answer.Process.Kill() })
		_ = answer.Wait() // it may have been quicker
	}
	if diff := cmp.Diff(before, left()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	answer := exec.Command("atm", "answer", d.pane, "yes")
	answer.Env = append(s.Env(d.pane), d.env()...)
	var out bytes.Buffer
	answer.Stdout, answer.Stderr = &out, &out
	if err := answer.Start(); err != nil {
		t.Fatal(err)
	}
	d.answered("allow")
	if err := answer.Wait(); err != nil {
		t.Errorf("%v: %s", err, &out)
	}
}
