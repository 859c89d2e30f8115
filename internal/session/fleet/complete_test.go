package fleet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const sessionID = "23e30f82-0000-4000-8000-000000000000"

// transcript writes a transcript of a session into a home of Claude Code.
func transcript(t *testing.T, home string, lines ...string) string {
	t.Helper()
	path := filepath.Join(home, "projects", "-p", sessionID+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCompleteTitle: what a session without a title is called.
func TestCompleteTitle(t *testing.T) {
	t.Parallel()
	prompt := func(text string) string { return `{"type":"user","message":{"content":"` + text + `"}}` }
	long := strings.Repeat("ä", 100)
	for _, tt := range []struct {
		name  string
		title string // that hooks have told
		lines []string
		want  string
	}{
		{name: "a title that is known", title: "known", lines: []string{prompt("first")}, want: "known"},
		{name: "the first prompt", lines: []string{prompt("first"), prompt("second")}, want: "first"},
		{name: "its first line", lines: []string{prompt(`first\nsecond`)}, want: "first"},
		{name: "a long one", lines: []string{prompt(long)}, want: long[:2*79] + "…"},
		{
			name:  "a title by Claude",
			lines: []string{prompt("first"), `{"type":"ai-title","aiTitle":"Mend the parser"}`},
			want:  "Mend the parser",
		},
		{name: "what a terminal would obey", lines: []string{prompt(`\u001b[2Jx`)}, want: "\ufffd[2Jx"},
		{name: "nothing was said yet", lines: []string{`{"type":"mode"}`}, want: ""},
	} {
		home := t.TempDir()
		path := transcript(t, home, tt.lines...)
		got := completed(tmuxopt.Options{tmuxopt.TranscriptPath: path, tmuxopt.Title: tt.title})
		if diff := cmp.Diff(tt.want, got.Title); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	path := transcript(t, t.TempDir(), prompt("first"))
	off := completed(tmuxopt.Options{tmuxopt.TranscriptPath: path, tmuxopt.WordsOption: "off"})
	if off.Title != "" {
		t.Errorf("a first prompt without words: %q", off.Title)
	}
	path = transcript(t, t.TempDir(), prompt("first"), `{"type":"ai-title","aiTitle":"Mend the parser"}`)
	off = completed(tmuxopt.Options{tmuxopt.TranscriptPath: path, tmuxopt.WordsOption: "off"})
	if off.Title != "Mend the parser" {
		t.Errorf("a title without words: %q", off.Title)
	}
	// A server on another host, or another program, may have set any option.
	got := completed(tmuxopt.Options{tmuxopt.FirstPrompt: "a\nb\x1b[2J"})
	if diff := cmp.Diff([]string{"a b\ufffd[2J", "a b\ufffd[2J"}, []string{got.Title, got.Name()}); diff != "" {
		t.Errorf("the option of a first prompt (-want +got):\n%s", diff)
	}
}

// completed returns the session of a pane with these options.
func completed(options tmuxopt.Options) fleet.Session {
	options[tmuxopt.State] = "idle"
	list := fleet.List([]tmux.Pane{{ID: "%1", Options: options}}, noon)
	fleet.Complete(list, "")
	return list[0]
}

// TestCompleteReadsNoOther: an option can name any file; only transcripts are read.
func TestCompleteReadsNoOther(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	secret := `{"type":"user","message":{"content":"secret"}}`
	own := transcript(t, home, secret)
	link := func(path, target string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	linkedFile := link(filepath.Join(home, "projects", "-q", sessionID+".jsonl"), own)
	link(filepath.Join(home, "projects", "-r"), filepath.Dir(own))
	for name, path := range map[string]string{
		"a way out":                  home + "/projects/../projects/-p/" + sessionID + ".jsonl",
		"not where transcripts lie":  filepath.Join(home, sessionID+".jsonl"),
		"no id":                      filepath.Join(home, "projects", "-p", "x.jsonl"),
		"a symbolic link":            linkedFile,
		"a project that is one":      filepath.Join(home, "projects", "-r", sessionID+".jsonl"),
		"relative":                   "projects/-p/" + sessionID + ".jsonl",
		"nothing":                    "",
		"one that was removed since": filepath.Join(home, "projects", "-s", sessionID+".jsonl"),
	} {
		if got := completed(tmuxopt.Options{tmuxopt.TranscriptPath: path}); got.Title != "" {
			t.Errorf("%s: %q", name, got.Title)
		}
	}
	if got := completed(tmuxopt.Options{tmuxopt.TranscriptPath: own}); got.Title != "secret" {
		t.Errorf("its own transcript: %q", got.Title)
	}
}

// TestCompleteDir: a directory that no option can hold comes from the registry.
func TestCompleteDir(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	for pid, entry := range map[string]string{
		"11": `{"pid":11,"sessionId":"one","cwd":"/new\nline"}`,
		"12": `{"pid":12,"sessionId":"two","cwd":"/where/cd/led"}`,
		"13": `{"pid":13,"sessionId":"three","cwd":"relative"}`,
		"14": `{"pid":14,"sessionId":"of another","cwd":"/x"}`,
	} {
		file := filepath.Join(home, "sessions", pid+".json")
		if err := os.WriteFile(file, []byte(entry), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := panes(
		pane{id: "one", state: "idle"}, pane{id: "two", state: "idle"}, pane{id: "three", state: "idle"},
		pane{id: "four", state: "idle"}, pane{id: "five", state: "idle"},
	)
	list[2].Options[tmuxopt.SessionDir] = "/known"
	for i, pid := range []string{"11", "12", "13", "14", ""} {
		list[i+1].Options[tmuxopt.PID] = pid
	}
	sessions := fleet.List(list, noon)
	fleet.Complete(sessions, home)
	got := map[string]string{}
	for _, s := range sessions {
		got[s.ID] = s.Dir
	}
	want := map[string]string{"one": "/new\nline", "two": "/known", "three": "", "four": "", "five": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// BenchmarkComplete reads the transcripts of many sessions that nobody has named.
func BenchmarkComplete(b *testing.B) {
	line := `{"type":"assistant","message":{"content":"` + strings.Repeat("x", 2000) + `"}}` + "\n"
	list := transcripts(b, 200, `{"type":"user","message":{"content":"first"}}`+"\n"+strings.Repeat(line, 200))
	b.ReportAllocs()
	for b.Loop() {
		sessions := fleet.List(list, noon)
		fleet.Complete(sessions, "")
		if sessions[0].Title != "first" {
			b.Fatal(sessions[0].Title)
		}
	}
}

// TestShortTitle: a title is one line of at most 80 columns, and no character in it is cut into parts.
func TestShortTitle(t *testing.T) {
	t.Parallel()
	fits, flag, accent := strings.Repeat("x", 78), "🇩🇪", "e\u0301"
	for _, tt := range []struct{ name, title, want string }{
		{"one that fits", fits + "yz", fits + "yz"},
		{"the first line", "fix it\nand test it", "fix it"},
		{"a long one", fits + "xyz", fits + "x…"},
		{"a flag that fits", fits + flag, fits + flag},
		{"a flag at the end", fits + flag + "x", fits + "…"},
		{"an accent at the end", fits + accent + "yz", fits + accent + "…"},
		{"accents take no columns", strings.Repeat(accent, 80), strings.Repeat(accent, 80)},
		{"wide characters", strings.Repeat("題", 41), strings.Repeat("題", 39) + "…"},
		{"not for a terminal", "a\x1b[31mb", "a\uFFFD[31mb"},
	} {
		if got := fleet.ShortTitle(tt.title); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
