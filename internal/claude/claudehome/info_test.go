package claudehome

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const id = "23e30f82-1111-4111-8111-111111111111"

var written = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// read reads a transcript of that text.
func read(tb testing.TB, text string) Info {
	tb.Helper()
	t := Transcript{"-p", id}
	i, err := ReadInfo(fstest.MapFS{t.Path(): {Data: []byte(text), ModTime: written}}, t)
	if err != nil {
		tb.Fatal(err)
	}
	return i
}

var infos = []struct {
	name  string
	lines []string
	want  Info
}{
	{
		name: "empty: the time of the file",
		want: Info{LastActive: written},
	},
	{
		name: "first directory, last branch and time",
		lines: []string{
			`{"type":"mode","mode":"normal"}`,
			`{"type":"user","cwd":"/a","gitBranch":"x","timestamp":"2026-01-02T00:00:00.5Z","isSidechain":false,"message":{"role":"user","content":" ` +
				`do it "}}`,
			`{"type":"user","cwd":"/a/b","gitBranch":"main","timestamp":"2026-01-03T00:00:00Z","message":{"content":"later"}}`,
			`{"type":"custom-title","customTitle":"x"}`,
		},
		want: Info{LastCwd: "/a/b",
			Cwd: "/a", Branch: "main", Prompt: "do it", CustomTitle: "x",
			LastActive: time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC),
		},
	},
	{
		name: "a recap is no message",
		lines: []string{
			`{"type":"assistant","cwd":"/a","timestamp":"2026-01-02T00:00:00Z","message":{"content":"done"}}`,
			`{"type":"system","subtype":"away_summary","content":"Done.","timestamp":"2026-01-02T00:03:00Z","cwd":"/a"}`,
		},
		want: Info{LastCwd: "/a", Cwd: "/a", LastActive: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
	},
	{
		name: "a paste that Claude Code has marked",
		lines: []string{`{"type":"user","message":{"content":"\n\n<pasted_content ` +
			`id=\"f6\">\nfix\nit\n</pasted_content id=\"f6\">\n"}}`},
		want: Info{Prompt: "fix\nit", LastActive: written},
	},
	{
		name: "last titles",
		lines: []string{
			`{"type":"ai-title","aiTitle":"a1"}`,
			`{"type":"custom-title","customTitle":"c1"}`,
			`{"type":"custom-title","customTitle":"c2"}`,
			`{"type":"ai-title","aiTitle":"a2"}`,
			`{"type":"user","message":{"content":"speaks of \"customTitle\""},"customTitle":"no"}`,
		},
		want: Info{CustomTitle: "c2", AITitle: "a2", Prompt: `speaks of "customTitle"`, LastActive: written},
	},
	{
		name: "moved, and worktrees, the last one first and each once",
		lines: []string{
			`{"type":"user","cwd":"/a"}`,
			`{"type":"relocated","relocatedCwd":"/b"}`,
			`{"type":"relocated","relocatedCwd":"/c"}`,
			`{"type":"worktree-state","worktreeSession":{"worktreePath":"/w1"}}`,
			`{"type":"worktree-state","worktreeSession":{"worktreePath":"/w2"}}`,
			`{"type":"worktree-state","worktreeSession":null}`,
			`{"type":"worktree-state","worktreeSession":{"worktreePath":"/w1"}}`,
		},
		want: Info{LastCwd: "/a", Cwd: "/a", Relocated: "/c", Worktrees: []string{"/w1", "/w2"}, LastActive: written},
	},
	{
		name: "paths that are not absolute and clean are none",
		lines: []string{
			`{"cwd":"a"}`,
			`{"cwd":"/a/../b"}`,
			`{"cwd":"/a/"}`,
			`{"cwd":"/a\u0000"}`,
			`{"cwd":"/good"}`,
			`{"type":"relocated","relocatedCwd":"../../x"}`,
			`{"type":"worktree-state","worktreeSession":{"worktreePath":"x"}}`,
		},
		want: Info{LastCwd: "/good", Cwd: "/good", LastActive: written},
	},
	{
		name: "what Claude Code writes in a person's name is no prompt",
		lines: []string{
			`{"type":"user","isMeta":true,"message":{"content":"meta"}}`,
			`{"type":"user","message":{"content":"<command-name>/clear</command-name>"}}`,
			`{"type":"user","message":{"content":"<local-command-stdout></local-command-stdout>"}}`,
			`{"type":"user","message":{"content":"Caveat: The messages below were generated"}}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","content":"x"},{"type":"text","text":"[Request ` +
				`interrupted by user]"}]}}`,
			`{"type":"assistant","message":{"content":"answer"}}`,
			`{"type":"user","message":{"content":[{"type":"text","text":"<ide_opened_file>x"},{"type":"text","text":"<div> ` +
				`is odd"}]}}`,
		},
		want: Info{Prompt: "<div> is odd", LastActive: written},
	},
	{
		name: "a prompt with the file that an editor has open is a message",
		lines: []string{
			`{"type":"user","timestamp":"2026-01-01T12:00:00Z","message":{"content":[{"type":"text",` +
				`"text":"<ide_opened_file>x"},{"type":"text","text":"why?"}]}}`,
			`{"type":"user","timestamp":"2026-01-01T13:00:00Z","message":{"content":"<ide_opened_file>x"}}`,
		},
		want: Info{Prompt: "why?", LastActive: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)},
	},
	{
		name: "a subagent's",
		lines: []string{
			`{"type":"mode"}`,
			`{"type":"user","isSidechain":true,"cwd":"/a","message":{"content":"x"}}`,
			`{"type":"user","isSidechain":false}`,
		},
		want: Info{Cwd: "/a", Sidechain: true, LastActive: written},
	},
	{
		name: "a subagent's line within a session",
		lines: []string{
			`{"type":"user","isSidechain":false,"cwd":"/a"}`,
			`{"type":"user","isSidechain":true,"message":{"content":"x"}}`,
		},
		want: Info{LastCwd: "/a", Cwd: "/a", LastActive: written},
	},
	{
		name: "outside of git",
		lines: []string{
			`{"gitBranch":"old"}`, `{"gitBranch":"HEAD"}`,
		},
		want: Info{LastActive: written},
	},
	{
		name: "wrong types",
		lines: []string{
			`[]`,
			`1`,
			`"x"`,
			`null`,
			`{}`,
			`{"cwd":7,"gitBranch":{},"timestamp":"yesterday","type":"user","message":[],"isSidechain":"true"}`,
			`{"type":"custom-title","customTitle":[]}`,
			`{"type":"worktree-state","worktreeSession":"x","worktreePath":"/x"}`,
			`{"type":"user","message":{"content":[1,"x",{}]}}`,
		},
		want: Info{LastActive: written},
	},
	{
		name: "nobody has typed the report of a subagent",
		lines: []string{
			asked(handBack), asked(`Background agent "look" was stopped by the user.`),
			`{"type":"user","message":{"content":"Why was it stopped?"}}`,
		},
		want: Info{Prompt: "Why was it stopped?", LastActive: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
	},
	{
		name:  "a line that is cut off tells what is complete",
		lines: []string{`{"type":"user","cwd":"/a","message":{"content":"x`},
		want:  Info{LastCwd: "/a", Cwd: "/a", LastActive: written},
	},
	{
		name: "an endless line in front",
		lines: []string{
			`{"type":"user","cwd":"/a","message":{"content":"` + strings.Repeat("x", maxRest+endSize) + `"}}`,
			`{"type":"ai-title","aiTitle":"t"}`,
		},
		want: Info{LastCwd: "/a", Cwd: "/a", AITitle: "t", LastActive: written},
	},
	{
		name: "a picture in the first prompt",
		lines: []string{
			`{"type":"user","message":{"content":[{"type":"image","source":{"data":"` + strings.Repeat("x", 2*endSize) +
				`"}},{"type":"text","text":"what is this?"}]},"cwd":"/a"}`,
		},
		want: Info{LastCwd: "/a", Cwd: "/a", Prompt: "what is this?", LastActive: written},
	},
	{
		name: "the middle is not read, and the tail tells no first things",
		lines: []string{
			strings.Repeat("\n", endSize),
			`{"type":"user","cwd":"/a","message":{"content":"x"}}`,
			`{"type":"custom-title","customTitle":"middle"}`,
			strings.Repeat("\n", endSize),
			`{"type":"user","cwd":"/b","gitBranch":"main","message":{"content":"y"}}`,
		},
		want: Info{LastCwd: "/b", Branch: "main", LastActive: written},
	},
	{
		name: "a command of Claude Code is no message",
		lines: []string{
			asked("one"), spoken("no"),
			`{"type":"user","timestamp":"2026-01-03T00:00:00Z","message":{"content":"<command-name>/rename</command-name>"}}`,
			`{"type":"user","isMeta":true,"timestamp":"2026-01-03T00:00:00Z","message":{"content":"It was named."}}`,
		},
		want: Info{Prompt: "one", LastActive: spokenAt},
	},
	{
		name: "a message before the records of requests",
		lines: append([]string{asked("one"), strings.Repeat("\n", 2*endSize), asked("two"), spoken("no")},
			manyRecords...),
		want: Info{Prompt: "one", LastActive: spokenAt},
	},
	{
		name:  "a long prompt is cut between runes",
		lines: []string{`{"type":"user","message":{"content":"x` + strings.Repeat("é", maxText) + `"}}`},
		want:  Info{Prompt: "x" + strings.Repeat("é", maxText/2-1), LastActive: written},
	},
}

