package reply_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// lateFor is longer than each time limit of a hook for tmux.
const lateFor = 2500 * time.Millisecond

// staysFor waits until tmux has been late for so long. The hook must not end meanwhile.
func (s *session) staysFor(p *process, since time.Time, late time.Duration) {
	s.t.Helper()
	s.Until("tmux has been late for long", func() bool {
		if p.endsWithin(0) {
			s.t.Fatal("the hook has ended")
		}
		return time.Since(since) > late
	})
}

// answers answers the request of a hook, once the pane lists the hook.
func (s *session) answers(p *process) {
	s.t.Helper()
	s.Until("the pane lists the hook", func() bool {
		_, process := s.answerable()
		return process == p.pid()
	})
	v, err := s.visit()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := v.Decide([]byte(allow)); err != nil {
		s.t.Fatal(err)
	}
	s.ends(p, allow+"\n")
}

// TestSuspendedServer: a server that hangs while a hook begins to wait puts the wait off, and does not end it.
func TestSuspendedServer(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]time.Duration{
		"longer than any limit": lateFor,
		"until the second try, which finds that the first one was carried out": 1400 * time.Millisecond,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.setStatus("waiting")
			s.Suspend()
			began := time.Now()
			p := s.run(makeRequest)
			s.staysFor(p, began, late)
			s.Resume()
			s.answers(p)
		})
	}
}

// lateTmux is a tmux program that takes its time to start, as on a busy machine.
type lateTmux struct{ dir string }

// late has hooks run such a program from now on. The first calls are in time.
func (s *session) late(inTime int) lateTmux {
	s.t.Helper()
	l := lateTmux{s.t.TempDir()}
	script := fmt.Sprintf(`#!/bin/sh
cd %q && echo >>calls
[ ! -e late ] || [ $(wc -l <calls) -le %d ] || while [ -e late ]; do sleep 0.02; done
exec %q "$@"
`, l.dir, inTime, s.Binary)
	for name, text := range map[string]string{"tmux": script, "late": ""} {
		tmuxtest.WriteProgram(s.t, filepath.Join(l.dir, name), text)
	}
	s.env = []string{"ATM_TRANSPORT=exec", "ATM_TMUX=" + filepath.Join(l.dir, "tmux")}
	return l
}

// inTime has the program start at once from now on.
func (l lateTmux) inTime() { _ = os.Remove(filepath.Join(l.dir, "late")) }

// calls returns how often the program was run.
func (l lateTmux) calls() int {
	text, _ := os.ReadFile(filepath.Join(l.dir, "calls")) // there is none before the first call
	return strings.Count(string(text), "\n")
}

const makeRequest = `{"hook_event_name":"PermissionRequest","session_id":"a","cwd":"/src","tool_name":"Bash",` +
	`"tool_input":{"command":"make"}}`

// TestLate: tmux is late when a hook lists itself, or already for the event. The hook waits, and tells the pane of
// the event if nothing else has: the registry may have told of a dialog meanwhile.
func TestLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		inTime    int  // calls of tmux by the hook
		corrected bool // by the registry
	}{
		{name: "to list the hook", inTime: 1},
		{name: "for the event"},
		{name: "for the event, which the registry has told", corrected: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			late := s.late(tt.inTime)
			s.setStatus("waiting")
			began := time.Now()
			p := s.run(makeRequest)
			s.staysFor(p, began, lateFor)
			if tt.corrected {
				s.corrects()
			}
			late.inTime()
			s.answers(p)
			o := s.Options(t)
			if o[tmuxopt.Waiting] != "" || o[tmuxopt.State] != string(tmuxopt.Working) {
				t.Errorf("state %s, waiting %q", o[tmuxopt.State], o[tmuxopt.Waiting])
			}
		})
	}
}

// TestMissedAndOff: a hook whose event was lost tells the pane of it also if nobody may answer, and ends then.
func TestMissedAndOff(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Tmux("set-option", "-g", tmuxopt.AnswerOption, tmuxopt.Off)
	late := s.late(0)
	s.setStatus("waiting")
	began := time.Now()
	p := s.run(makeRequest)
	s.staysFor(p, began, lateFor)
	late.inTime()
	s.ends(p, "")
	if o := s.Options(t); !strings.HasPrefix(o[tmuxopt.Waiting], " main.") || o[tmuxopt.Answerable] != "" {
		t.Errorf("waiting %q, answerable %q", o[tmuxopt.Waiting], o[tmuxopt.Answerable])
	}
}

// corrects has the registry tell the pane of a dialog.
func (s *session) corrects() {
	s.t.Helper()
	now := time.Now()
	entry := &hookmap.Entry{
		PID: s.pid, SessionID: "a", Status: hookmap.StatusWaiting, WaitingFor: "permission prompt",
		Changed: now, Updated: now,
	}
	c, _ := hookmap.Reconcile(s.Options(s.t), hookmap.Witness{Entry: entry}, now.Add(time.Minute))
	if c == nil {
		s.t.Fatal("nothing is wrong")
	}
	s.Send(s.t, c.Edits...)
	if waiting := s.Options(s.t)[tmuxopt.Waiting]; waiting != " registry.0=permission" {
		s.t.Fatalf("corrected %q: waiting %q", c.Why, waiting)
	}
}

// TestMissedAndOver: a hook whose event was lost does not tell of its call after the call is over.
func TestMissedAndOver(t *testing.T) {
	t.Parallel()
	s := start(t)
	late := s.late(0)
	s.setStatus("waiting")
	began := time.Now()
	p := s.run(makeRequest)
	s.staysFor(p, began, lateFor)
	s.env = nil
	s.event(strings.Replace(makeRequest, "PermissionRequest", "PostToolUse", 1))
	before := late.calls()
	late.inTime()
	s.Until("the hook has read the pane twice", func() bool {
		s.Tmux("wait-for", "-S", tmuxopt.PaneChannel+"%0")
		return late.calls() >= before+2
	})
	if o := s.Options(t); o[tmuxopt.Waiting] != "" || o[tmuxopt.Answerable] != "" {
		t.Errorf("waiting %q, answerable %q", o[tmuxopt.Waiting], o[tmuxopt.Answerable])
	}
	if p.endsWithin(0) {
		t.Error("the hook has ended, although the registry lists a dialog")
	}
	s.setStatus("busy")
	if !p.endsWithin(tmuxtest.Patience) || p.out.Len() > 0 {
		t.Errorf("the hook goes on, or has printed %q", p.out.String())
	}
}
