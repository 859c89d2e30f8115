package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/dev/tmuxtest"
	"atm/internal/longwork/handoff"
	"atm/internal/longwork/work"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestOwnHandoff: a session that hands over, and then gets its own handoff after a compaction, is followed by one that
// gets it, too, also if that is the first one of another cld work.
func TestOwnHandoff(t *testing.T) {
	t.Parallel()
	const session = "23e30f82-1111-4111-8111-111111111111"
	server := tmuxtest.Start(t)
	env := map[string]string{}
	for _, variable := range server.Vars("%0") {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	getenv := func(name string) string { return env[name] }
	w := worker{pane: "%0", session: session}
	w.streams = streams{getenv: getenv, now: time.Now, tmux: tmux.FromEnv(getenv)}
	edit := func(edits ...tmuxopt.Edit) {
		t.Helper()
		batch := tmuxopt.Batch{Pane: w.pane, ServerPID: w.tmux.PID, Edits: edits}
		if _, err := w.server().Send(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		w.observe(t.Context(), nil) // the session works, so it is not ended
	}
	written, err := handoff.Handoff{Text: "use the lexer", Time: time.Unix(1_800_000_000, 0)}.Edits()
	if err != nil {
		t.Fatal(err)
	}
	edit(append(tmuxopt.StartEffort("parser", time.Now()),
		tmuxopt.Set(tmuxopt.SessionID, session), tmuxopt.Set(tmuxopt.State, string(tmuxopt.Working)))...)
	edit(written...)
	edit(tmuxopt.Set(tmuxopt.HandoffTo, session), tmuxopt.Set(tmuxopt.HandoffTaken, "1"))

	// If cld ends now, or the person leaves in the countdown, nothing is lost.
	o, err := w.options()
	if err != nil {
		t.Fatal(err)
	}
	sessions := work.Sessions{Max: 1}
	next, reason, _ := sessions.Next(work.Of(o, w.before, w.session))
	if next != work.Fresh || reason != work.HandedOver {
		t.Errorf("%s follows, because %s", next, reason)
	}
	later := worker{streams: w.streams, pane: w.pane}
	if err := later.prepare(work.Fresh, "", "no prompt"); err != nil {
		t.Fatal(err)
	}
	if prompt := later.start[len(later.start)-1]; !strings.Contains(prompt, "use the lexer") {
		t.Errorf("it gets %q", prompt)
	}
	if o, err = w.options(); err != nil || o[tmuxopt.HandoffTo] != later.session || o[tmuxopt.HandoffTaken] != "" {
		t.Errorf("given to %q, taken %q, %v", o[tmuxopt.HandoffTo], o[tmuxopt.HandoffTaken], err)
	}
}

// TestLead: the registry lists the lead of a team as busy also when its turn is over.
func TestLead(t *testing.T) {
	t.Parallel()
	const session = "23e30f82-1111-4111-8111-111111111111"
	home := t.TempDir()
	write := func(name, format string, values ...any) {
		t.Helper()
		file := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, fmt.Appendf(nil, format, values...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(fmt.Sprintf("sessions/%d.json", os.Getpid()), `{"pid":%d,"sessionId":%q,"status":"busy"}`, os.Getpid(), session)
	w := worker{streams: streams{getenv: func(string) string { return home }, now: time.Now}}
	for _, tt := range []struct {
		name, team string // the teammate's isActive, "" = no team
		since      time.Duration
		want       bool
	}{
		{"no team", "", time.Hour, false},
		{"an idle teammate", "false", time.Hour, true},
		{"another hook may continue the turn", "false", time.Second, false},
		{"a teammate that works", "true", time.Hour, false},
	} {
		if tt.team != "" {
			write(claudehome.TeamDir(session)+"/"+claudehome.TeamFile,
				`{"leadSessionId":%q,"members":[{"agentId":"a","isActive":%s}]}`, session, tt.team)
		}
		w.idleSince = time.Now().Add(-tt.since)
		if got := w.isIdle(tmuxopt.Options{tmuxopt.PID: strconv.Itoa(os.Getpid())}); got != tt.want {
			t.Errorf("%s: idle %v", tt.name, got)
		}
	}
}
