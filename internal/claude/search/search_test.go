package search_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
	"atm/internal/claude/search"
)

const (
	first  = "11111111-1111-4111-8111-111111111111"
	second = "22222222-2222-4222-8222-222222222222"
)

// line is one line of a transcript.
func line(members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

func prompt(text string) string {
	return line(map[string]any{"type": "user", "timestamp": "2026-11-20T10:00:00Z",
		"message": map[string]any{"role": "user", "content": text}})
}

func answer(text string) string {
	return line(map[string]any{"type": "assistant", "timestamp": "2026-11-21T10:00:00Z",
		"message": map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}}})
}

// result is what a tool has returned, as Claude Code writes it: the first member of the block tells.
func result(text string) string {
	quoted, _ := json.Marshal(text)
	return `{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":` +
		string(quoted) + `}]}}` + "\n"
}

// home writes transcripts, by the ids of their sessions.
func home(t testing.TB, texts map[string]string) string {
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, "projects", "-p", name+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sources are the sessions of a home.
func sources(dir string, ids ...string) []search.Source {
	var list []search.Source
	for _, id := range ids {
		t := claudehome.Transcript{Project: "-p", ID: id}
		list = append(list, search.Source{Home: os.DirFS(dir), Transcript: t})
	}
	return list
}

// found returns the hits as "SESSION AUTHOR: BEFORE / LINE / AFTER", with what fits in brackets.
func found(t *testing.T, dir string, q search.Query, o search.Options) []string {
	t.Helper()
	var hits []string
	q.Each(t.Context(), sources(dir, first, second), o, func(h search.Hit) bool {
		marked := h.Line
		for _, s := range slices.Backward(h.Spans) {
			marked = marked[:s[0]] + "[" + marked[s[0]:s[1]] + "]" + marked[s[1]:]
		}
		hits = append(hits, fmt.Sprintf("%d %s: %s / %s / %s", h.Session+1, h.By, h.Before, marked, h.After))
		return true
	})
	return hits
}

func TestEach(t *testing.T) {
	regex := func(expr string) search.Query {
		q, err := search.Regexp(expr)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	texts := map[string]string{
		first: prompt("Mend the parser") + answer("One line.\n\nThe parser reads JSON.\nDone.") +
			result("parser.go: the parser") +
			line(map[string]any{"type": "ai-title", "aiTitle": "Parser work"}) +
			line(map[string]any{"type": "ai-title", "aiTitle": "Parser work"}),
		second: prompt("Ärger im PARSER?") + answer(`a "quoted" C:\path`) + answer("so:\n    def f():\n    pass") +
			`{"type":"user","message":{"content":"parser cut o`,
		first + "/subagents/agent-a1": answer("the parser of a subagent"),
	}
	dir := home(t, texts)
	for _, test := range []struct {
		name  string
		query search.Query
		o     search.Options
		want  []string
	}{
		{"the last said first, a title once, no result of a tool", search.Words("parser"), search.Options{}, []string{
			"1 title:  / [Parser] work / ",
			"1 claude: One line. / The [parser] reads JSON. / Done.",
			"1 you:  / Mend the [parser] / ",
			"2 you:  / Ärger im [PARSER]? / ",
		}},
		{"all words, in any order, in one text", search.Words("json", "the"), search.Options{},
			[]string{"1 claude: One line. / [The] parser reads [JSON]. / Done."}},
		{"words of different messages", search.Words("mend", "json"), search.Options{}, nil},
		{"letters beyond ASCII, in either case", search.Words("äRGER"), search.Options{},
			[]string{"2 you:  / [Ärger] im PARSER? / "}},
		{"what JSON escapes", search.Words(`"QUOTED" c:\pa`), search.Options{},
			[]string{`2 claude:  / a ["quoted" C:\pa]th / `}},
		{"a part of a word", search.Words("ars"), search.Options{Most: 1}, []string{
			"1 title:  / P[ars]er work / ", "2 you:  / Ärger im P[ARS]ER? / "}},
		{"a regular expression with blanks at the end", regex(`^\s+def `), search.Options{},
			[]string{"2 claude: so: / def f(): / pass"}},
		{"a regular expression, of one line", regex(`^The p\w+`), search.Options{},
			[]string{"1 claude: One line. / [The parser] reads JSON. / Done."}},
		{"with all, results of tools and subagents", search.Words("the parser"), search.Options{All: true}, []string{
			"1 tool:  / parser.go: [the parser] / ",
			"1 claude: One line. / [The parser] reads JSON. / Done.",
			"1 you:  / Mend [the parser] / ",
			"1 claude:  / [the parser] of a subagent / ",
		}},
		{"only what was said after a time", search.Words("parser"),
			search.Options{Since: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}, []string{
				"1 title:  / [Parser] work / ",
				"1 claude: One line. / The [parser] reads JSON. / Done.",
			}},
		{"nothing", search.Words("zanzibar"), search.Options{}, nil},
		{"a word that is no text", search.Words("pars\xff"), search.Options{}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, found(t, dir, test.query, test.o)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLargeFiles: a file is read in parts, and no line is lost or found twice where they meet. A line that is
// too long to be read whole is left out, and those around it are not; one of 16 MiB is not too long.
func TestLargeFiles(t *testing.T) {
	var b strings.Builder
	var want []string
	for i := range 3000 {
		length := 5000
		if i == 700 {
			length = 16<<20 - 1000 // with what is around the text
		}
		b.WriteString(prompt(fmt.Sprintf("needle %d %s", i, strings.Repeat("x", length))))
		want = append([]string{fmt.Sprint("needle ", i)}, want...)
		if i == 1500 {
			b.WriteString(result("needle" + strings.Repeat("y", 40<<20)))
		}
	}
	dir := home(t, map[string]string{first: b.String()})
	var got []string
	search.Words("NEEDLE").Each(t.Context(), sources(dir, first), search.Options{}, func(h search.Hit) bool {
		word, rest, _ := strings.Cut(h.Line, " ")
		number, _, _ := strings.Cut(rest, " ")
		got = append(got, word+" "+number)
		return true
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestLinks: what lies behind a symbolic link is not read.
func TestLinks(t *testing.T) {
	dir := home(t, map[string]string{first: prompt("nothing"), "outside/subagents/agent-a1": answer("a secret")})
	project := filepath.Join(dir, "projects", "-p")
	if err := os.Symlink(filepath.Join(project, "outside"), filepath.Join(project, first)); err != nil {
		t.Fatal(err)
	}
	if got := found(t, dir, search.Words("secret"), search.Options{All: true}); got != nil {
		t.Errorf("found %q", got)
	}
}

// TestStop: who has seen enough gets no more hits.
func TestStop(t *testing.T) {
	dir := home(t, map[string]string{first: strings.Repeat(prompt("one more"), 100)})
	n := 0
	search.Words("more").Each(t.Context(), sources(dir, first), search.Options{},
		func(search.Hit) bool { n++; return n < 3 })
	if n != 3 {
		t.Errorf("%d hits after the third one was the last", n)
	}
}

// sameCase replaces each letter by one that stands for all that are the same but for their case.
func sameCase(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, text)
}

// FuzzWords: what makes the search fast leaves out no text in which all of the words stand, and the places
// that are marked hold nothing but the words.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"the parser", `"a" \b`, "Straße GROSS", "ÄÖ ü",
		"İ i", "K k", "a\x00b", "😀 x", "<b> & 'c'"} {
		f.Add("So it says: "+s+" and more\nthen ends.", s)
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		text, query = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(query, "?")
		words := strings.Fields(query)
		q := search.Words(words...)
		folded := search.Fold(text)
		want := strings.TrimSpace(text) != "" && !q.Empty()
		for _, w := range words {
			want = want && strings.Contains(folded, search.Fold(w))
		}
		dir := home(t, map[string]string{first: prompt("before") + answer(text) + prompt("after")})
		got := false
		q.Each(t.Context(), sources(dir, first), search.Options{},
			func(h search.Hit) bool {
				for _, s := range h.Spans {
					marked := sameCase(h.Line[s[0]:s[1]])
					isIn := func(w string) bool { return strings.Contains(marked, sameCase(w)) }
					if !slices.ContainsFunc(words, isIn) {
						t.Errorf("%q is marked in %q", marked, h.Line)
					}
				}
				got = got || h.By == claudehome.Claude
				return true
			})
		if got != want {
			t.Errorf("%q in %q: found %v, want %v", words, text, got, want)
		}
	})
}

// BenchmarkEach searches $ATM_SEARCH_HOME, else nothing.
func BenchmarkEach(b *testing.B) {
	dir := os.Getenv("ATM_SEARCH_HOME")
	if dir == "" {
		b.Skip("ATM_SEARCH_HOME is not set")
	}
	transcripts, err := claudehome.Transcripts(os.DirFS(dir), claudehome.SessionID)
	if err != nil {
		b.Fatal(err)
	}
	var size int64
	var sessions []search.Source
	for _, s := range transcripts {
		sessions = append(sessions, search.Source{Home: os.DirFS(dir), Transcript: s})
		info, err := os.Stat(filepath.Join(dir, s.Path()))
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	for _, words := range []string{"zanzibar lighthouse", "deadline", "xylophone", "tee"} {
		b.Run(words, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				n := 0
				search.Words(strings.Fields(words)...).Each(b.Context(), sessions, search.Options{Most: 3},
					func(search.Hit) bool { n++; return true })
				b.ReportMetric(float64(n), "hits")
			}
		})
	}
}
