package notify

import (
	"testing"

	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// TestSentence: a message has the words that a list of sessions has, and not those of Claude Code.
func TestSentence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, detail, request string
		asOf                  tmuxopt.SessionState
		want                  string
	}{
		{"a dialog that no hook told", "Dialog", "", tmuxopt.Attention, "Claude needs you: it: a dialog"},
		{"a plan", "ExitPlanMode", "", tmuxopt.Attention, "Claude needs you: it: a plan"},
		{"a known request", "Permission: Bash", "Bash: make", tmuxopt.Attention, "Claude needs you: it: Bash: make"},
		{"it is over by now", "Permission: Bash", "Bash: make", tmuxopt.Idle, "Claude has finished: it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := fleet.Session{Title: "it", State: tmuxopt.Attention, Detail: tt.detail}
			s.Pane.Options = tmuxopt.Options{}
			s.Request = tt.request
			if got := (News{Session: s}).inState(tt.asOf).sentence(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestSentenceOfAgent: another program is not called Claude.
func TestSentenceOfAgent(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"": "Claude needs you: it", "codex": "Codex needs you: it", "build": "build needs you: it",
		"-e": "e needs you: it", // a preset gives it to a program as a word
	} {
		s := fleet.Session{Title: "it", Agent: agent, State: tmuxopt.Attention}
		if got := (News{Session: s}).inState(tmuxopt.Attention).sentence(); got != want {
			t.Errorf("%q: got %q, want %q", agent, got, want)
		}
	}
}

// TestSentenceOfPrompt: a prompt that may have arrived is not said to be unsent.
func TestSentenceOfPrompt(t *testing.T) {
	t.Parallel()
	for occasion, want := range map[tmuxopt.Occasion]string{
		tmuxopt.NotSent:  "A prompt was not sent: it: why",
		tmuxopt.Unproven: "A prompt may have arrived: it: why",
	} {
		if got := (News{Session: fleet.Session{Title: "it", Detail: "why"}, Occasion: occasion}).sentence(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
