package work_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/longwork/work"
	opt "atm/tmuxopt"
)

const (
	session, other = "11111111", "22222222"
	begun          = "1800000000000000000" // when the last event came before the process was started
)

// TestNext: what follows an end.
func TestNext(t *testing.T) {
	t.Parallel()
	const hour = time.Hour
	for _, tt := range []struct {
		name   string
		end    work.End
		next   work.Next
		reason work.Reason
		failed bool
	}{
		{
			name: "it has handed over", end: work.End{EffortOpen: true, HandedOver: true, Worked: true, Lasted: hour},
			next: work.Fresh, reason: work.HandedOver,
		},
		{
			name: "it has handed over, and was killed before it could be ended",
			end:  work.End{EffortOpen: true, HandedOver: true, Worked: true, Crashed: true, Lasted: hour},
			next: work.Fresh, reason: work.HandedOver,
		},
		{
			name: "a person has left it", end: work.End{EffortOpen: true, Worked: true, Lasted: hour},
			next: work.Nothing, reason: work.NoHandoff,
		},
		{
			name: "a person has left it before it worked with the handoff",
			end:  work.End{EffortOpen: true, Given: true}, next: work.Nothing, reason: work.NoHandoff,
		},
		{
			name: "the effort is done", end: work.End{HandedOver: true, Crashed: true},
			next: work.Nothing, reason: work.Done,
		},
		{
			name: "a person has stopped it in spite of a handoff",
			end:  work.End{EffortOpen: true, HandedOver: true, Stopped: true}, next: work.Nothing, reason: work.Stopped,
		},
		{
			name: "killed at work", end: work.End{EffortOpen: true, Worked: true, Crashed: true, Lasted: hour},
			next: work.Again, reason: work.Crashed,
		},
		{
			name: "killed before it worked with the handoff, or it could not go on",
			end:  work.End{EffortOpen: true, Given: true, Crashed: true}, next: work.Fresh, reason: work.Unread,
		},
		{
			name: "killed at work with the handoff",
			end:  work.End{EffortOpen: true, Given: true, Worked: true, Crashed: true},
			next: work.Again, reason: work.Crashed,
		},
		{
			name: "it could not be started", end: work.End{EffortOpen: true, Crashed: true},
			next: work.Nothing, reason: work.Crashed, failed: true,
		},
	} {
		sessions := work.Sessions{Max: 20}
		next, why, failed := sessions.Next(tt.end)
		if next != tt.next || why != tt.reason || failed != tt.failed {
			t.Errorf("%s: %s, %s, failed %t", tt.name, next, why, failed)
		}
	}
}

// TestBounds: sessions follow one another only so often, and less often if they end soon.
func TestBounds(t *testing.T) {
	t.Parallel()
	long := work.End{EffortOpen: true, HandedOver: true, Lasted: time.Hour}
	short := work.End{EffortOpen: true, HandedOver: true, Lasted: time.Second}
	for _, tt := range []struct {
		name string
		max  int
		ends []work.End
		want int // how many of the ends are followed by a session
	}{
		{name: "no more than may be", max: 3, ends: []work.End{long, long, long, long, long}, want: 3},
		{name: "none may follow", max: 0, ends: []work.End{long}, want: 0},
		{name: "they end at once", max: 99, ends: []work.End{short, short, short, short, short, short}, want: 4},
		{
			name: "a long one among short ones", max: 99, want: 9,
			ends: []work.End{short, short, short, short, long, short, short, short, short, short},
		},
	} {
		sessions, followed := work.Sessions{Max: tt.max}, 0
		for _, end := range tt.ends {
			next, why, failed := sessions.Next(end)
			if next == work.Nothing {
				if !failed || why == "" {
					t.Errorf("%s: failed %t, %q", tt.name, failed, why)
				}
				break
			}
			followed++
		}
		if followed != tt.want {
			t.Errorf("%s: %d follow, want %d", tt.name, followed, tt.want)
		}
	}
}

