package truth

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/dev/tmuxtest"
)

// TestFirstAttached: a follower looks at the first client that ever shows a session in the background as soon as at the
// others. Until then, the directory in which these have their files does not exist.
func TestFirstAttached(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	attached := filepath.Join(home, claudehome.AttachedDir)
	for _, dir := range []string{filepath.Join(home, "sessions"), filepath.Dir(attached)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f := newFollower(nil, time.Now)
	t.Cleanup(func() { f.files.Close() })
	looks := func(what string) {
		t.Helper()
		for deadline := time.After(tmuxtest.Patience); ; {
			select {
			case event := <-f.files.Events:
				if isRelevant(event) {
					return
				}
			case <-deadline:
				t.Fatal("no look after", what)
			}
		}
	}
	f.watch([]string{home}, nil)
	if err := os.Mkdir(attached, 0o700); err != nil {
		t.Fatal(err)
	}
	looks("the directory was made")
	f.watch([]string{home}, nil)
	if err := os.WriteFile(filepath.Join(attached, "1.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	looks("a file was written in it")
}
