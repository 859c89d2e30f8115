package cldresume

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/testfs"
	"atm/tmuxopt"
)

func TestRunning(t *testing.T) {
	t.Parallel()
	places := []tmuxopt.Place{{Pane: "%1", PID: 1, Window: "main:0"}, {Pane: "%2", PID: 20, Window: "main:1"}}
	for _, tt := range []struct {
		name   string
		home   home
		panes  []tmuxopt.Pane
		places []tmuxopt.Place
		want   *Running
	}{
		{"nothing known", newHome(), nil, places, nil},
		{"the registry, outside tmux", newHome().client(11, id1), nil, nil, &Running{PID: 11, Status: "idle"}},
		{"the registry, below the process of a pane", newHome().client(11, id1), nil, places, &Running{PID: 11, Pane: "%1", Window: "main:0", Status: "idle"}},
		{"the registry, in no pane of this server", newHome().client(31, id1), nil, places, &Running{PID: 31, Status: "idle"}},
		{"a dead process", newHome().client(111, id1), nil, places, nil},
		{"no well-formed id", newHome().client(11, "../x"), nil, places, nil},
		{"options of a pane", newHome(), []tmuxopt.Pane{pane("%2", "session_id", id1, "pid", "21", "state", "idle")}, places, &Running{PID: 21, Pane: "%2", Window: "main:1"}},
		{"options of another pane than the process is in", newHome(), []tmuxopt.Pane{pane("%1", "session_id", id1, "pid", "21", "state", "idle")}, places, nil},
		{"options of a pane whose session has ended", newHome(), []tmuxopt.Pane{pane("%2", "session_id", id1, "pid", "21")}, places, nil},
		{"options of a pane whose process is dead", newHome(), []tmuxopt.Pane{pane("%2", "session_id", id1, "pid", "121", "state", "idle")}, places, nil},
		{"options that make no sense", newHome(), []tmuxopt.Pane{pane("%2", "session_id", id1, "pid", "-1", "state", "idle")}, places, nil},
		{"the registry knows better than a pane", newHome().client(22, id1), []tmuxopt.Pane{pane("%2", "session_id", id1, "pid", "21", "state", "idle")}, places, &Running{PID: 22, Pane: "%2", Window: "main:1", Status: "idle"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := finder(tt.home.session(id1, "/a"))
			f.Panes, f.Places = tt.panes, tt.places
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
	f.Panes = []tmuxopt.Pane{pane("%1", "session_id", id1), pane("%2", "session_id", "../x"), pane("%3")}
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
