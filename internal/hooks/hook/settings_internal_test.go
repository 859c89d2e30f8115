package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMayHaveStatusLine: only a file that certainly has no status line is said to have none.
func TestMayHaveStatusLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fifo := filepath.Join(dir, "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, path string
		want       bool
	}{
		{"a rule", write("rule", `{"permissions":{"allow":["Bash(git push:*)"]}}`), false},
		{"it was removed", filepath.Join(dir, "none"), false},
		{"a status line", write("line", `{"statusLine":{"type":"command"}}`), true},
		{"one with an escape in its name", write("escape", `{"status\u004cine":{}}`), true},
		{"no hooks any more", write("disabled", `{"disableAllHooks":true}`), true},
		{"too large", write("large", strings.Repeat(" ", maxSettings+1)), true},
		{"no file", dir, true},
		{"one that would block", fifo, true},
		{"not named", "", true},
	} {
		if got := mayHaveStatusLine(tt.path); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