// TestOf: what the options of a pane tell.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		options opt.Options
		want    work.End
		canEnd  bool
	}{
		{name: "nothing is known"},
		{
			name: "idle, and it has handed over", canEnd: true,
			options: opt.Options{
				opt.Effort: "e", opt.Handoff: "text", opt.SessionID: session, opt.State: "idle",
				opt.LatestHookEvent: "Stop",
			},
			want: work.End{EffortOpen: true, HandedOver: true, Worked: true},
		},
		{
			name: "it has handed over, and works on",
			options: opt.Options{
				opt.Effort: "e", opt.Handoff: "text", opt.SessionID: session, opt.State: "working",
				opt.LatestHookEvent: "PostToolUse",
			},
			want: work.End{EffortOpen: true, HandedOver: true, Worked: true},
		},
		{
			name: "the pane still tells of the session before",
			options: opt.Options{
				opt.Effort: "e", opt.Handoff: "text", opt.SessionID: other, opt.State: "idle",
				opt.LatestHookEvent: "Stop",
			},
			want: work.End{EffortOpen: true, HandedOver: true},
		},
		{
			name: "it has got the handoff, and has not worked",
			options: opt.Options{
				opt.Effort: "e", opt.Handoff: "text", opt.HandoffTo: session, opt.SessionID: session,
				opt.State: "idle", opt.LatestHookEvent: "SessionStart",
			},
			want: work.End{EffortOpen: true, Given: true},
		},
		{
			name: "it has worked with the handoff, and its API fails",
			options: opt.Options{
				opt.Effort: "e", opt.Handoff: "text", opt.HandoffTo: session, opt.HandoffTaken: "1",
				opt.SessionID: session, opt.State: "idle", opt.LatestHookEvent: "StopFailure",
			},
			want: work.End{EffortOpen: true, Given: true},
		},
		{
			name: "what it did was before its process was started again",
			options: opt.Options{
				opt.Effort: "e", opt.SessionID: session, opt.State: "idle", opt.LatestHookEvent: "Stop", opt.StateNS: begun,
			},
			want: work.End{EffortOpen: true},
		},
		{
			name: "another session has worked with the handoff",
			options: opt.Options{
				opt.Effort: "e", opt.Handoff: "text", opt.HandoffTo: other, opt.HandoffTaken: "1",
				opt.SessionID: session, opt.State: "idle",
			},
			want: work.End{EffortOpen: true},
		},
	} {
		read := maps.Clone(tt.options)
		maps.DeleteFunc(read, func(o opt.Option, _ string) bool { return !slices.Contains(work.Options(), o) })
		if diff := cmp.Diff(tt.want, work.Of(read, opt.Options{opt.StateNS: begun}, session)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got := work.CanEnd(read, session); got != tt.canEnd {
			t.Errorf("%s: it can be ended: %t", tt.name, got)
		}
	}
}

// TestKeep: a handoff that a session has got only by its own compaction waits for the next session.
func TestKeep(t *testing.T) {
	t.Parallel()
	const writer, other = "11111111", "22222222"
	written := opt.Options{opt.Effort: "e", opt.Handoff: "text", opt.HandoffTime: "1"}
	with := func(o opt.Options, kv ...string) opt.Options {
		o = maps.Clone(o)
		for i := 0; i < len(kv); i += 2 {
			o[opt.Option(opt.Prefix+kv[i])] = kv[i+1]
		}
		return o
	}
	for _, tt := range []struct {
		name    string
		seen    opt.Options // while the writer runs
		then    opt.Options
		session string // that runs then
		want    bool
	}{
		{name: "after its own compaction", seen: written, session: writer, want: true,
			then: with(written, "handoff_to", writer, "handoff_taken", "1")},
		{name: "/clear after the compaction", seen: written, session: other, want: true,
			then: with(written, "handoff_to", writer, "handoff_taken", "1")},
		{name: "it has worked with that of another one", seen: with(written, "handoff_to", writer), session: writer,
			then: with(written, "handoff_to", writer, "handoff_taken", "1")},
		{name: "it begins without one", seen: opt.Options{opt.Effort: "e"}, session: writer,
			then: with(written, "handoff_to", writer)},
		{name: "/clear gives it to another session", seen: written, session: other,
			then: with(written, "handoff_to", other)},
		{name: "a later one, which another session has got", seen: written, session: writer,
			then: with(written, "handoff_time", "2", "handoff_to", other)},
		{name: "there is none yet", seen: opt.Options{opt.Effort: "e"}, session: writer, then: opt.Options{opt.Effort: "e"}},
		{name: "it is removed", seen: written, session: writer, then: opt.Options{opt.Effort: "e"}},
	} {
		var w work.Written
		w.Keep(maps.Clone(tt.seen), writer)
		for range 2 { // it stays so
			now := maps.Clone(tt.then)
			edits := w.Keep(now, tt.session)
			if diff := cmp.Diff(now, opt.Apply(tt.then, edits)); diff != "" {
				t.Errorf("%s: the pane (-read +edited):\n%s", tt.name, diff)
			}
			if tt.then[opt.HandoffTo] == "" && len(edits) > 0 {
				t.Errorf("%s: edits for no handoff: each of them wakes cld work again", tt.name)
			}
			later := with(tt.then, "handoff_to", "33333333", "handoff_taken", "1")
			if diff := cmp.Diff(later, opt.Apply(later, edits)); diff != "" {
				t.Errorf("%s: another session has got it by then (-want +got):\n%s", tt.name, diff)
			}
			if got := work.Of(now, nil, tt.session).HandedOver; got != tt.want {
				t.Errorf("%s: handed over: %t", tt.name, got)
			}
		}
	}
	// After /clear there is a moment in which the next session runs, and nobody has given it the handoff yet.
	var w work.Written
	w.Keep(maps.Clone(written), writer)
	w.Keep(maps.Clone(written), other)
	now := with(written, "handoff_to", other, "handoff_taken", "1")
	if w.Keep(now, other); work.Of(now, nil, other).HandedOver {
		t.Error("the handoff of another session counts as its own")
	}
}
