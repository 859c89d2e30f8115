package cldresume

import (
	"errors"
	"io/fs"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/testfs"
	"atm/internal/tmux"
)

func TestRunning(t *testing.T) {
	t.Parallel()
	at := func(p tmux.Pane) tmux.Pane {
		p.Session, p.Index = "main", "0"
		p.PID, p.Window = map[string]int{"%1": 1, "%2": 20}[p.ID], map[string]string{"%1": "0:a", "%2": "1:b"}[p.ID]
		return p
	}
	places := []tmux.Pane{at(pane("%1")), at(pane("%2"))}
	with := func(p tmux.Pane) []tmux.Pane {
		return append([]tmux.Pane{at(p)}, slices.DeleteFunc(slices.Clone(places), func(other tmux.Pane) bool { return other.ID == p.ID })...)
	}
	for _, tt := range []struct {
		name  string
		home  home
		panes []tmux.Pane
		want  *Running
	}{
		{"nothing known", newHome(), places, nil},
		{"the registry, outside tmux", newHome().client(11, id1), nil, &Running{PID: 11, Status: "idle"}},
		{"the registry, below the process of a pane", newHome().client(11, id1), places, &Running{PID: 11, Pane: "%1", Window: "main:0", Status: "idle"}},
		{"the registry, in no pane of this server", newHome().client(31, id1), places, &Running{PID: 31, Status: "idle"}},
		{"a dead process", newHome().client(111, id1), places, nil},
		{"no well-formed id", newHome().client(11, "../x"), places, nil},
		{"options of a pane", newHome(), with(pane("%2", "session_id", id1, "pid", "21", "state", "idle")), &Running{PID: 21, Pane: "%2", Window: "main:1"}},
		{"options of another pane than the process is in", newHome(), with(pane("%1", "session_id", id1, "pid", "21", "state", "idle")), nil},
		{"options of a pane whose session has ended", newHome(), with(pane("%2", "session_id", id1, "pid", "21")), nil},
		{"options of a pane whose process is dead", newHome(), with(pane("%2", "session_id", id1, "pid", "121", "state", "idle")), nil},
		{"options that make no sense", newHome(), with(pane("%2", "session_id", id1, "pid", "-1", "state", "idle")), nil},
		{"the registry knows better than a pane", newHome().client(22, id1), with(pane("%2", "session_id", id1, "pid", "21", "state", "idle")), &Running{PID: 22, Pane: "%2", Window: "main:1", Status: "idle"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := finder(tt.home.session(id1, "/a"))
			f.Panes = tt.panes
			sessions := sessionsOf(t, f)
			if diff := cmp.Diff(tt.want, sessions[0].Running); diff != "" || len(sessions) != 1 {
				t.Error(ids(sessions), diff)
			}
		})
	}
}

func TestOwn(t *testing.T) {
	t.Parallel()
	f := finder(newHome())
	f.Panes = []tmux.Pane{pane("%1", "session_id", id1), pane("%2", "session_id", "../x"), pane("%3")}
	for own, want := range map[string]string{"%1": id1, "%2": "", "%3": "", "%4": "", "": ""} {
		f.Pane = own
		if got := f.Own(); got != want {
			t.Errorf("in %q: %q, want %q", own, got, want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	h := newHome().session(id1, "/a").session(id2, "/b").client(20, id3)
	f := finder(h)
	f.Home = testfs.Closed{FS: h, Name: "projects/-a"}
	sessions, err := f.Sessions()
	if diff := cmp.Diff([]string{id2, id3}, ids(sessions)); diff != "" || !errors.Is(err, fs.ErrPermission) {
		t.Error(err, diff)
	}
	f.Home = testfs.Closed{FS: h, Name: "projects/-a/" + id1 + ".jsonl"}
	matches, _ := f.Match(sessionsOf(t, f), "11110")
	if len(matches) != 1 || !errors.Is(matches[0].Err, fs.ErrPermission) {
		t.Errorf("%+v", matches)
	}
}
