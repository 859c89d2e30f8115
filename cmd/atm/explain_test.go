package main

import (
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/tmuxopt"
)

// TestExplainCorrected: a correction is explained in words, but only if it is about the current state.
func TestExplainCorrected(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, tt := range []struct{ name, state, corrected, want string }{
		{name: "answered", state: "working", corrected: "answered",
			want: "a dialog was answered, which no hook told"},
		{
			name:      "several things",
			state:     "idle",
			corrected: "session adopted idle",
			want: "claude had gone on with another session; claude was found in the pane; " +
				"claude had nothing to do any more, which no hook told",
		},
		{name: "a later version's word", state: "idle", corrected: "newly",
			want: "newly, which no hook told"},
		{name: "the session has ended by a hook", corrected: "answered denied"},
		{name: "without one", corrected: "died", want: "claude had ended without a word, which no hook told"},
		{name: "nothing", state: "idle"},
	} {
		s.Send(t, tmuxopt.Set(tmuxopt.SessionID, "x"), tmuxopt.Set(tmuxopt.State, tt.state))
		s.Send(t, tmuxopt.Set(tmuxopt.Corrected, tt.corrected))
		_, row, _ := strings.Cut(atm(t, s, "%0", "explain"), "  corrected  ")
		got, _, _ := strings.Cut(row, "\n")
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
