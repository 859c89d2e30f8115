package fleet_test

import (
	"fmt"
	"maps"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

var noon = time.Unix(1_800_000_000, 0)

// ago is a time before noon, as an option holds it.
func ago(d time.Duration) string { return strconv.FormatInt(noon.Add(-d).Unix(), 10) }

// pane is a pane with a session.
type pane struct {
	id    string // of the session
	state string
	since time.Duration // before noon
	event time.Duration // before noon
	seen  bool

	options tmuxopt.Options // besides
}

// panes returns them as tmux lists them.
func panes(all ...pane) []tmux.Pane {
	list := []tmux.Pane{{ID: "%0", Options: tmuxopt.Options{}}}
	for i, p := range all {
		o := tmuxopt.Options{
			tmuxopt.SessionID:              p.id,
			tmuxopt.State:                  p.state,
			tmuxopt.Since:                  ago(p.since),
			tmuxopt.LatestHookTime:         ago(p.event),
			tmuxopt.ActiveSeenPolicyOption: "dwell",
		}
		if p.seen {
			o[tmuxopt.Seen] = o[tmuxopt.Since]
		}
		maps.Copy(o, p.options)
		list = append(list, tmux.Pane{ID: fmt.Sprintf("%%%d", i+1), Options: o})
	}
	return list
}

func TestListOrder(t *testing.T) {
	t.Parallel()
	asks := tmuxopt.Options{tmuxopt.Intent: string(tmuxopt.Question)}
	list := panes(
		pane{id: "ended-with-a-question", seen: true, options: asks},
		pane{id: "works-after-a-question", state: "working", since: time.Second, options: asks},
		pane{id: "question-seen", state: "idle", since: time.Hour, seen: true, options: asks},
		pane{id: "question", state: "idle", since: time.Minute, options: asks},
		pane{id: "ended", event: time.Minute, seen: true},
		pane{id: "asleep", state: "idle", since: time.Minute, options: tmuxopt.Options{
			tmuxopt.Intent: string(tmuxopt.Question), tmuxopt.AsleepUntil: ago(-time.Hour),
		}},
		pane{id: "stale", state: "working", since: 9 * time.Hour, event: 9 * time.Hour},
		pane{id: "stale-sooner", state: "idle", since: 2 * time.Hour, event: 2 * time.Hour, seen: true,
			options: tmuxopt.Options{tmuxopt.StaleOption: "90m"}},
		pane{id: "stale-later", state: "idle", since: 9 * time.Hour, event: 9 * time.Hour, seen: true,
			options: tmuxopt.Options{tmuxopt.StaleOption: "12h"}},
		pane{id: "idle", state: "idle", since: time.Hour, seen: true},
		pane{id: "working", state: "working", since: time.Minute},
		pane{id: "working-longer", state: "working", since: time.Hour},
		pane{id: "starting", state: "starting", since: time.Second},
		pane{id: "failed-seen", state: "error", since: time.Hour, seen: true},
		pane{id: "finished", state: "idle", since: time.Minute},
		pane{id: "failed", state: "error", since: time.Minute},
		pane{id: "asks", state: "attention", since: time.Minute},
		pane{id: "asks-longer", state: "attention", since: time.Hour},
	)
	var got []string
	for _, s := range fleet.List(list, noon) {
		mark := ""
		if s.NeedsYou() {
			mark = "!"
		}
		got = append(got, s.ID+mark)
	}
	want := []string{
		"asks-longer!", "asks!", "failed-seen", "failed!", "question-seen!", "question!", "finished!",
		"working-longer", "working", "works-after-a-question", "starting", "stale-later", "idle", "asleep",
		"ended-with-a-question", "ended", "stale", "stale-sooner",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestListOnce: a session that several panes have had is listed once.
func TestListOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		panes []pane
		want  []string
	}{
		{
			name: "it goes on in another pane",
			panes: []pane{
				{id: "x", event: time.Minute},
				{id: "x", state: "working", event: time.Hour},
				{id: "x", event: time.Second},
			},
			want: []string{"%2"},
		},
		{
			name:  "it has ended in two: the later one",
			panes: []pane{{id: "x", event: time.Minute}, {id: "x", event: time.Hour}},
			want:  []string{"%1"},
		},
		{
			name: "it has ended in three",
			panes: []pane{
				{id: "x", event: time.Hour}, {id: "x", event: time.Minute}, {id: "x", event: 2 * time.Hour},
			},
			want: []string{"%2"},
		},
		{
			name: "a gate reports its id: that may be anything",
			panes: []pane{
				{id: "x", event: time.Hour},
				{id: "x", state: "working", options: tmuxopt.Options{tmuxopt.Gate: "7-1"}},
			},
			want: []string{"%2", "%1"},
		},
		{
			name: "it goes on behind another gate",
			panes: []pane{
				{id: "x", event: time.Minute, options: tmuxopt.Options{tmuxopt.Gate: "7-1"}},
				{id: "x", state: "working", options: tmuxopt.Options{tmuxopt.Gate: "8-1"}},
			},
			want: []string{"%2"},
		},
		{
			name:  "it runs in two, which nobody forbids",
			panes: []pane{{id: "x", state: "working", since: 2}, {id: "x", state: "working", since: 1}},
			want:  []string{"%1", "%2"},
		},
		{
			name:  "two that cld has just started have no id yet",
			panes: []pane{{state: "starting"}, {state: "starting"}},
			want:  []string{"%1", "%2"},
		},
	} {
		var got []string
		for _, s := range fleet.List(panes(tt.panes...), noon) {
			got = append(got, s.Pane.ID)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                string
		candidates, visited []string
		current, home       string
		want                string
	}{
		{name: "nothing needs you", current: "%0", home: "%0", want: ""},
		{name: "nothing needs you any more: home", current: "%1", home: "%0", want: "%0"},
		{
			name: "answered: the next one", candidates: []string{"%2"}, current: "%1",
			home: "%0", want: "%2",
		},
		{
			name: "the most urgent first", candidates: []string{"%1", "%2"}, current: "%0",
			home: "%0", want: "%1",
		},
		{
			name: "then the following", candidates: []string{"%1", "%2"}, current: "%1",
			home: "%0", want: "%2",
		},
		{
			name: "then home", candidates: []string{"%1", "%2"}, visited: []string{"%1", "%2"}, current: "%2",
			home: "%0", want: "%0",
		},
		{
			name: "one that still asks is not visited twice", candidates: []string{"%1", "%3"},
			visited: []string{"%1", "%2"}, current: "%2", home: "%0", want: "%3",
		},
		{
			name: "home is the most urgent: it comes last", candidates: []string{"%0", "%1"}, visited: []string{"%1"},
			current: "%1", home: "%0", want: "%0",
		},
		{name: "and again", candidates: []string{"%1", "%2"}, current: "%0", home: "%0", want: "%1"},
		{
			name:       "the only one is where you are, and home is elsewhere",
			candidates: []string{"%1"}, current: "%1", home: "%0", want: "%0",
		},
		{
			name: "the only one is where you are, and so is home", candidates: []string{"%1"},
			current: "%1", home: "%1", want: "",
		},
		{
			name: "no home: round and round", candidates: []string{"%1", "%2"},
			visited: []string{"%1", "%2"}, current: "%2", home: "", want: "%1",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := fleet.Next(tt.candidates, tt.visited, tt.current, tt.home); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}

func BenchmarkList(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var list []tmux.Pane
			for i := range n {
				list = append(list, tmux.Pane{ID: fmt.Sprint("%", i), Options: tmuxopt.Options{
					tmuxopt.SessionID:  fmt.Sprint("id", i),
					tmuxopt.State:      []string{"idle", "working", "attention"}[i%3],
					tmuxopt.Title:      "title",
					tmuxopt.SessionDir: "/dir",
				}})
			}
			b.ReportAllocs()
			for b.Loop() {
				fleet.List(list, time.Now())
			}
		})
	}
}

// TestAboutSeveral: of several requests nobody knows which one is on the screen.
func TestAboutSeveral(t *testing.T) {
	t.Parallel()
	for waiting, want := range map[string]string{
		" main.a=permission":                       "Bash: make",
		" registry.0=permission main.a=permission": "Bash: make",
		" main.a=permission ag1.b=permission":      "2 requests",
	} {
		s := inPane("%1", "s", "attention", "")
		s.Request, s.Pane.Options[tmuxopt.Waiting] = "Bash: make", waiting
		if got := s.About(); got != want {
			t.Errorf("%q: %q, want %q", waiting, got, want)
		}
	}
}

// TestAboutStuck: a session that has been silent since yesterday says so.
func TestAboutStuck(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 8, 30, 0, 0, time.Local) // a Monday
	for want, ago := range map[string]time.Duration{
		"silent since 08:00: Bash":     30 * time.Minute,
		"silent since Sun 17:40: Bash": 14*time.Hour + 50*time.Minute,
	} {
		at := now.Add(-ago)
		list := panes(pane{id: "s", state: "working", options: tmuxopt.Options{
			tmuxopt.LatestHookTime: tmuxopt.Seconds(at), tmuxopt.StateNS: "1", tmuxopt.Stuck: "1", tmuxopt.Detail: "Bash",
		}})
		if got := fleet.List(list, now)[0].About(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
