package inbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
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

// TestUnanswerable: the key that answers depends on the view: a row of those that were found has no call.
func TestUnanswerable(t *testing.T) {
	t.Parallel()
	asking := fleet.Session{State: tmuxopt.Attention}
	const goes, tab, ended = "Enter goes there", "Tab shows the sessions that run", "Enter resumes it"
	for _, tt := range []struct {
		name, prompt, pane string
		session            fleet.Session
		want               string
	}{
		{"running", "running> ", "%1", asking, goes},
		{"running on another host", "running> ", "devbox:%1", asking, goes},
		{"running at work", "running> ", "%1", fleet.Session{State: tmuxopt.Working}, "Alt-s sends a prompt"},
		{"gone since it was listed", "running> ", "%1", fleet.Session{}, "Alt-s sends a prompt"},
		{"found", "found> ", "%1", asking, tab},
		{"found at work", "found> ", "%1", fleet.Session{State: tmuxopt.Working}, "Alt-s sends a prompt"},
		{"found, and ended", "found> ", "", fleet.Session{}, ended},
		{"ended", "ended> ", "", fleet.Session{}, ended},
		{"ended in a pane", "ended> ", "%1", fleet.Session{}, ended},
		{"ended when it was listed, and runs again", "ended> ", "%1", asking, tab},
	} {
		if got := Unanswerable(tt.prompt, tt.session, Row{Pane: tt.pane}); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, without %q", tt.name, got, tt.want)
		}
	}
}

// TestPreviewFound: what was said before the conversation of a session went on as another one is found in that one,
// which has only what came after a compaction.
func TestPreviewFound(t *testing.T) {
	t.Parallel()
	const before, after = "11110000-1111-4111-8111-111111111111", "22220000-1111-4111-8111-111111111111"
	const other = "33330000-1111-4111-8111-111111111111"
	home := t.TempDir()
	write := func(id string, lines ...string) {
		path := filepath.Join(home, "projects", "-a", id+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	said := func(text string) string {
		return `{"type":"user","timestamp":"2026-11-26T15:21:04.000Z","cwd":"/a",` +
			`"message":{"role":"user","content":"` + text + `"}}`
	}
	write(before, said("the walrus sings"), `{"type":"continued-in","timestamp":"2026-11-26T15:21:10.515Z",`+
		`"sessionId":"`+before+`","continuedInSessionId":"`+after+`"}`)
	write(after, `{"type":"user","isCompactSummary":true,"session_id":"`+before+`","message":{"content":"So far"}}`,
		said("go on"))
	write(other, said("no walrus here"))
	getenv := func(name string) string { return map[string]string{"CLAUDE_CONFIG_DIR": home, "NO_COLOR": "1"}[name] }
	var out strings.Builder
	p := Preview{Out: &out, Reader: query.Reader{Sources: truth.Sources{
		Tmux: tmuxtest.Start(t).Way(), Home: home, Getenv: getenv, Now: time.Now,
	}}}
	if err := p.previewFound(t.Context(), Row{Session: after}, "walrus"); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "the walrus sings") || strings.Contains(got, "here") {
		t.Errorf("%s", got)
	}
}
