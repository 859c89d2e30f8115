package typing_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atm/internal/act/typing"
	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const sessionID = "23e30f82-0000-4000-8000-000000000000"

// reader is a program in pane %0 of a server that writes down the lines that are typed.
type reader struct {
	*tmuxtest.Server
	file string
}

// start starts a reader, in the pane of a session that has ended its turn.
func start(t *testing.T) reader {
	t.Helper()
	r := reader{Server: tmuxtest.Start(t), file: filepath.Join(t.TempDir(), "typed")}
	r.Tmux(r.respawn()...)
	r.Until("it reads", func() bool {
		_, err := os.Stat(r.file)
		return err == nil
	})
	for option, value := range map[tmuxopt.Option]string{
		tmuxopt.SessionID: sessionID, tmuxopt.PID: "4711", tmuxopt.State: "idle",
	} {
		r.Tmux(tmuxtest.SetOption(option, value)...)
	}
	return r
}

func (r reader) respawn() []string {
	return []string{"respawn-pane", "-k", "-t", "%0", "exec cat >>" + r.file}
}

// do types a line on a condition.
func (r reader) do(t *testing.T, when tmuxopt.Format) error {
	t.Helper()
	return typing.Do(t.Context(), r.Way(), "%0", when, "send-keys", "-t", "%0", "x", "Enter")
}

// typed returns the lines that have come before one that is typed now.
func (r reader) typed(t *testing.T) string {
	t.Helper()
	r.Tmux("send-keys", "-t", "%0", "last", "Enter")
	var before string
	r.Until("the last line comes", func() (last bool) {
		text, err := os.ReadFile(r.file)
		if err != nil {
			t.Fatal(err)
		}
		before, last = strings.CutSuffix(string(text), "last\n")
		return last
	})
	return before
}

// TestDo: something is typed where the condition is true in that pane, and nowhere else.
func TestDo(t *testing.T) {
	t.Parallel()
	idle, option := tmuxopt.Is(tmuxopt.State, "idle"), tmuxtest.SetOption
	for _, tt := range []struct {
		name    string
		changes []string // since somebody has looked
		want    error
		typed   string
	}{
		{name: "true", typed: "x\n"},
		{name: "false by now", changes: option(tmuxopt.State, "working"), want: typing.ErrChanged},
		{name: "true on the server only", want: typing.ErrChanged,
			changes: []string{"set-option", "-put", "%0", string(tmuxopt.State), ";",
				"set-option", "-pt", "%1", string(tmuxopt.State), "idle"}},
		{name: "a value that looks like the condition", changes: option(tmuxopt.State, "#{l:idle}"),
			want: typing.ErrChanged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := start(t)
			r.NewPane()
			if tt.changes != nil {
				r.Tmux(tt.changes...)
			}
			if err := r.do(t, idle); !errors.Is(err, tt.want) {
				t.Errorf("error %v, not %v", err, tt.want)
			}
			if got := r.typed(t); got != tt.typed {
				t.Errorf("typed %q, not %q", got, tt.typed)
			}
		})
	}
}

// TestDoFails: what tmux cannot do is an error, too.
func TestDoFails(t *testing.T) {
	t.Parallel()
	r := start(t)
	idle := tmuxopt.Is(tmuxopt.State, "idle")
	err := typing.Do(t.Context(), r.Way(), "%77", idle, "send-keys", "-t", "%77", "x", "Enter")
	if err == nil {
		t.Error("no pane, and no error")
	}
	err = typing.Do(t.Context(), r.Way(), "%0", idle, "send-keys", "-t", "%77", "x", "Enter")
	if err == nil || errors.Is(err, typing.ErrChanged) {
		t.Errorf("a command that fails: %v", err)
	}
	if got := r.typed(t); got != "" {
		t.Errorf("typed %q", got)
	}
}

// TestDoOnce: when a server does not answer, nobody knows whether it will type something. It
// does not get the same again.
func TestDoOnce(t *testing.T) {
	t.Parallel()
	r := start(t)
	r.Suspend()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	idle := tmuxopt.Is(tmuxopt.State, "idle")
	err := typing.Do(ctx, r.Way(), "%0", idle, "send-keys", "-t", "%0", "x", "Enter")
	if err == nil || errors.Is(err, typing.ErrChanged) {
		t.Errorf("error %v", err)
	}
	r.Resume()
	if got := r.typed(t); got != "" && got != "x\n" {
		t.Errorf("typed %q", got)
	}
}

// TestReaches: keys reach the session that was seen, as long as nothing leads them elsewhere.
func TestReaches(t *testing.T) {
	t.Parallel()
	option := tmuxtest.SetOption
	for _, tt := range []struct {
		name          string
		before        []string   // the session is seen
		changes, undo [][]string // since then; so that keys arrive again
		reaches       bool
	}{
		{name: "as it was seen", reaches: true},
		{name: "a turn has come and gone", reaches: true,
			changes: [][]string{option(tmuxopt.State, "working"), option(tmuxopt.State, "idle")}},
		{name: "another session", changes: [][]string{option(tmuxopt.SessionID, "x")}},
		{name: "no session", changes: [][]string{{"set-option", "-put", "%0", string(tmuxopt.SessionID)}}},
		{name: "another process", changes: [][]string{option(tmuxopt.PID, "4712")}},
		{name: "an id that is none", before: option(tmuxopt.SessionID, "#{l:x}")},
		{name: "copy mode", changes: [][]string{{"copy-mode", "-t", "%0"}},
			undo: [][]string{{"send-keys", "-t", "%0", "-X", "cancel"}}},
		{name: "keys go to several panes",
			changes: [][]string{{"set-option", "-wt", "%0", "synchronize-panes", "on"}},
			undo:    [][]string{{"set-option", "-wt", "%0", "synchronize-panes", "off"}}},
		{name: "the pane takes no input", changes: [][]string{{"select-pane", "-d", "-t", "%0"}},
			undo: [][]string{{"select-pane", "-e", "-t", "%0"}}},
		{name: "the program has ended", changes: [][]string{
			{"set-option", "-wt", "%0", "remain-on-exit", "on"}, {"respawn-pane", "-k", "-t", "%0", "true"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := start(t)
			if tt.before != nil {
				r.Tmux(tt.before...)
			}
			seen := r.pane(t)
			for _, command := range tt.changes {
				r.Tmux(command...)
			}
			ends := len(tt.changes) > 0 && tt.changes[len(tt.changes)-1][0] == "respawn-pane"
			if ends {
				r.Until("it has ended", func() bool { return r.pane(t).Dead })
			}
			err, want := r.do(t, typing.Reaches(seen)), ""
			if tt.reaches {
				want = "x\n"
			}
			if tt.reaches != (err == nil) || err != nil && !errors.Is(err, typing.ErrChanged) {
				t.Errorf("error %v", err)
			}
			for _, command := range tt.undo {
				r.Tmux(command...)
			}
			if ends {
				r.Tmux(r.respawn()...)
			}
			if got := r.typed(t); got != want {
				t.Errorf("typed %q, not %q", got, want)
			}
		})
	}
}

// pane returns pane %0.
func (r reader) pane(t *testing.T) tmux.Pane {
	t.Helper()
	panes, err := r.Way().Panes(t.Context(), 0)
	if err != nil || len(panes) == 0 {
		t.Fatal(err)
	}
	return panes[0]
}
