package cldresume

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atm/pathcodec"
)

const worktree = `{"type":"worktree-state","worktreeSession":{"worktreePath":"/w/t"}}`

var long = "/" + strings.Repeat("a", 120) + "/" + strings.Repeat("b", 120)

var whereTests = []struct {
	name    string
	home    home
	root    fstest.MapFS
	cwd     string
	paneDir string
	want    Where
	offers  []string
}{
	{
		name: "the transcript says it",
		home: newHome().session(id1, "/a/b"),
		root: machine("/a/b"),
		cwd:  "/x",
		want: Where{Dir: "/a/b", Source: FromTranscript}, offers: []string{"/a/b"},
	},
	{
		name:    "the pane and the transcript agree",
		home:    newHome().session(id1, "/a/b"),
		root:    machine("/a/b"),
		paneDir: "/a/b",
		want:    Where{Dir: "/a/b", Source: FromPane}, offers: []string{"/a/b"},
	},
	{
		name:    "they do not",
		home:    newHome().session(id1, "/a/b"),
		root:    machine("/a/b", "/c"),
		paneDir: "/c",
		want: Where{Dir: "/a/b", Source: FromTranscript, Claims: []Claim{
			{FromPane, "/c"}, {FromTranscript, "/a/b"}, {FromName, "/a/b"},
		}}, offers: []string{"/a/b"},
	},
	{
		name:    "they share a name, and still do not agree",
		home:    newHome().session(id1, "/a/b"),
		root:    machine("/a/b", "/a-b"),
		paneDir: "/a-b",
		want: Where{Dir: "/a/b", Source: FromTranscript, Claims: []Claim{
			{FromPane, "/a-b"}, {FromTranscript, "/a/b"}, {FromName, "/a/b"},
		}}, offers: []string{"/a/b"},
	},
	{
		name:    "the pane alone says it",
		home:    newHome().transcript(id1, "-a-b", `{"cw`),
		root:    machine("/a/b", "/a-b"),
		paneDir: "/a-b",
		want:    Where{Dir: "/a-b", Source: FromPane}, offers: []string{"/a-b"},
	},
	{
		name:    "the pane alone says what does not fit",
		home:    newHome().transcript(id1, "-a-b", `{"cw`),
		root:    machine("/a/b", "/c"),
		paneDir: "/c",
		want:    Where{Dir: "/a/b", Source: FromName, Claims: []Claim{{FromPane, "/c"}, {FromName, "/a/b"}}},
		offers:  []string{"/a/b"},
	},
	{
		name:    "the pane of a session without a transcript",
		home:    newHome().process(11, id1),
		root:    machine("/c"),
		paneDir: "/c",
		want:    Where{Dir: "/c", Source: FromPane}, offers: []string{"/c"},
	},
	{
		name:    "a pane with a path that is none",
		home:    newHome().session(id1, "/a/b"),
		root:    machine("/a/b"),
		paneDir: "a/../b",
		want:    Where{Dir: "/a/b", Source: FromTranscript}, offers: []string{"/a/b"},
	},
	{
		name: "the transcript does not fit the name",
		home: newHome().transcript(id1, "-a-b", `{"cwd":"/c"}`),
		root: machine("/a/b", "/c"),
		want: Where{Dir: "/c", Source: FromTranscript, Claims: []Claim{
			{FromTranscript, "/c"}, {FromName, "/a/b"},
		}},
		offers: []string{"/c"},
	},
	{
		name:   "nor does anything else",
		home:   newHome().transcript(id1, "-a-b", `{"cwd":"/c"}`),
		root:   machine("/c"),
		want:   Where{Dir: "/c", Source: FromTranscript, Claims: []Claim{{FromTranscript, "/c"}}},
		offers: []string{"/c"},
	},
	{
		name: "only the name says it", home: newHome().transcript(id1, "-a-b"), root: machine("/a/b"),
		want: Where{Dir: "/a/b", Source: FromName}, offers: []string{"/a/b"},
	},
	{
		name:   "the name is that of several",
		home:   newHome().transcript(id1, "-a-b"),
		root:   machine("/a/b", "/a-b"),
		want:   Where{Dir: "/a-b", Source: FromName, Claims: []Claim{{FromName, "/a-b"}, {FromName, "/a/b"}}},
		offers: []string{"/a-b"},
	},
	{
		name:   "the name is that of several, and of this directory",
		home:   newHome().transcript(id1, "-a-b"),
		root:   machine("/a/b", "/a-b"),
		cwd:    "/a/b",
		want:   Where{Dir: "/a/b", Source: FromName, Claims: []Claim{{FromName, "/a/b"}, {FromName, "/a-b"}}},
		offers: []string{"/a/b"},
	},
	{
		name: "nothing is known", home: newHome().transcript(id1, "-a-b"), root: machine("/c"), cwd: "/c",
		want: Where{}, offers: []string{"/c"},
	},
	{
		name: "nothing is known, not even where we are",
		home: newHome().transcript(id1, "-a-b"),
		root: machine("/c"),
		want: Where{}, offers: []string{},
	},
	{
		name: "gone", home: newHome().session(id1, "/a/b/c"), root: machine("/a", "/x"), cwd: "/x",
		want:   Where{Dir: "/a/b/c", Source: FromTranscript, Gone: true, Parent: "/a"},
		offers: []string{"/a", "/x"},
	},
	{
		name: "renamed, and we are in it", home: newHome().session(id1, "/a/b"), root: machine("/a/c"), cwd: "/a/c",
		want:   Where{Dir: "/a/b", Source: FromTranscript, Gone: true, Parent: "/a"},
		offers: []string{"/a/c", "/a"},
	},
	{
		name: "renamed, and resumed there", home: newHome().transcript(id1, "-a-b", `{"cwd":"/a/b"}`, `{"cwd":"/a/c"}`),
		root: machine("/a/c"), paneDir: "/a/c",
		want:   Where{Dir: "/a/c", Source: FromPane},
		offers: []string{"/a/c"},
	},
	{
		name: "renamed while it ran, so that it goes on in the home", home: newHome().
			transcript(id1, "-a-b", `{"cwd":"/a/b"}`, `{"cwd":"/home"}`),
		root: machine("/a/c", "/home"), cwd: "/a/c",
		want:   Where{Dir: "/a/b", Source: FromTranscript, Gone: true, Parent: "/a"},
		offers: []string{"/a/c", "/a"},
	},
	{
		name: "the same with another directory that it has gone to, as the pane says", home: newHome().
			transcript(id1, "-a-b", `{"cwd":"/a/b"}`, `{"cwd":"/a/c"}`),
		root: machine("/a/c"), cwd: "/a/c", paneDir: "/a/b",
		want:   Where{Dir: "/a/b", Source: FromPane, Gone: true, Parent: "/a"},
		offers: []string{"/a/c", "/a"},
	},
	{
		name: "gone, and resumed in the home", home: newHome().
			transcript(id1, "-a-b", `{"cwd":"/a/b"}`, `{"cwd":"/home"}`),
		root: machine("/home"), paneDir: "/home",
		want: Where{Dir: "/home", Source: FromPane}, offers: []string{"/home"},
	},
	{
		name: "gone, and resumed elsewhere without a prompt", home: newHome().session(id1, "/a/b"),
		root: machine("/a"), cwd: "/x", paneDir: "/a",
		want: Where{Dir: "/a", Source: FromPane}, offers: []string{"/a"},
	},
	{
		name: "gone, and we are in its parent",
		home: newHome().session(id1, "/a/b"),
		root: machine("/a"),
		cwd:  "/a",
		want: Where{Dir: "/a/b", Source: FromTranscript, Gone: true, Parent: "/a"}, offers: []string{"/a"},
	},
	{
		name: "a file now", home: newHome().session(id1, "/a/b"), root: fstest.MapFS{"a/b": {}}, cwd: "/a",
		want: Where{Dir: "/a/b", Source: FromTranscript, Gone: true, Parent: "/a"}, offers: []string{"/a"},
	},
	{
		name: "all of it gone", home: newHome().session(id1, "/a/b"), root: machine(), cwd: "/x",
		want:   Where{Dir: "/a/b", Source: FromTranscript, Gone: true, Parent: "/"},
		offers: []string{"/", "/x"},
	},
	{
		name: "a worktree of the project",
		home: newHome().session(id1, "/a/b", worktree),
		root: machine("/a/b", "/w/t"),
		want: Where{Dir: "/w/t", Source: FromTranscript}, offers: []string{"/w/t"},
	},
	{
		name: "a worktree that is gone",
		home: newHome().session(id1, "/a/b", worktree),
		root: machine("/a/b"),
		want: Where{Dir: "/a/b", Source: FromTranscript}, offers: []string{"/a/b"},
	},
	{
		name: "moved, with its transcript",
		home: newHome().transcript(id1, "-new", `{"cwd":"/old"}`,
			`{"type":"relocated","relocatedCwd":"/new"}`),
		root: machine("/old", "/new"),
		want: Where{Dir: "/new", Source: FromTranscript}, offers: []string{"/new"},
	},
	{
		name: "moved, and the transcript stayed",
		home: newHome().session(id1, "/old", `{"type":"relocated","relocatedCwd":"/new"}`),
		root: machine("/old", "/new"),
		want: Where{Dir: "/new", Source: FromTranscript, Claims: []Claim{
			{FromTranscript, "/new"}, {FromName, "/old"},
		}},
		offers: []string{"/new"},
	},
	{
		name: "a long name with the hash of an older version",
		home: newHome().transcript(id1, pathcodec.Encode(long)[:200]+"-old", `{"cwd":"`+long+`"}`),
		root: machine(long),
		want: Where{Dir: long, Source: FromTranscript}, offers: []string{long},
	},
	{
		name: "only a long name with the hash of an older version",
		home: newHome().transcript(id1, pathcodec.Encode(long)[:200]+"-old"),
		root: machine(long),
		want: Where{Dir: long, Source: FromName, Claims: []Claim{{FromName, long}}}, offers: []string{long},
	},
}

