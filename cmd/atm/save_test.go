package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atm/internal/tmux"
)

// TestServerFlags: each script restores into the server that it was made from.
func TestServerFlags(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	getenv := func(name string) string { return map[string]string{"TMUX_TMPDIR": root + "/link"}[name] }
	usual := filepath.Base(tmux.SocketDir(getenv)) // tmux-UID
	if err := os.MkdirAll(filepath.Join(root, "target", usual), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", root+"/link"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, socket, want string }{
		{"the default server, also in a pane of another one", root + "/link/" + usual + "/default", "-L default"},
		{"no server is named", "", "-L default"},
		{"another one", root + "/link/" + usual + "/work", "-L work"},
		{"by the path that a link leads to", root + "/target/" + usual + "/work", "-L work"},
		{"a socket elsewhere", root + "/target/default", "-S " + root + "/target/default"},
		{"a directory that is gone", root + "/gone/default", "-S " + root + "/gone/default"},
	} {
		var s streams
		s.Tmux.Socket, s.Getenv = tt.socket, getenv
		if got := s.serverFlags(); !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
