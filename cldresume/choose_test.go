package cldresume

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claudehome"
	"atm/internal/tmux"
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
		{"all of an id", id1, []string{id1}, 1},
		{"its beginning, in capitals", "1111A", []string{id2}, 1},
		{"several, the newest first", "1111", []string{id1, id2}, 2},
		{"too short for an id", "111", nil, 5},
		{"longer than an id", id1 + "0", nil, 5},
		{"an id goes before a title", "beef", []string{beef}, 1},
		{"title to the letter", "fix the build", []string{id2}, 5},
		{"title in another case", "DOCS of the build", []string{beef}, 5},
		{"part of one title", "docs", []string{beef}, 5},
		{"part of several", " build ", []string{id1, id2, beef}, 5},
		{"a pane", "%7", []string{id2}, 1},
		{"the place of a pane", "main:1.2", []string{id2}, 1},
		{"a directory", "/b", []string{id2, id3}, 5},
		{"the last part of a directory", "c", []string{beef}, 5},
		{"a title that another one has replaced", "other", nil, 5},
		{"a subagent's transcript, by id", "5555", nil, 6},
		{"a subagent's transcript, by title", "agent", nil, 5},
		{"a path", "../../" + id1, nil, 5},
		{"blanks", "    ", nil, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			clear(h.opened)
			f := finder(h)
			had := pane("%7", "session_id", id2)
			had.Session, had.Window, had.Index = "main", "1:shell", "2"
			f.Panes = []tmux.Pane{pane("%1", "session_id", "../x"), had}
			matches, _ := f.Match(sessionsOf(t, f), tt.query)
			if diff := cmp.Diff(tt.want, ids(matches)); diff != "" {
				t.Error(diff)
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
		{Transcript: claudehome.Transcript{ID: id1}, Info: claudehome.Info{CustomTitle: "Fix the build"}},
		{Transcript: claudehome.Transcript{ID: id2}, Info: claudehome.Info{AITitle: "日本語の題"}},
		{Transcript: claudehome.Transcript{ID: id3}, Info: claudehome.Info{Prompt: "nobody types a prompt again"}},
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
