package fleet_test

import (
	"os"
	"path/filepath"
	"testing"

	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

func TestConversation(t *testing.T) {
	t.Parallel()
	const old, own = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
	project := filepath.Join(t.TempDir(), "projects", "-src")
	if err := os.MkdirAll(project, 0o755); err != nil {
		t.Fatal(err)
	}
	written, missing := filepath.Join(project, old+".jsonl"), filepath.Join(project, own+".jsonl")
	if err := os.WriteFile(written, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name       string
		options    tmuxopt.Options
		id, origin string
	}{
		{"no session", tmuxopt.Options{}, "", ""},
		{"its own", tmuxopt.Options{tmuxopt.SessionID: old, tmuxopt.TranscriptPath: written}, old, ""},
		{"no transcript is known", tmuxopt.Options{tmuxopt.SessionID: own}, own, ""},
		{"after ←", tmuxopt.Options{tmuxopt.SessionID: own, tmuxopt.TranscriptPath: written}, old, ""},
		{"a fork without a prompt", tmuxopt.Options{
			tmuxopt.SessionID: own, tmuxopt.TranscriptPath: missing, tmuxopt.ForkedFrom: old}, own, old},
		{"a fork with a prompt", tmuxopt.Options{
			tmuxopt.SessionID: old, tmuxopt.TranscriptPath: written, tmuxopt.ForkedFrom: own}, old, ""},
		{"foreign values", tmuxopt.Options{
			tmuxopt.SessionID: "-x", tmuxopt.TranscriptPath: "/x", tmuxopt.ForkedFrom: "--y"}, "", ""},
	} {
		if id, origin := fleet.Conversation(tt.options); id != tt.id || origin != tt.origin {
			t.Errorf("%s: %q, %q, want %q, %q", tt.name, id, origin, tt.id, tt.origin)
		}
	}
}
