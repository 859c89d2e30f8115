package query_test

import (
	"os"
	"path/filepath"
	"testing"

	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/truth"
	"atm/tmuxopt"
)

// TestStopBackground: claude stop gets the Claude home of the session, also if that is the default one and our own
// environment names another one.
func TestStopBackground(t *testing.T) {
	dir := t.TempDir()
	claude, printed := filepath.Join(dir, "claude"), filepath.Join(dir, "printed")
	script := "#!/bin/sh\necho \"$* ${CLAUDE_CONFIG_DIR-none}\" >\"${0%/*}/printed\"\n"
	if err := os.WriteFile(claude, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	t.Setenv("CLD_CLAUDE", claude)
	for _, tt := range []struct{ name, ours, transcript, want string }{
		{"the default home", "/our/own", dir + "/.claude/projects/-work/1.jsonl", "none"},
		{"the default home, which our environment names", dir + "/.claude", dir + "/.claude/projects/-work/1.jsonl",
			dir + "/.claude"},
		{"another home", "/our/own", "/a b/projects/-work/1.jsonl", "/a b"},
		{"not known", "/our/own", "", "/our/own"},
	} {
		t.Setenv("CLAUDE_CONFIG_DIR", tt.ours)
		session := fleet.Session{Job: "7c5dcf5d"}
		session.Pane.Options = tmuxopt.Options{tmuxopt.TranscriptPath: tt.transcript}
		r := query.Reader{Sources: truth.Sources{Getenv: os.Getenv}}
		if err := r.StopBackground(t.Context(), session); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(printed)
		if want := "stop 7c5dcf5d " + tt.want + "\n"; err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; not %q", tt.name, got, err, want)
		}
	}
}
