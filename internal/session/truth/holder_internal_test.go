package truth

import (
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// TestTake: a foreign value and a process that has ended are replaced, a process that runs is not.
func TestTake(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	self, err := proc.Self()
	if err != nil {
		t.Fatal(err)
	}
	for option, scope := range map[string][]string{"@atm_server": {"-s"}, "@atm_pane": {"-p", "-t", "%0"}} {
		show := append([]string{"show-options", "-qv"}, append(scope, option)...)
		for _, tt := range []struct{ value, holder, left string }{
			{"", "", "1-2"},
			{"#{pane_id} x", "", "1-2"},
			{"a,b}", "", "1-2"},
			{"0-5", "", "1-2"},
			{"4194303-1", "", "1-2"},
			{"99999999999999999999-1", "", "1-2"},
			{string(self), string(self), string(self)},
		} {
			s.Tmux(append([]string{"set-option"}, append(scope, option, tt.value)...)...)
			holder, err := Take(t.Context(), s.Way(), option, "1-2", scope...)
			if left := s.Tmux(show...); left != tt.left || string(holder) != tt.holder || err != nil {
				t.Errorf("%v %q: left is %q, want %q; holder %q, error %v", scope, tt.value, left, tt.left, holder, err)
			}
		}
	}
}

// TestTakeTogether: a process that has taken the option since it was read keeps it.
func TestTakeTogether(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, tt := range []struct {
		read, now string
		isFree    bool
	}{
		{"", "", true},
		{"a,b}", "a,b}", true},
		{"4711-MonNov24101500", "4711-MonNov24101500", true}, // as on macOS
		{"", "4711-MonNov24101500", false},
		{"a,b}", "1-2", false},
		{"1-2", "3-4", false},
	} {
		s.Tmux("set-option", "-s", "@atm_holder", tt.now)
		_, err := s.Way().Once(t.Context(), [][]string{tmuxopt.Require("%0", isFree("@atm_holder", tt.read))})
		if (err == nil) != tt.isFree || err != nil && !tmuxopt.Refused(err.Error()) {
			t.Errorf("read %q, now %q: error %v", tt.read, tt.now, err)
		}
	}
}
