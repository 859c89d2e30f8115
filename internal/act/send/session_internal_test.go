package send

import (
	"testing"

	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/internal/tmux"
)

// TestOnlySession: a name that also means a session without a pane means the one that takes a prompt.
func TestOnlySession(t *testing.T) {
	t.Parallel()
	in := func(pane, title, dir string) fleet.Session {
		return fleet.Session{ID: "id of " + title, Title: title, Dir: dir, State: "idle", Pane: tmux.Pane{ID: pane}}
	}
	pane, second := in("%1", "fix the parser", "/src/parser"), in("%2", "test the parser", "/src/parser")
	background := in("1a2b3c4d", "another one", "/src/parser")
	both := []fleet.Session{background, pane}
	for _, tt := range []struct {
		name, named string
		sessions    []fleet.Session
		want        string // its title
		isError     bool
	}{
		{"a directory of both", "/src/parser", both, pane.Title, false},
		{"the one in the background, by its title", "another one", both, background.Title, false},
		{"two panes", "/src/parser", []fleet.Session{background, pane, second}, "", true},
		{"nothing of that name", "docs", both, "", true},
	} {
		p := Prompt{Reader: query.Reader{Sources: truth.Sources{Getenv: func(string) string { return "" }}}}
		got, err := p.onlySession(tt.sessions, tt.named)
		if got.Title != tt.want || (err != nil) != tt.isError {
			t.Errorf("%s: %q, error %v", tt.name, got.Title, err)
		}
	}
}
