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
			want: "a dialog was answered, which no hook reported"},
		{
			name:      "several things",
			state:     "idle",
			corrected: "session adopted idle",
			want: "claude had gone on with another session; claude was found in the pane; " +
				"claude had nothing to do any more, which no hook reported",
		},
		{name: "a later version's word", state: "idle", corrected: "newly",
			want: "newly, which no hook reported"},
		{name: "an event, which a hook has reported", state: "working", corrected: "heard",
			want: "claude has sent an event again"},
		{name: "the session has ended by a hook", corrected: "answered denied"},
		{name: "without one", corrected: "died", want: "claude had ended, which no hook reported"},
		{name: "nothing", state: "idle"},
	} {
		s.Send(t, tmuxopt.Set(tmuxopt.SessionID, "x"), tmuxopt.Set(tmuxopt.State, tt.state))
		s.Send(t, tmuxopt.Set(tmuxopt.Corrected, tt.corrected))
		_, row, _ := strings.Cut(atm(t, s, "%0", "explain"), "  corrected  ")
		row, _, _ = strings.Cut(row, "\n")
		got, isUndated := strings.CutSuffix(row, " (the last correction; hooks may have fired since)")
		if isUndated != (tt.want != "") {
			t.Errorf("%s: %q: the time of the correction is not known", tt.name, row)
		}
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
