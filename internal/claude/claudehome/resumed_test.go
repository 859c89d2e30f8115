package claudehome

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResumedAt: the conversation is found also if the path names another directory than that in which it began.
func TestResumedAt(t *testing.T) {
	t.Parallel()
	const id = "23e30f82-0000-4000-8000-000000000000"
	home := t.TempDir()
	began := filepath.Join(home, "projects", "-src")
	if err := os.MkdirAll(began, 0o700); err != nil {
		t.Fatal(err)
	}
	text := strings.Join([]string{asked("fix it"), spoken("There are two.\n\nWhich one?")}, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(began, id+".jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, project := range []string{"-src", "-src-other"} {
		got := ResumedAt(filepath.Join(home, "projects", project, id+".jsonl"))
		if got.Title != "fix it" || !strings.HasSuffix(got.Answer, "Which one?") {
			t.Errorf("%s: %+v", project, got)
		}
	}
	if got := ResumedAt(filepath.Join(home, "projects", "-src", "none.jsonl")); got != (Resumed{}) {
		t.Errorf("no conversation: %+v", got)
	}
}
