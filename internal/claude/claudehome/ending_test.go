package claudehome

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The times of the messages of asked and spoken.
var (
	askedAt  = time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	spokenAt = askedAt.Add(7 * time.Second)
)

// TranscriptFile writes a transcript into a Claude home of its own, and returns its path.
func TranscriptFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "projects", "-p", "23e30f82-0000-4000-8000-000000000000.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// manyRecords is what 2.1.330 records of the requests after a compaction, behind the answer.
var manyRecords = []string{
	`{"type":"api-request-shape","timestamp":"2026-01-03T00:00:00Z","x":"` + strings.Repeat("x", 43<<10) + `"}`,
	`{"type":"attachment","timestamp":"2026-01-03T00:00:00Z","attachment":{"type":"prompt_snapshot","x":"` +
		strings.Repeat("x", 63<<10) + `"}}`,
	`{"type":"system","subtype":"turn_duration","timestamp":"2026-01-03T00:00:00Z"}`,
}

// TestReadEnding: what Claude Code records of a command after a turn does not change how the turn has ended.
func TestReadEnding(t *testing.T) {
	t.Parallel()
	const failure = `{"type":"assistant","isApiErrorMessage":true,"message":{"model":"<synthetic>",` +
		`"content":[{"type":"text","text":"API Error: 400"}]}}`
	renamed := []string{ // 2.1.330
		`{"type":"system","subtype":"local_command","content":"<command-name>/rename</command-name>"}`,
		`{"type":"user","isMeta":true,"message":{"content":"<system-reminder>\nThe user named this session"}}`,
	}
	const old = `{"type":"user","message":{"content":"<local-command-stdout>Session renamed"}}` // 2.1.197
	for _, tt := range []struct {
		name  string
		lines []string
		want  Ending
	}{
		{"nothing", nil, Ending{}},
		{"answered", []string{asked("one"), spoken("yes"), asked("two"), spoken("no")},
			Ending{Prompt: "two", Answer: "no", At: spokenAt}},
		{"the records of requests after an answer", append([]string{asked("two"), spoken("no")}, manyRecords...),
			Ending{Prompt: "two", Answer: "no", At: spokenAt}},
		{"compacted since", []string{asked("two"), spoken("Shall I?"), `{"type":"system","subtype":"compact_boundary"}`},
			Ending{Prompt: "two", At: spokenAt}},
		{"failed", []string{asked("one"), failure}, Ending{Prompt: "one", Failure: "API Error: 400"}},
		{"the records of a failed request", []string{asked("one"), `{"type":"api-request-shape","x":"` +
			strings.Repeat("x", 150<<10) + `"}`, failure}, Ending{Prompt: "one", Failure: "API Error: 400"}},
		{"failed, then renamed", append([]string{asked("one"), failure, old}, renamed...),
			Ending{Prompt: "one", Failure: "API Error: 400"}},
		{"failed, then asked", []string{asked("one"), failure, asked("two")}, Ending{Prompt: "two", At: askedAt}},
		{"a command", []string{asked("one"), spoken("yes"), asked("<command-name>/review</command-name>" +
			"<command-args>12</command-args>"), spoken("fine")}, Ending{Prompt: "/review 12", Answer: "fine", At: spokenAt}},
	} {
		got := ReadEnding(TranscriptFile(t, strings.Join(tt.lines, "\n")+"\n"))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