func TestWhere(t *testing.T) {
	t.Parallel()
	for _, tt := range whereTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := finder(tt.home)
			f.Root, f.Cwd, f.Pane = tt.root, tt.cwd, "%1"
			if tt.paneDir != "" {
				f.Panes = append(f.Panes, pane("%1", "session_id", id1, "session_dir", tt.paneDir))
			}
			got := f.Where(t.Context(), f.Read(sessionsOf(t, f))[0])
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.offers, f.Offers(got)); diff != "" {
				t.Error(diff)
			}
			if got.Sure() != (tt.want.Dir != "" && tt.want.Claims == nil && !tt.want.Gone) {
				t.Errorf("sure: %v", got.Sure())
			}
		})
	}
}

// TestWhereMoved: a session that was moved into the background has no conversation of its own before its next
// prompt. Claude Code may have written its title.
func TestWhereMoved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		titled  bool
		paneDir string
		want    Where
	}{
		{"that of its origin says it", false, "", Where{Dir: "/a", Source: FromTranscript}},
		{"and the pane agrees", false, "/a", Where{Dir: "/a", Source: FromPane}},
		{"its own has only a title", true, "", Where{Dir: "/a", Source: FromTranscript}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := newHome().session(id1, "/a").process(12, id2, `,"kind":"bg","jobId":"1111aaaa"`).
				roster("1111aaaa", id1)
			if tt.titled {
				home.transcript(id2, pathcodec.Encode("/a"), `{"type":"ai-title","aiTitle":"Begin","sessionId":"`+id2+`"}`)
			}
			f := finder(home)
			f.Root = machine("/a")
			if tt.paneDir != "" {
				f.Panes = []Pane{pane("%1", "session_id", id2, "session_dir", tt.paneDir)}
			}
			found, err := f.ByID(id2)
			if len(found) != 1 || err != nil {
				t.Fatalf("%v, %+v", err, found)
			}
			session := found[0]
			if diff := cmp.Diff(tt.want, f.Where(t.Context(), session)); diff != "" {
				t.Error(diff)
			}
			if got := f.Dir(session); got != "/a" {
				t.Errorf("in a list: %q", got)
			}
			if got := session.Title(); tt.titled && got != "Begin" {
				t.Errorf("title %q", got)
			}
		})
	}
}

// TestNewestMoved: a session that was moved into the background is as old as its last message, which is that of its
// origin, and has not just begun.
func TestNewestMoved(t *testing.T) {
	t.Parallel()
	f := finder(newHome().session(id3, "/b").session(id1, "/a").
		process(12, id2, `,"kind":"bg","jobId":"1111aaaa"`).roster("1111aaaa", id1))
	if newest := f.Newest(sessionsOf(t, f), 1); len(newest) != 1 || newest[0].ID != id3 {
		t.Errorf("the newest is %v", newest)
	}
	if diff := cmp.Diff([]string{id3, id2}, ids(f.Newest(sessionsOf(t, f), 3))); diff != "" {
		t.Error(diff)
	}
	if all := ids(f.All(sessionsOf(t, f))); len(all) != 3 || all[0] != id3 {
		t.Errorf("all: %v", all)
	}
}
