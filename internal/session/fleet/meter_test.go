package fleet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// meterOf returns the meter of a session that works, as JSON without what is not known.
func meterOf(t *testing.T, sessions []fleet.Session) string {
	t.Helper()
	text, err := json.Marshal(sessions[0].Meter)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	for name, value := range members {
		if value == nil || value == "" {
			delete(members, name)
		}
	}
	if text, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMeter: what is told is read to the digit, and what is odd is not known.
func TestMeter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		options tmuxopt.Options
		want    string
	}{
		{name: "nothing is told", want: `{}`},
		{
			name: "told by a status line",
			options: tmuxopt.Options{
				tmuxopt.ContextPct: "4", tmuxopt.ContextTokens: "42100", tmuxopt.ContextSize: "1000000",
				tmuxopt.Cost: "0.0185", tmuxopt.Branch: "fix",
			},
			want: `{"branch":"fix","context_pct":4,"context_size":1000000,` +
				`"context_source":"status line","context_tokens":42100,"cost_usd":0.0185}`,
		},
		{
			name:    "an empty context is known, and so is a session that has cost nothing",
			options: tmuxopt.Options{tmuxopt.ContextPct: "0", tmuxopt.Cost: "0"},
			want:    `{"context_pct":0,"context_source":"status line","cost_usd":0}`,
		},
		{
			name:    "the window alone is no context: it was compacted",
			options: tmuxopt.Options{tmuxopt.ContextSize: "200000"},
			want:    `{"context_size":200000}`,
		},
		{
			name: "a limit, until it starts again",
			options: tmuxopt.Options{
				tmuxopt.Limit5h: "92", tmuxopt.Limit5hResets: fmt.Sprint(noon.Unix() + 1),
				tmuxopt.Limit7d: "12", tmuxopt.Limit7dResets: fmt.Sprint(noon.Unix()),
			},
			want: fmt.Sprintf(`{"limit_5h":92,"limit_5h_resets":%d}`, noon.Unix()+1),
		},
		{
			name:    "a limit without an end",
			options: tmuxopt.Options{tmuxopt.Limit7d: "101"}, want: `{"limit_7d":101}`,
		},
		{
			name: "numbers that somebody else has written",
			options: tmuxopt.Options{
				tmuxopt.ContextPct: "101", tmuxopt.ContextTokens: "-1", tmuxopt.ContextSize: "many",
				tmuxopt.Cost: "inf", tmuxopt.Limit5h: "1e3", tmuxopt.Limit7d: "99999999999999999999",
			},
			want: `{}`,
		},
		{name: "a cost that is no number", options: tmuxopt.Options{tmuxopt.Cost: "NaN"}, want: `{}`},
		{name: "a cost below nothing", options: tmuxopt.Options{tmuxopt.Cost: "-0.1"}, want: `{}`},
	} {
		list := panes(pane{id: "x", state: "working", options: tt.options})
		got := meterOf(t, fleet.List(list, noon))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// response is a line of a transcript.
func response(tokens int) string {
	return fmt.Sprintf(`{"type":"assistant","message":{"model":"m","usage":{"input_tokens":100,`+
		`"cache_creation_input_tokens":0,"cache_read_input_tokens":%d,"output_tokens":7}}}`, tokens-100)
}

// TestWorkOutContext: what a transcript tells is known where no status line has told it,
// and the per cent only where the window is known.
func TestWorkOutContext(t *testing.T) {
	t.Parallel()
	compacted := `{"type":"system","subtype":"compact_boundary"}`
	for _, tt := range []struct {
		name    string
		state   string // "" = working, "-" = it has ended
		lines   []string
		options tmuxopt.Options
		want    string
	}{
		{
			name: "only the tokens", lines: []string{response(42_100)},
			want: `{"context_source":"transcript","context_tokens":42100}`,
		},
		{
			name: "the window was told earlier", lines: []string{response(168_000)},
			options: tmuxopt.Options{tmuxopt.ContextSize: "200000"},
			want: `{"context_pct":84,"context_size":200000,"context_source":"transcript",` +
				`"context_tokens":168000}`,
		},
		{
			name: "the name of the model tells the window", lines: []string{response(42_100)},
			options: tmuxopt.Options{tmuxopt.Model: "claude-opus-4-8[1m]"},
			want: `{"context_pct":4,"context_size":1000000,"context_source":"transcript",` +
				`"context_tokens":42100}`,
		},
		{
			name: "the window that was told goes before the name", lines: []string{response(42_000)},
			options: tmuxopt.Options{tmuxopt.Model: "x[1m]", tmuxopt.ContextSize: "200000"},
			want: `{"context_pct":21,"context_size":200000,"context_source":"transcript",` +
				`"context_tokens":42000}`,
		},
		{
			name: "half a per cent is rounded up", lines: []string{response(1000)},
			options: tmuxopt.Options{tmuxopt.ContextSize: "200000"},
			want: `{"context_pct":1,"context_size":200000,"context_source":"transcript",` +
				`"context_tokens":1000}`,
		},
		{
			name: "less than half is not", lines: []string{response(999)},
			options: tmuxopt.Options{tmuxopt.ContextSize: "200000"},
			want: `{"context_pct":0,"context_size":200000,"context_source":"transcript",` +
				`"context_tokens":999}`,
		},
		{
			name: "what only seems to be half, as Claude Code divides first", lines: []string{response(29_000)},
			options: tmuxopt.Options{tmuxopt.ContextSize: "200000"},
			want: `{"context_pct":14,"context_size":200000,"context_source":"transcript",` +
				`"context_tokens":29000}`,
		},
		{
			name: "more than the window holds", lines: []string{response(250_000)},
			options: tmuxopt.Options{tmuxopt.ContextSize: "200000"},
			want: `{"context_pct":100,"context_size":200000,"context_source":"transcript",` +
				`"context_tokens":250000}`,
		},
		{
			name: "a window of nothing", lines: []string{response(1000)},
			options: tmuxopt.Options{tmuxopt.ContextSize: "0"},
			want:    `{"context_source":"transcript","context_tokens":1000}`,
		},
		{
			name: "a status line has told it", lines: []string{response(42_100)},
			options: tmuxopt.Options{tmuxopt.ContextPct: "84"},
			want:    `{"context_pct":84,"context_source":"status line"}`,
		},
		{name: "compacted since", lines: []string{response(42_100), compacted}, want: `{}`},
		{name: "it has ended", state: "-", lines: []string{response(42_100)}, want: `{}`},
	} {
		path := transcript(t, t.TempDir(), tt.lines...)
		options := tmuxopt.Options{tmuxopt.TranscriptPath: path}
		for name, value := range tt.options {
			options[name] = value
		}
		state := "working"
		if tt.state == "-" {
			state = ""
		}
		list := panes(pane{id: "x", state: state, options: options})
		sessions := fleet.List(list, noon)
		fleet.WorkOutContext(sessions)
		if diff := cmp.Diff(tt.want, meterOf(t, sessions)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if list[1].Options[tmuxopt.ContextTokens] != "" {
			t.Errorf("%s: it was written into the options", tt.name)
		}
	}
}

// BenchmarkWorkOutContext reads the ends of 200 transcripts, with little and with much
// after the last response.
func BenchmarkWorkOutContext(b *testing.B) {
	result := `{"type":"user","message":{"content":"` + strings.Repeat("x", 2000) + `"}}` + "\n"
	for _, lines := range []int{5, 100} {
		b.Run(fmt.Sprintf("%d lines behind it", lines), func(b *testing.B) {
			text := strings.Repeat(result, 200) + response(42_100) + "\n" + strings.Repeat(result, lines)
			list := transcripts(b, 200, text)
			b.ReportAllocs()
			for b.Loop() {
				sessions := fleet.List(list, noon)
				fleet.WorkOutContext(sessions)
				if sessions[0].ContextTokens == nil {
					b.Fatal("not worked out")
				}
			}
		})
	}
}

// transcripts returns panes with sessions that have transcripts of that text.
func transcripts(tb testing.TB, n int, text string) []tmux.Pane {
	tb.Helper()
	project := filepath.Join(tb.TempDir(), "projects", "-p")
	if err := os.MkdirAll(project, 0o755); err != nil {
		tb.Fatal(err)
	}
	var list []tmux.Pane
	for i := range n {
		id := fmt.Sprintf("%08d", i) + sessionID[8:]
		path := filepath.Join(project, id+".jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
		list = append(list, tmux.Pane{ID: "%" + id, Options: tmuxopt.Options{
			tmuxopt.SessionID:      id,
			tmuxopt.State:          "idle",
			tmuxopt.TranscriptPath: path,
		}})
	}
	return list
}
