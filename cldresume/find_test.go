package cldresume

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/testfs"
)

func TestRunning(t *testing.T) {
	t.Parallel()
	shell := Pane{ID: "%1", PID: 1, Window: "main:0"}
	other := Pane{ID: "%2", PID: 20, Window: "main:1"}
	both := []Pane{shell, other}
	// with returns both panes, of which one has options.
	with := func(p Pane, options ...string) []Pane {
		p.Options = pane(p.ID, options...).Options
		if p.ID == shell.ID {
			return []Pane{p, other}
		}
		return []Pane{p, shell}
	}
	registered := func(pid int) home { return newHome().process(pid, id1) }
	tests := []struct {
		name   string
		home   home
		panes  []Pane
		hidden bool // the processes of the server cannot be seen
		want   *Running
	}{
		{name: "nothing known", home: newHome(), panes: both},
		{
			name: "the registry, where there is no tmux", home: registered(11),
			want: &Running{PID: 11, Status: "idle"},
		},
		{
			name: "the registry, below the process of a pane", home: registered(11), panes: both,
			want: &Running{PID: 11, Pane: "%1", Window: "main:0", Status: "idle"},
		},
		{
			name: "the registry, in no pane of this server", home: registered(31), panes: both,
			want: &Running{PID: 31, Status: "idle"},
		},
		{name: "a dead process", home: registered(111), panes: both},
		{name: "no well-formed id", home: newHome().process(11, "../x"), panes: both},
		{
			name: "options of a pane", home: newHome(),
			panes: with(other, "session_id", id1, "pid", "21", "state", "idle"),
			want:  &Running{PID: 21, Pane: "%2", Window: "main:1"},
		},
		{
			name: "options of another pane than the process is in", home: newHome(),
			panes: with(shell, "session_id", id1, "pid", "21", "state", "idle"),
		},
		{
			name: "options of a pane whose session has ended", home: newHome(),
			panes: with(other, "session_id", id1, "pid", "21"),
		},
		{
			name: "options of a pane in which another session is starting", home: newHome(),
			panes: with(other, "session_id", id1, "pid", "21", "state", "starting"),
		},
		{
			name: "options of a pane whose process is dead", home: newHome(),
			panes: with(other, "session_id", id1, "pid", "121", "state", "idle"),
		},
		{
			name: "options that make no sense", home: newHome(),
			panes: with(other, "session_id", id1, "pid", "-1", "state", "idle"),
		},
		{
			name: "the registry knows better than a pane", home: registered(22),
			panes: with(other, "session_id", id1, "pid", "21", "state", "idle"),
			want:  &Running{PID: 22, Pane: "%2", Window: "main:1", Status: "idle"},
		},
		{
			name: "options of a pane whose process cannot be seen", home: newHome(), hidden: true,
			panes: with(shell, "session_id", id1, "pid", "121", "state", "idle"),
			want:  &Running{Pane: "%1", Window: "main:0"},
		},
		{
			name: "the registry, where the processes of panes cannot be seen", home: registered(11),
			panes: both, hidden: true,
			want: &Running{PID: 11, Status: "idle"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := finder(tt.home.session(id1, "/a"))
			f.Panes, f.Hidden = tt.panes, tt.hidden
			sessions := sessionsOf(t, f)
			if diff := cmp.Diff(tt.want, sessions[0].Running); diff != "" || len(sessions) != 1 {
				t.Error(ids(sessions), diff)
			}
		})
	}
}

