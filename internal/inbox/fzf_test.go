package inbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"atm/internal/inbox"
)

// TestFindFzf: an fzf that cannot show the inbox is as good as none.
func TestFindFzf(t *testing.T) {
	for _, tt := range []struct {
		name, version string // what it prints; "" = there is none
		found         bool
	}{
		{name: "new enough", version: "0.53.0 (c4a9ccd)", found: true},
		{name: "too old", version: "0.52.1 (debian)"},
		{name: "another program of that name", version: "usage: fzf FILE"},
		{name: "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			program := filepath.Join(dir, "fzf")
			script := "#!/bin/sh\necho '" + tt.version + "'\n"
			if tt.version != "" {
				if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			path, err := inbox.FindFzf(t.Context())
			if tt.found && (path != program || err != nil) || !tt.found && !errors.Is(err, inbox.ErrNoFzf) {
				t.Errorf("%q, %v", path, err)
			}
		})
	}
}

// TestKeysFit: fzf's screen in a popup of a terminal of 80 columns has 78.
func TestKeysFit(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(inbox.Keys()) {
		if width := utf8.RuneCountInString(strings.TrimRight(line, "\n")); width > 78 {
			t.Errorf("%d columns: %s", width, line)
		}
	}
}
