package lookup_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/sys/lookup"
)

// sessions are the sessions of the tests. A test names the found ones by their index.
var sessions = []lookup.Names{
	0: {
		Panes: []string{"%1"}, Places: []string{"main:0.1"}, Windows: []string{"main:0"},
		ID: "23e30f82-1111-4111-8111-111111111111", Title: "Fix the build", Dir: "/home/you/src/parser",
	},
	1: {
		Panes:   []string{"%2", "%7"},
		Places:  []string{"main:0.2", "Main:1.0"},
		Windows: []string{"main:0", "Main:1"},
		ID:      "23e3aaaa-2222-4222-8222-222222222222", Title: "fix the build", Dir: "/home/you/play/parser",
	},
	2: {ID: "beef0000-3333-4333-8333-333333333333", Title: "Docs of the build", Dir: "/home/you/work"},
	3: {ID: "77770000-4444-4444-8444-444444444444", Title: "beef", Dir: "/home/you/new\nline"},
	4: {ID: "88880000-5555-4555-8555-555555555555", Dir: "/home/you/Docs"},
	5: {Panes: []string{"%9"}, Title: "%2", Prompt: "Write the docs, please"},
	6: {Panes: []string{"%8"}, Named: []string{"Tests", "main:Tests"}, Title: "beef up"},
	7: {Panes: []string{"%6"}, Named: []string{"parser", "main:parser"}, Title: "the Tests of it"},
}

func TestFind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, query string
		want        []int
	}{
		{"a pane", "%1", []int{0}},
		{"one of several panes", "%7", []int{1}},
		{"a pane goes before a title", "%2", []int{1}},
		{"a pane that is not there, and part of no title", "%3", nil},
		{"a place", "main:0.1", []int{0}},
		{"a place in another case", "MAIN:1.0", []int{1}},
		{"a window of several", "main:0", []int{0, 1}},
		{"all of an id", "23e30f82-1111-4111-8111-111111111111", []int{0}},
		{"all of an id, in capitals", "23E30F82-1111-4111-8111-111111111111", []int{0}},
		{"the beginning of an id", "23e3a", []int{1}},
		{"the beginning of an id, in capitals", "23E3A", []int{1}},
		{"the beginning of several", "23e3", []int{0, 1}},
		{"too short a beginning", "23e", nil},
		{"longer than an id", "23e30f82-1111-4111-8111-1111111111110", nil},
		{"an id goes before a title", "beef", []int{2}},
		{"a title to the letter", "fix the build", []int{1}},
		{"a title in another case", "FIX THE BUILD", []int{0, 1}},
		{"part of a title", "docs of", []int{2}},
		{"part of a last prompt", "the docs", []int{5}},
		{"part of several titles", " build ", []int{0, 1, 2}},
		{"a directory goes before a part of a title", "docs", []int{4}},
		{"the name of a window goes before a part of a title", "tests", []int{6}},
		{"the name of a window with its session", "main:tests", []int{6}},
		{"a directory goes before the name of a window", "parser", []int{0, 1}},
		{"a part of the name of a window is none", "Test", []int{7}},
		{"a path", "/home/you/src/parser", []int{0}},
		{"a path with an end that is none", "/home/you/src/parser/", []int{0}},
		{"a path from the directory that one is in", "src/parser", []int{0}},
		{"this directory, of no session", ".", nil},
		{"the last part of a path", "parser", []int{0, 1}},
		{"the last parts of a path", "play/parser", []int{1}},
		{"the last parts of a path, in another case", "Play/Parser", []int{1}},
		{"not all of a part", "arser", nil},
		{"an absolute path is no end of one", "/parser", nil},
		{"a path with a newline", "/home/you/new\nline", []int{3}},
		{"nothing", "", nil},
		{"blanks", "   ", nil},
		{"a path to nowhere", "../../23e30f82", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := lookup.Find(lookup.NewQuery(tt.query, "/home/you"), sessions)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.query, diff)
			}
		})
	}
}

// TestFindOnHosts: the same names on several hosts. A name without a host finds no session of another host if
// it may mean something here.
func TestFindOnHosts(t *testing.T) {
	t.Parallel()
	const dir = "/home/you/src/parser"
	sessions := []lookup.Names{
		0: {Panes: []string{"%1"}, Places: []string{"main:0.1"}, Windows: []string{"main:0"}, Title: "docs", Dir: dir},
		1: {
			Host:  "devbox",
			Panes: []string{"%1"}, Places: []string{"main:0.1"}, Windows: []string{"main:0"},
			ID: "23e30f82-1111-4111-8111-111111111111", Title: "docs", Dir: dir,
		},
		2: {Host: "me@build", Panes: []string{"%2"}, Places: []string{"devbox:0.2"}, Title: "release", Dir: "/srv/release"},
		3: {Panes: []string{"%4"}, Places: []string{"devbox:0.0"}, Title: "devbox:docs"},
		4: {Panes: []string{"%5"}, Title: "speed up devbox:release"},
	}
	for _, tt := range []struct {
		name, query string
		want        []int
	}{
		{"a pane is one of this host", "%1", []int{0}},
		{"so is a place", "main:0.1", []int{0}},
		{"and a window", "main:0", []int{0}},
		{"a pane of another host only", "%2", nil},
		{"a pane of a host", "devbox:%1", []int{1}},
		{"a place of a host", "devbox:main:0.1", []int{1}},
		{"a window of a host", "devbox:main:0", []int{1}},
		{"a host with a user", "me@build:%2", []int{2}},
		{"a place here whose session is called as a host", "devbox:0.0", []int{3}},
		{"a title here with a colon goes before one on a host", "devbox:docs", []int{3}},
		{"a title on a host goes before a part of one", "me@build:release", []int{2}},
		{"a title of both", "docs", []int{0, 1}},
		{"an id, wherever it is", "23e30f82", []int{1}},
		{"a path is one of this host", dir, []int{0}},
		{"a path of a host", "devbox:" + dir, []int{1}},
		{"the end of a path, wherever it is", "release", []int{2}},
		{"a part of a title with a colon", "up devbox:rel", []int{4}},
		{"a host alone is a part of titles", "devbox:", []int{3, 4}},
		{"a host in another case", "DEVBOX:%1", nil},
		{"a host that is not there", "elsewhere:%1", nil},
	} {
		got := lookup.Find(lookup.NewQuery(tt.query, "/"), sessions)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt.name, tt.query, diff)
		}
	}
}

// TestNewQuery: like Claude Code, it resolves the symbolic links of a directory.
func TestNewQuery(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(root+"/there", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("there", root+"/link"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, typed, want string }{
		{"a link", root + "/link", root + "/there"},
		{"a link, from here", "./link", root + "/there"},
		{"this directory", ".", root},
		{"the one above", "..", filepath.Dir(root)},
		{"one that is gone", "gone/there", root + "/gone/there"},
		{"no path", "link", ""},
		{"no path either", "...", ""},
	} {
		if got := lookup.NewQuery(tt.typed, root).Dir; got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
