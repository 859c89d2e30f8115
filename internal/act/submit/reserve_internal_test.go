package submit

import (
	"errors"
	"testing"

	"atm/internal/act/typing"
	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
)

// TestRemoveForeign: a foreign value is removed, and a reservation that has come in its place meanwhile is not.
func TestRemoveForeign(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	self, err := proc.Self()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		value, left string
		err         error
	}{
		{"#{pane_id} x", "", nil},
		{"a,b}", "", nil},
		{"0-5", "", nil},
		{string(self), string(self), typing.ErrRefused},
		{"4711-MonNov24101500", "4711-MonNov24101500", typing.ErrRefused}, // as on macOS
	} {
		s.Tmux("set-option", "-pt", "%0", senderOption, tt.value)
		err := Target{Tmux: s.Way(), Pane: tmux.Pane{ID: "%0"}}.removeForeign(t.Context())
		if left := s.Tmux("show-options", "-pqvt", "%0", senderOption); left != tt.left || !errors.Is(err, tt.err) {
			t.Errorf("%q: left is %q, want %q; error %v", tt.value, left, tt.left, err)
		}
	}
}