// TestBackground has a supervisor that was started in the pane %1: all workers descend from the process of that pane.
func TestBackground(t *testing.T) {
	t.Parallel()
	const (
		parked = `,"kind":"interactive","parkedJobId":"1111aaaa"`
		worker = `,"kind":"bg","jobId":"1111aaaa"`
		spare  = `,"kind":"bg","spare":true`

		said     = `{"type":"user","timestamp":"2026-11-26T15:21:04.000Z","cwd":"/a","message":{"content":"hello"}}`
		movedTo2 = `{"type":"continued-in","timestamp":"2026-11-26T15:21:10.515Z","sessionId":"` + id1 +
			`","continuedInSessionId":"` + id2 + `"}`
	)
	left := func() home { return newHome().process(11, id1, parked).session(id1, "/a").session(id2, "/a") }
	shows := func(id string) Pane {
		p := pane("%1", "session_id", id, "pid", "11", "state", "idle", "title", "Blue Heron")
		p.PID, p.Window = 1, "main:0"
		return p
	}
	shell := Pane{ID: "%1", PID: 1, Window: "main:0"}
	type session struct {
		ID, Title, MovedTo string
		Running            *Running
	}
	inBackground := &Running{PID: 12, Kind: "bg", Job: "1111aaaa", Status: "idle"}
	inPane := &Running{PID: 12, Pane: "%1", Window: "main:0", Kind: "bg", Job: "1111aaaa", Status: "idle"}
	tests := []struct {
		name string
		home home
		pane Pane
		want []session
	}{
		{
			name: "the pane shows the copy, which alone runs there",
			home: left().process(12, id2, worker), pane: shows(id2),
			want: []session{{ID: id1, MovedTo: id2}, {ID: id2, Title: "Blue Heron", Running: inPane}},
		},
		{
			name: "without options the copy runs in no pane", home: left().process(12, id2, worker), pane: shell,
			want: []session{{ID: id1, MovedTo: id2}, {ID: id2, Running: inBackground}},
		},
		{
			name: "the client that has moved it has ended, and the copy has no transcript yet",
			home: newHome().session(id1, "/a", `{"type":"custom-title","customTitle":"Red Heron"}`).
				process(12, id2, worker).roster("1111aaaa", id1), pane: shell,
			want: []session{{ID: id1, Title: "Red Heron", MovedTo: id2},
				{ID: id2, Title: "Red Heron", Running: inBackground}},
		},
		{
			name: "the copy has begun anew, by /clear",
			home: left().process(12, id3, worker).roster("1111aaaa", id1), pane: shell,
			want: []session{{ID: id1}, {ID: id2}, {ID: id3, Running: inBackground}},
		},
		{
			name: "nothing runs any more, and its transcript tells that it was moved",
			home: newHome().session(id1, "/a", said, movedTo2).session(id2, "/a", said),
			want: []session{{ID: id1, Title: "hello", MovedTo: id2}, {ID: id2, Title: "hello"}},
		},
		{
			name: "somebody has gone on with what was left",
			home: newHome().session(id1, "/a", said, movedTo2, said).session(id2, "/a", said),
			want: []session{{ID: id1, Title: "hello"}, {ID: id2, Title: "hello"}},
		},
		{
			name: "somebody has just resumed what was left",
			home: newHome().session(id1, "/a", said, movedTo2).session(id2, "/a", said).process(11, id1), pane: shell,
			want: []session{{ID: id1, Title: "hello", Running: &Running{PID: 11, Pane: "%1", Window: "main:0", Status: "idle"}},
				{ID: id2, Title: "hello"}},
		},
		{
			name: "the session to which it was moved is gone",
			home: newHome().session(id1, "/a", said, movedTo2),
			want: []session{{ID: id1, Title: "hello"}},
		},
		{
			name: "it was moved to what is no id",
			home: newHome().session(id1, "/a", said, `{"type":"continued-in","timestamp":"2026-11-26T15:21:10.515Z",`+
				`"continuedInSessionId":"../../x"}`),
			want: []session{{ID: id1, Title: "hello"}},
		},
		{
			name: "a worker whose id is none", home: left().process(12, "1111aaaa", worker).roster("1111aaaa", id1), pane: shell,
			want: []session{{ID: id1}, {ID: id2}},
		},
		{
			name: "a spare worker is no session", home: newHome().process(13, id3, spare), pane: shell,
		},
		{
			name: "the client whose worker has ended shows its conversation at rest",
			home: left(), pane: shows(id2),
			want: []session{{ID: id1}, {ID: id2, Title: "Blue Heron",
				Running: &Running{PID: 11, Pane: "%1", Window: "main:0"}}},
		},
		{
			name: "the pane of a session that has no transcript yet names it",
			home: newHome().process(11, id1), pane: shows(id1),
			want: []session{{ID: id1, Title: "Blue Heron",
				Running: &Running{PID: 11, Pane: "%1", Window: "main:0", Status: "idle"}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := finder(tt.home)
			f.Panes = []Pane{tt.pane}
			var got []session
			for _, s := range f.Read(sessionsOf(t, f)) {
				got = append(got, session{s.ID, s.Title(), s.MovedTo, s.Running})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestConversation: which transcripts are searched, and which session their conversation belongs to.
func TestConversation(t *testing.T) {
	t.Parallel()
	const worker = `,"kind":"bg","jobId":"1111aaaa"`
	const asked = `{"type":"user","cwd":"/a","message":{"content":"hello"}}`
	part := `{"type":"user","isCompactSummary":true,"session_id":"` + id1 + `","message":{"content":"So far"}}` + "\n" +
		asked
	moved := func(lines ...string) home {
		return newHome().session(id1, "/a", asked).session(id2, "/a", lines...).process(12, id2, worker).
			roster("1111aaaa", id1)
	}
	for _, tt := range []struct {
		name string
		home home
		want [][2]string // the session, and the transcript
	}{
		{"a session", newHome().session(id1, "/a", asked), [][2]string{{id1, id1}}},
		{"it goes on in the background, without a transcript yet",
			newHome().session(id1, "/a", asked).process(12, id2, worker).roster("1111aaaa", id1),
			[][2]string{{id2, id1}}},
		{"the one there has copied it", moved(asked), [][2]string{{id2, id2}}},
		{"the one there has only what came after a compaction", moved(part), [][2]string{{id2, id1}, {id2, id2}}},
	} {
		f := finder(tt.home)
		var got [][2]string
		sessions := sessionsOf(t, f)
		for _, s := range sessions {
			if c, ok := f.Conversation(s, sessions); ok {
				got = append(got, [2]string{c.ID, c.TranscriptID})
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestOwn(t *testing.T) {
	t.Parallel()
	f := finder(newHome())
	f.Panes = []Pane{
		pane("%1", "session_id", id1), pane("%2", "session_id", "../x"), pane("%3"), pane("%5", "moved_id", id2),
	}
	for own, want := range map[string]string{"%1": id1, "%2": "", "%3": "", "%4": "", "%5": id2, "": ""} {
		f.Pane = own
		if got := f.Own(); got != want {
			t.Errorf("in %q: %q, want %q", own, got, want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	h := newHome().session(id1, "/a").session(id2, "/b").process(20, id3)
	f := finder(h)
	f.Home = testfs.Closed{FS: h, Name: "projects/-a"}
	sessions, err := f.Sessions()
	if diff := cmp.Diff([]string{id2, id3}, ids(sessions)); diff != "" || !errors.Is(err, fs.ErrPermission) {
		t.Error(err, diff)
	}
	f.Home = testfs.Closed{FS: h, Name: "projects/-a/" + id1 + ".jsonl"}
	matches, _, err := f.Match("11110")
	if err != nil || len(matches) != 1 || !errors.Is(matches[0].Err, fs.ErrPermission) {
		t.Errorf("%v, %+v", err, matches)
	}
	if diff := cmp.Diff([]string{id3, id2, id1}, ids(f.All(sessionsOf(t, f)))); diff != "" {
		t.Errorf("the newest first: %s", diff)
	}
}

// TestTwins: two transcripts that name each other as the one that goes on are two sessions.
func TestTwins(t *testing.T) {
	t.Parallel()
	movedTo := func(id string) string {
		return `{"type":"continued-in","timestamp":"2026-11-26T15:21:10.515Z","continuedInSessionId":"` + id + `"}`
	}
	f := finder(newHome().session(id1, "/a", movedTo(id2)).session(id2, "/a", movedTo(id1)).
		session(id3, "/a", movedTo(id1)))
	if diff := cmp.Diff([]string{id1, id2}, ids(f.Newest(sessionsOf(t, f), 9))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestListByName: what is listed for a name is the same as in the list of all sessions, which has more: no session
// that runs, moved or is in a pane loses its transcript because its id begins with something else.
func TestListByName(t *testing.T) {
	t.Parallel()
	const id4, id5 = "44440000-1111-4111-8111-111111111111", "55550000-1111-4111-8111-111111111111"
	f := finder(newHome().session(id1, "/a").session(id2, "/a").session(id3, "/a").session(id4, "/a").session(id5, "/a").
		process(11, id3).process(12, id2, `,"kind":"bg","jobId":"1111aaaa"`).roster("1111aaaa", id1))
	f.Panes = []Pane{pane("%1", "session_id", id4)}
	all := sessionsOf(t, f)
	for _, name := range []string{"", id1, strings.ToUpper(id5[:4]), "9999"} {
		var want []Session
		for _, s := range all {
			if s.ID != id5 || beginsWith(id5, name) {
				want = append(want, s)
			}
		}
		got, err := f.list(name)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Session{})); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", name, err, diff)
		}
	}
}