func TestReadInfo(t *testing.T) {
	t.Parallel()
	for _, tt := range infos {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, read(t, strings.Join(tt.lines, "\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDir(t *testing.T) {
	t.Parallel()
	exists := func(dir string) bool { return dir == "/w1" }
	for _, tt := range []struct {
		name string
		info Info
		want string
	}{
		{"where it was moved to", Info{Cwd: "/a", Relocated: "/b", Worktrees: []string{"/w1"}}, "/b"},
		{"the last worktree that exists", Info{Cwd: "/a", Worktrees: []string{"/w2", "/w1"}}, "/w1"},
		{"where it began, not where it is", Info{Cwd: "/a", LastCwd: "/w1"}, "/a"},
		{"where it began", Info{Cwd: "/a", Worktrees: []string{"/w2"}}, "/a"},
		{"nobody knows", Info{}, ""},
	} {
		if got := tt.info.Dir(exists); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// halves are lines that are half-written.
var halves = []string{
	`{"type":"custom-title","customTitle":"x`, `{"type":"rel`, `{`, `{"type":"user","message":{"content":"y`,
}

// FuzzReadInfo: whatever a transcript holds, reading it gives no error, paths
// that are absolute or empty, and text that is UTF-8 and short. Half a line more, as
// Claude Code leaves it while it is writing, changes nothing.
func FuzzReadInfo(f *testing.F) {
	for _, tt := range infos {
		if text := strings.Join(tt.lines, "\n"); len(text) < endSize {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		info := read(t, text)
		for _, dir := range append(info.Worktrees, info.Cwd, info.Relocated) {
			if dir != "" && (dir[0] != '/' || strings.Contains(dir, "..") && strings.Contains(dir, "/../")) {
				t.Errorf("directory %q", dir)
			}
		}
		for _, s := range []string{info.CustomTitle, info.AITitle, info.Prompt, info.Branch} {
			if len(s) > maxText || strings.ToValidUTF8(s, "") != s {
				t.Errorf("text %q", s)
			}
		}
		if len(text) > endSize {
			return // more bytes move what is read
		}
		for _, half := range halves {
			if diff := cmp.Diff(info, read(t, text+"\n"+half)); diff != "" {
				t.Errorf("with %s: %s", half, diff)
			}
		}
	})
}

// BenchmarkReadInfo reads transcripts of many short messages.
func BenchmarkReadInfo(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, `{"type":"user","isSidechain":false,"cwd":"/a","gitBranch":"main",`+
				`"timestamp":"2026-01-02T03:04:05Z","uuid":"%d","message":{"role":"user","content":"%s"}}`+"\n",
				i, strings.Repeat("word ", 100))
		}
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(b, text.String())
			}
		})
	}
}
