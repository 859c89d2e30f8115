package fleet

import (
	"testing"

	"atm/internal/tmux"
)

// TestChooseClient: of those who may be meant, the person who was there last.
func TestChooseClient(t *testing.T) {
	t.Parallel()
	clients := []tmux.Client{
		{Name: "a", TTY: "/dev/pts/1", Session: "$1", Activity: 10},
		{Name: "b", TTY: "/dev/pts/2", Session: "$2", Activity: 20},
		{Name: "program", Session: "$3", Activity: 30},
	}
	for _, tt := range []struct{ name, client, session, want string }{
		{"the last person, and no program that was attached later", "", "", "b"},
		{"who shows that session", "", "$1", "a"},
		{"a program, if it alone shows that session", "", "$3", "program"},
		{"the client of that name", "program", "$1", "program"},
	} {
		if got, err := chooseClient(clients, tt.client, tt.session); err != nil || got.Name != tt.want {
			t.Errorf("%s: %s, error %v, not %s", tt.name, got.Name, err, tt.want)
		}
	}
}
