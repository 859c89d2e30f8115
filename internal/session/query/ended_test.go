package query_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/session/query"
	"atm/internal/session/truth"
)

// TestEndedAge: when a session was last active, if its transcript can be read.
func TestEndedAge(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	project := filepath.Join(home, "projects", "-a")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	const read, unreadable = "23e30f82-1111-4111-8111-111111111111", "33e30f82-1111-4111-8111-111111111111"
	line := `{"type":"user","timestamp":"2026-11-26T15:21:04.000Z","cwd":"/a","message":{"role":"user","content":"hi"}}`
	for id, mode := range map[string]os.FileMode{read: 0o600, unreadable: 0} {
		if err := os.WriteFile(filepath.Join(project, id+".jsonl"), []byte(line+"\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	reader := query.Reader{Sources: truth.Sources{
		Getenv: func(name string) string { return map[string]string{"CLAUDE_CONFIG_DIR": home}[name] },
		Now:    func() time.Time { return time.Date(2026, 11, 26, 15, 26, 4, 0, time.UTC) },
	}}
	got := map[string]string{}
	for _, session := range reader.Ended(nil, 10) {
		got[session.ID] = session.Detail
	}
	if diff := cmp.Diff(map[string]string{read: "5m ago", unreadable: ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
