package inbox

import (
	"slices"
	"testing"

	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// TestPreviewHead: a session says what it shows, and its prompt once, also where it is called after that.
func TestPreviewHead(t *testing.T) {
	t.Parallel()
	p := Preview{Reader: query.Reader{Sources: truth.Sources{Getenv: func(string) string { return "" }}}}
	pane := tmux.Pane{ID: "%1", Options: tmuxopt.Options{
		tmuxopt.State: "idle", tmuxopt.Turn: "done", tmuxopt.Intent: "question",
	}}
	for _, tt := range []struct {
		name    string
		session fleet.Session
		want    []string
	}{
		{
			name:    "called after its prompt",
			session: fleet.Session{Pane: pane, Title: "Fix it", Words: fleet.Words{Prompt: "Fix it"}},
			want:    []string{bold("Fix it"), "question  %1"},
		},
		{
			name:    "called by a title",
			session: fleet.Session{Pane: pane, Title: "The parser", Words: fleet.Words{Prompt: "Fix it"}},
			want:    []string{bold("The parser"), "question  %1", "asked  Fix it"},
		},
	} {
		got := p.previewHead(tt.session, room{columns: 80, lines: 20})
		if len(got) > 1 {
			got[1] = got[1][:min(len(got[1]), len(tt.want[1]))]
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
