package fleet_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

func TestListOrder(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	seconds := func(ago time.Duration) string { return strconv.FormatInt(now.Add(-ago).Unix(), 10) }
	session := func(name, state string, since, event time.Duration, seen bool) tmux.Pane {
		o := tmuxopt.Options{tmuxopt.SessionID: name, tmuxopt.State: state, tmuxopt.Since: seconds(since), tmuxopt.LatestHookTime: seconds(event), tmuxopt.SeenOption: "dwell"}
		if seen {
			o[tmuxopt.Seen] = o[tmuxopt.Since]
		}
		return tmux.Pane{ID: "%1", Options: o}
	}
	panes := []tmux.Pane{
		{ID: "%0", Options: tmuxopt.Options{}},
		session("ended", "", 0, time.Minute, true),
		session("stale", "working", 9*time.Hour, 9*time.Hour, false),
		session("idle", "idle", time.Hour, time.Minute, true),
		session("working", "working", time.Minute, time.Minute, false),
		session("working-longer", "working", time.Hour, time.Minute, false),
		session("starting", "starting", time.Second, time.Minute, false),
		session("failed-seen", "error", time.Hour, time.Minute, true),
		session("finished", "idle", time.Minute, time.Minute, false),
		session("failed", "error", time.Minute, time.Minute, false),
		session("moved", "", 0, time.Hour, true),
		session("moved", "working", 2*time.Hour, time.Minute, false),
		session("asks", "attention", time.Minute, time.Minute, false),
		session("asks-longer", "attention", time.Hour, time.Minute, false),
	}
	var got []string
	for _, s := range fleet.List(panes, now, fleet.DefaultStale) {
		mark := ""
		if s.NeedsYou() {
			mark = "!"
		}
		got = append(got, s.ID+mark)
	}
	want := []string{"asks-longer!", "asks!", "failed-seen", "failed!", "finished!", "moved", "working-longer", "working", "starting", "idle", "ended", "stale"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		candidates    []string
		current, home string
		want          string
	}{
		{"nothing needs you", nil, "%0", "%0", ""},
		{"nothing needs you any more: home", nil, "%1", "%0", "%0"},
		{"answered: the next one", []string{"%2"}, "%1", "%0", "%2"},
		{"the most urgent first", []string{"%1", "%2"}, "%0", "%0", "%1"},
		{"then the following", []string{"%1", "%2"}, "%1", "%0", "%2"},
		{"then home", []string{"%1", "%2"}, "%2", "%0", "%0"},
		{"and again", []string{"%1", "%2"}, "%0", "%0", "%1"},
		{"the only one is where you are, and home is elsewhere", []string{"%1"}, "%1", "%0", "%0"},
		{"the only one is where you are, and so is home", []string{"%1"}, "%1", "%1", ""},
		{"no home: round and round", []string{"%1", "%2"}, "%2", "", "%1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := fleet.Next(tt.candidates, tt.current, tt.home); got != tt.want {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}

func BenchmarkList(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var panes []tmux.Pane
			for i := range n {
				panes = append(panes, tmux.Pane{ID: fmt.Sprint("%", i), Options: tmuxopt.Options{tmuxopt.SessionID: "id", tmuxopt.State: []string{"idle", "working", "attention"}[i%3], tmuxopt.Title: "title", tmuxopt.SessionDir: "/dir"}})
			}
			b.ReportAllocs()
			for b.Loop() {
				fleet.List(panes, time.Now(), fleet.DefaultStale)
			}
		})
	}
}
