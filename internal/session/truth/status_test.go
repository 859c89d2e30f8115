package truth_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/tmuxopt"
)

// TestTitle: the title of an agent's pane tells that its dialog is answered. It is read often while the agent asks, and
// only of agents that show something there.
func TestTitle(t *testing.T) {
	t.Parallel()
	type result struct {
		Reason, State string
		Beat          bool
	}
	for _, tt := range []struct {
		name, agent, title string
		want               result
	}{
		{name: "it asks", agent: "codex", title: "[ ! ] Action Required | x", want: result{State: "attention", Beat: true}},
		{name: "it works", agent: "codex", title: "⠧ x", want: result{Reason: "answered", State: "working", Beat: true}},
		{name: "a title of the person's own", agent: "codex", title: "x", want: result{State: "attention", Beat: true}},
		{name: "an agent that shows nothing there", agent: "build", title: "⠧ x", want: result{State: "attention"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, from := newSources(t)
			c := start(t, s, from, 1)
			asks := hookmap.Announcement{
				Agent: tt.agent, State: tmuxopt.Attention, Process: c.pid, Now: time.Now().Add(-time.Minute),
			}
			_, err := from.Tmux.Send(context.Background(), tmuxopt.Batch{Pane: c.pane, Edits: asks.Edits()})
			if err != nil {
				t.Fatal(err)
			}
			s.Tmux("select-pane", "-t", c.pane, "-T", tt.title)
			r := correct(t, from)
			got := result{reasons(r)[c.pane], states(t, from)[c.pane], r.Beat > 0}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestStatusFile: the file in which an agent writes down a session tells that its dialog is answered, or its turn was
// interrupted.
func TestStatusFile(t *testing.T) {
	t.Parallel()
	type result struct {
		Reason, State string
		Beat          bool
	}
	const (
		prompt = `{"type":"user.message","data":{}}` + "\n"
		asked  = prompt + `{"type":"permission.requested","data":{"requestId":"1"}}` + "\n"
		abort  = `{"type":"abort","data":{"reason":"user_initiated"}}` + "\n"
	)
	for _, tt := range []struct {
		name, file string
		state      tmuxopt.SessionState
		want       result
	}{
		{name: "it works", state: tmuxopt.Working, file: prompt, want: result{State: "working", Beat: true}},
		{name: "it was interrupted", state: tmuxopt.Working, file: prompt + abort,
			want: result{Reason: "interrupted", State: "idle", Beat: true}},
		{name: "it asks", state: tmuxopt.Attention, file: asked, want: result{State: "attention", Beat: true}},
		{name: "its dialog is answered", state: tmuxopt.Attention,
			file: asked + `{"type":"permission.completed","data":{"requestId":"1"}}` + "\n",
			want: result{Reason: "answered", State: "working", Beat: true}},
		{name: "its dialog is closed by Esc", state: tmuxopt.Attention, file: asked + abort,
			want: result{Reason: "denied", State: "idle", Beat: true}},
		{name: "no file", state: tmuxopt.Working, want: result{State: "working", Beat: true}},
		{name: "it has finished", state: tmuxopt.Idle, file: asked, want: result{State: "idle"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, from := newSources(t)
			home := t.TempDir()
			from.Getenv = func(name string) string { return map[string]string{"COPILOT_HOME": home}[name] }
			file := filepath.Join(home, "session-state", "s1", "events.jsonl")
			if tt.file != "" {
				err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(tt.file), 0o600))
				if err != nil {
					t.Fatal(err)
				}
			}
			c := start(t, s, from, 1)
			told := hookmap.Announcement{
				Agent: "copilot", State: tt.state, Process: c.pid, Now: time.Now().Add(-time.Minute),
			}
			edits := append(told.Edits(), tmuxopt.Set(tmuxopt.SessionID, "s1"))
			if _, err := from.Tmux.Send(t.Context(), tmuxopt.Batch{Pane: c.pane, Edits: edits}); err != nil {
				t.Fatal(err)
			}
			r := correct(t, from)
			got := result{reasons(r)[c.pane], states(t, from)[c.pane], r.Beat > 0}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
