package submit

import (
	"errors"
	"testing"

	"atm/internal/act/typing"
	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// TestNamesNobody: a foreign value is replaced, and a reservation that has come in its place meanwhile is not.
func TestNamesNobody(t *testing.T) {
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
		{"", "1-2", nil},
		{"#{pane_id} x", "1-2", nil},
		{"a,b}", "1-2", nil},
		{"0-5", "1-2", nil},
		{string(self), string(self), typing.ErrRefused},
		{"4711-MonNov24101500", "4711-MonNov24101500", typing.ErrRefused}, // as on macOS
	} {
		s.Tmux("set-option", "-pt", "%0", senderOption, tt.value)
		err := typing.Do(t.Context(), s.Way(), "%0", namesNobody, "set-option", "-p", "-t", "%0", senderOption, "1-2")
		if left := s.Tmux("show-options", "-pqvt", "%0", senderOption); left != tt.left || !errors.Is(err, tt.err) {
			t.Errorf("%q: left is %q, want %q; error %v", tt.value, left, tt.left, err)
		}
	}
}
