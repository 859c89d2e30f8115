package cldresume

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/claudehome"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	title := func(s string) string { return `{"type":"custom-title","customTitle":"` + s + `"}` }
	const beef, subagent = "beef0000-3333-4333-8333-333333333333", "55550000-3333-4333-8333-333333333333"
	h := newHome().
		session(id1, "/a", title("Fix the build")).
		session(id2, "/b", title("fix the build")).
		session(id3, "/b", title("beef"), `{"type":"ai-title","aiTitle":"other"}`).
		session(beef, "/c", title("Docs of the build")).
		transcript(subagent, "-c", `{"type":"user","isSidechain":true}`, title("agent"))
	for _, tt := range []struct {
		name   string
		query  string
		want   []string
		opened int // transcripts
	}{
		{name: "all of an id", query: id1, want: []string{id1}, opened: 1},
		{name: "its beginning, in capitals", query: "1111A", want: []string{id2}, opened: 1},
		{name: "several, the newest first", query: "1111", want: []string{id1, id2}, opened: 2},
		{name: "too short for an id", query: "111", opened: 5},
		{name: "longer than an id", query: id1 + "0", opened: 5},
		{name: "an id goes before a title", query: "beef", want: []string{beef}, opened: 1},
		{name: "title to the letter", query: "fix the build", want: []string{id2}, opened: 5},
		{name: "title in another case", query: "DOCS of the build", want: []string{beef}, opened: 5},
		{name: "part of one title", query: "docs", want: []string{beef}, opened: 5},
		{name: "part of several", query: " build ", want: []string{id1, id2, beef}, opened: 5},
		{name: "a pane", query: "%7", want: []string{id2}, opened: 1},
		{name: "the place of a pane", query: "main:1.2", want: []string{id2}, opened: 1},
		{name: "a directory", query: "/b", want: []string{id2, id3}, opened: 5},
		{name: "the last part of a directory", query: "c", want: []string{beef}, opened: 5},
		{name: "a title that another one has replaced", query: "other", opened: 5},
		{name: "a subagent's transcript, by id", query: "5555", opened: 6},
		{name: "a subagent's transcript, by title", query: "agent", opened: 5},
		{name: "a path", query: "../../" + id1, opened: 5},
		{name: "blanks", query: "    ", opened: 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			clear(h.opened)
			f := finder(h)
			had := pane("%7", "session_id", id2)
			had.Window, had.Place = "main:1", "main:1.2"
			f.Panes = []Pane{pane("%1", "session_id", "../x"), had}
			matches, _, err := f.Match(tt.query)
			if diff := cmp.Diff(tt.want, ids(matches)); diff != "" || err != nil {
				t.Error(err, diff)
			}
			opened := 0
			for _, n := range h.opened {
				opened += n
			}
			if opened != tt.opened {
				t.Errorf("%d transcripts were opened, want %d", opened, tt.opened)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	sessions := []Session{
		{ID: id1, read: &claudehome.Info{CustomTitle: "Fix the build"}},
		{ID: id2, read: &claudehome.Info{AITitle: "日本語の題"}},
		{ID: id3, read: &claudehome.Info{Prompt: "nobody types a prompt again"}},
	}
	for _, tt := range []struct {
		name  string
		query string
		want  []string
	}{
		{"one digit of an id", "11210", []string{id1}},
		{"the nearer one first", "1111ab", []string{id2, id1}},
		{"letters of a title swapped", "fix teh build", []string{id1}},
		{"beyond ASCII", "日本語の字", []string{id2}},
		{"nothing like it", "zzzzzz", nil},
		{"longer than an id", id1 + id2, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, ids(Nearest(sessions, tt.query))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNewest(t *testing.T) {
	t.Parallel()
	const begun = "44440000-1111-4111-8111-111111111111" // without a transcript
	h := newHome().session(id1, "/a").session(id2, "/a").session(id3, "/b").process(20, begun)
	f := finder(h)
	f.Cwd = "/a"
	sessions := sessionsOf(t, f)
	if diff := cmp.Diff([]string{begun, id1, id2}, ids(f.Newest(sessions, 3))); diff != "" {
		t.Error(diff)
	}
	if len(h.opened) != 2 {
		t.Errorf("opened: %v", h.opened)
	}
	if diff := cmp.Diff([]string{id1, id2}, ids(f.Here(sessions))); diff != "" {
		t.Error(diff)
	}
}

// TestHere: sessions of another project are here if they were resumed here after their directory was renamed.
func TestHere(t *testing.T) {
	t.Parallel()
	const id4 = "44440000-1111-4111-8111-111111111111"
	long := "/" + strings.Repeat("x", 200) // the names of its directories differ only in the hash at their end
	f := finder(newHome().session(id1, "/new").session(id2, "/other").session(id4, long+"/a").
		transcript(id3, "-old", `{"cwd":"/old"}`, `{"cwd":"/new"}`))
	f.Root = machine("/new", "/other", long+"/a", long+"/b")
	for cwd, want := range map[string][]string{
		"/new": {id1, id3}, "/other": {id2}, "/old": {id3}, "": nil, long + "/a": {id4}, long + "/b": nil,
	} {
		f.Cwd = cwd
		got := slices.Sorted(slices.Values(ids(f.Here(sessionsOf(t, f)))))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", cwd, diff)
		}
	}
}
