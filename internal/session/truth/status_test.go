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
			got := result{reasons(r)[c.pane], states(t, from)[c.pane], r.PollInterval > 0}
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
			got := result{reasons(r)[c.pane], states(t, from)[c.pane], r.PollInterval > 0}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTranscript: the transcript of an agent tells that a turn has failed. A subagent may work on after the turn.
func TestTranscript(t *testing.T) {
	t.Parallel()
	const session = "01a208f5-1345-79d0-9fe0-a0686e6e5591" // has begun on the 23rd of November 2026
	failed := `{"timestamp":"` + time.Now().UTC().Format(time.RFC3339Nano) + `","type":"event_msg","payload":` +
		`{"type":"task_complete","last_agent_message":null,"error":{"message":"the limit is reached"}}}`
	type result struct{ Reason, State, Detail string }
	for _, tt := range []struct {
		name, text, title string
		turn              tmuxopt.TurnState
		want              result
	}{
		{name: "the turn has failed", text: failed, want: result{"error", "error", "the limit is reached"}},
		{name: "the title says that it works", text: failed, title: "⠧ x", want: result{State: "working"}},
		{name: "only a subagent works", text: failed, turn: tmuxopt.TurnDone, want: result{State: "working"}},
		{name: "no transcript", want: result{State: "working"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, from := newSources(t)
			from.Now = later(time.Second)
			home := t.TempDir()
			from.Getenv = func(name string) string { return map[string]string{"CODEX_HOME": home}[name] }
			if tt.text != "" {
				file := filepath.Join(home, "sessions/2026/11/23/rollout-2026-11-23T15-10-51-"+session+".jsonl")
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte("cut\n"+tt.text+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c := start(t, s, from, 1)
			works := hookmap.Announcement{
				Agent: "codex", State: tmuxopt.Working, Process: c.pid, Now: time.Now().Add(-time.Minute),
			}
			edits := append(works.Edits(), tmuxopt.Set(tmuxopt.SessionID, session))
			if tt.turn != "" {
				edits = append(edits, tmuxopt.Set(tmuxopt.Turn, string(tt.turn)), tmuxopt.Set(tmuxopt.Agents, " a=b"))
			}
			if _, err := from.Tmux.Send(t.Context(), tmuxopt.Batch{Pane: c.pane, Edits: edits}); err != nil {
				t.Fatal(err)
			}
			s.Tmux("select-pane", "-t", c.pane, "-T", tt.title)
			got := result{Reason: reasons(correct(t, from))[c.pane]}
			got.State = s.Tmux("show-options", "-pqvt", c.pane, string(tmuxopt.State))
			got.Detail = s.Tmux("show-options", "-pqvt", c.pane, string(tmuxopt.Detail))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
