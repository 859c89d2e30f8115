package answer_test

import (
	"testing"

	"atm/internal/act/answer"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestKeyOf: which of several calls is answered first.
func TestKeyOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, waiting, request, want string }{
		{"the one whose request is known", " a1.1=permission main.2=permission", "main.2", "main.2"},
		{"that one is answered already", " a1.1=permission", "main.2", "a1.1"},
		{"none is known", " a1.1=permission a1.2=permission", "", "a1.1"},
		{"one of them is what the registry has reported", " registry.0=permission a1.2=permission", "", "a1.2"},
		{"only the registry has reported one", " registry.0=permission", "", "registry.0"},
		{"nothing is open", "", "main.2", ""},
	} {
		session := fleet.Session{State: tmuxopt.Attention, Pane: tmux.Pane{Options: tmuxopt.Options{
			tmuxopt.Waiting: tt.waiting, tmuxopt.RequestCall: tt.request,
		}}}
		if got := (answer.Calls{}).KeyOf(session); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
