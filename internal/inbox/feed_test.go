package inbox

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
)

// testFeed is a feed with the client that fzf's commands are.
type testFeed struct {
	*Feed
	FeedClient
	t *testing.T
}

func openTestFeed(t *testing.T, lists map[View][]Row) testFeed {
	t.Helper()
	list := func(_ context.Context, view View, _ string) ([]Row, error) { return lists[view], nil }
	feed, err := OpenFeed(Finder{View: Running}, list)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := feed.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(feed.dir); err == nil {
			t.Errorf("%s is left behind", feed.dir)
		}
	})
	go feed.Serve(t.Context())
	f := testFeed{Feed: feed, FeedClient: FeedClient{Dir: feed.dir}, t: t}
	f.gets(string(Running))
	f.loaded()
	f.isSentAgain(Running, lists[Running])
	return f
}

// isSentAgain has the list of a view arrive a second time: what has arrived first may have been the list before it.
func (f testFeed) isSentAgain(view View, rows []Row) {
	f.t.Helper()
	f.is(f.next(view), Lines(rows))
	f.loaded()
}

// gets asks for a view, as a key does.
func (f testFeed) gets(view string) string {
	f.t.Helper()
	var b strings.Builder
	if err := f.FeedClient.Ask(&b, view, ""); err != nil {
		f.t.Error(err)
	}
	return b.String()
}

// loaded reports that a list has arrived, and returns where the cursor belongs.
func (f testFeed) loaded() string {
	f.t.Helper()
	var b strings.Builder
	if err := f.FeedClient.Ask(&b, "at", ""); err != nil {
		f.t.Error(err)
	}
	return b.String()
}

// next begins to wait for the next list of a view.
func (f testFeed) next(view View) <-chan string {
	lists := make(chan string, 1)
	go func() {
		var b strings.Builder
		if err := f.FeedClient.Ask(&b, "next", string(view)+"> "); err != nil {
			f.t.Error(err)
		}
		lists <- b.String()
	}()
	return lists
}

// waits waits until the feed knows of a command that waits.
func (f testFeed) waits() {
	f.t.Helper()
	tmuxtest.Until(f.t, "a command waits", func() bool {
		_, err := os.Stat(filepath.Join(f.Feed.dir, waitingFile))
		return err == nil
	})
}

func (f testFeed) is(lists <-chan string, want string) {
	f.t.Helper()
	select {
	case got := <-lists:
		if got != want {
			f.t.Errorf("%q, want %q", got, want)
		}
	case <-time.After(tmuxtest.Patience):
		f.t.Fatalf("no list in time, want %q", want)
	}
}

// cursor notes where the cursor is, as fzf does.
func (f testFeed) cursor(ids string) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.Feed.dir, currentFile), []byte(ids+"\n"), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func row(pane string) Row { return Row{Pane: pane, Session: "s" + pane[1:], Text: pane} }

// TestFeed: a list comes when it is another one, and the cursor goes with its session.
func TestFeed(t *testing.T) {
	t.Parallel()
	f := openTestFeed(t, map[View][]Row{Running: {row("%1"), row("%2")}})
	lists := f.next(Running)
	f.waits()
	f.Update([]Row{row("%1"), row("%2")}) // the same: it is not what comes first
	f.cursor("%2 s2")
	f.Update([]Row{row("%3"), row("%1"), row("%2")})
	f.is(lists, Lines([]Row{row("%3"), row("%1"), row("%2")}))
	if got := f.loaded(); got != "pos(3)" {
		t.Errorf("the cursor goes to %q", got)
	}
	f.Update([]Row{row("%2"), row("%1"), row("%3")})
	f.is(f.next(Running), Lines([]Row{row("%2"), row("%1"), row("%3")}))
	f.cursor("%3 s3") // what is in its line now
	if got := f.loaded(); got != "pos(1)" {
		t.Errorf("fzf was quicker, and the cursor goes to %q", got)
	}
	f.cursor("%2 s2")
	f.Update([]Row{row("%1"), row("%2"), row("%3")})
	f.is(f.next(Running), Lines([]Row{row("%1"), row("%2"), row("%3")}))
	f.cursor("%3 s3")
	if got := f.loaded(); got != "pos(3)" {
		t.Errorf("somebody has moved it, and it goes to %q", got)
	}
	f.cursor("%2 s2")
	f.Update([]Row{row("%1")}) // while nobody waits
	f.is(f.next(Running), Lines([]Row{row("%1")}))
	if got := f.loaded(); got != "" {
		t.Errorf("the session has gone, and the cursor goes to %q", got)
	}
}

// TestFeedAsking: after an answer the cursor goes to the next session that asks, whether the list that no longer has
// the call arrives before that or after it.
func TestFeedAsking(t *testing.T) {
	t.Parallel()
	asks := func(pane string) Row {
		return Row{Pane: pane, Session: "s" + pane[1:], Call: "main." + pane[1:], Text: pane}
	}
	before, after := []Row{asks("%1"), asks("%2"), row("%3")}, []Row{asks("%2"), row("%3"), row("%1")}
	for _, tt := range []struct {
		name             string
		arrived          bool
		reported         string // where fzf says that the cursor is, before the list is sent
		atOnce, whenItIs string // where the cursor goes
	}{
		{name: "the list has not been sent", arrived: true, reported: "%2 s2", atOnce: "pos(2)", whenItIs: "pos(1)"},
		{name: "fzf has not reported the move", arrived: true, reported: "%1 s1", atOnce: "pos(2)", whenItIs: "pos(1)"},
		{name: "somebody has moved it since", arrived: true, reported: "%3 s3", atOnce: "pos(2)", whenItIs: "pos(2)"},
		{name: "the list is on its way", whenItIs: "pos(1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := openTestFeed(t, map[View][]Row{Running: before})
			f.cursor("%1 s1")
			var goes strings.Builder
			ask := func() {
				if err := f.FeedClient.Ask(&goes, "asking", ""); err != nil {
					t.Error(err)
				}
			}
			if tt.arrived {
				ask()
				f.cursor(tt.reported)
			}
			f.Update(after)
			f.is(f.next(Running), Lines(after))
			if !tt.arrived {
				ask()
			}
			if goes.String() != tt.atOnce {
				t.Errorf("the cursor goes to %q at once, want %q", goes.String(), tt.atOnce)
			}
			if got := f.loaded(); got != tt.whenItIs {
				t.Errorf("the cursor goes to %q when the list has arrived, want %q", got, tt.whenItIs)
			}
		})
	}
}

// TestFeedAskingInOrder: an answer leads from the session that asked to the one that stood below it, not to those
// that a person has passed, although the list has another order by then; and it stays there when one more list comes.
func TestFeedAskingInOrder(t *testing.T) {
	t.Parallel()
	asks := func(pane string) Row {
		return Row{Pane: pane, Session: "s" + pane[1:], Call: "main." + pane[1:], Text: pane}
	}
	f := openTestFeed(t, map[View][]Row{Running: {asks("%1"), asks("%2"), asks("%3"), row("%4")}})
	asking := func() string {
		t.Helper()
		var goes strings.Builder
		if err := f.FeedClient.Ask(&goes, "asking", ""); err != nil {
			t.Error(err)
		}
		return goes.String()
	}
	updated := func(rows ...Row) {
		t.Helper()
		f.Update(rows)
		f.is(f.next(Running), Lines(rows))
	}
	if got := asking(); got != "pos(2)" {
		t.Errorf("past the first, before fzf has reported where it begins: %q", got)
	}
	f.cursor("%2 s2") // there a key answers
	updated(asks("%1"), asks("%3"), row("%2"), row("%4"))
	if got := asking() + f.loaded(); got != "pos(2)" {
		t.Errorf("after the answer: %q", got)
	}
	f.cursor("%3 s3")
	updated(asks("%1"), asks("%3"), row("%4"), row("%2"))
	if got := f.loaded(); got != "pos(2)" {
		t.Errorf("when another list follows: %q", got)
	}
	updated(asks("%1"), row("%3"), row("%4"), row("%2"))
	if got := asking() + f.loaded(); got != "pos(1)" {
		t.Errorf("after the last one: %q", got)
	}
}

// TestFeedLosses: fzf may lose a list that was sent, or the request for a view.
func TestFeedLosses(t *testing.T) {
	t.Parallel()
	ended := []Row{{Session: "s9", Text: "ended"}}
	f := openTestFeed(t, map[View][]Row{Running: {row("%1")}, Ended: ended})
	f.Update([]Row{row("%2")})
	f.is(f.next(Running), Lines([]Row{row("%2")}))
	f.is(f.next(Running), Lines([]Row{row("%2")})) // it has not said that it arrived
	f.loaded()
	f.is(f.next(Ended), Lines(ended))
	f.is(f.next(Ended), Lines(ended)) // a key was pressed before that arrived
	f.loaded()
	f.isSentAgain(Ended, ended)
	lists := f.next(Ended)
	f.waits()
	f.Update([]Row{row("%3")})
	if got := f.gets(string(Running)); got != Lines([]Row{row("%1")}) {
		t.Errorf("the other view: %q", got)
	}
	f.is(lists, Lines(ended)) // of a command that fzf has ended by then
}

// TestSeen: a key answers what was shown for a while, and nothing else.
func TestSeen(t *testing.T) {
	t.Parallel()
	client := FeedClient{Dir: t.TempDir()}
	shown := Row{Pane: "%1", Session: "s1", Call: "main.1"}
	now := time.Now()
	if _, seen := client.Seen(shown, now.Add(time.Hour), tmux.Span{}); seen {
		t.Error("nothing was shown")
	}
	if err := client.Previewed(shown, "main.1.abc"); err != nil {
		t.Fatal(err)
	}
	span := func(from, to time.Duration) tmux.Span { return tmux.Span{From: now.Add(from), To: now.Add(to)} }
	for _, tt := range []struct {
		name   string
		row    Row
		after  time.Duration
		frozen tmux.Span
		want   string
	}{
		{name: "what was shown", row: shown, after: time.Second, want: "main.1.abc"},
		{name: "while a message stood", row: shown, after: time.Second, frozen: span(-time.Second, 900*time.Millisecond)},
		{name: "when a message began", row: shown, after: time.Second, frozen: span(100*time.Millisecond, time.Second)},
		{name: "before a message", row: shown, after: time.Second, want: "main.1.abc",
			frozen: span(500*time.Millisecond, 2*time.Second)},
		{name: "after a message", row: shown, after: time.Second, want: "main.1.abc", frozen: span(-2*time.Second,
			-time.Second)},
		{name: "a moment ago", row: shown, after: 0},
		{name: "another call", row: Row{Pane: "%1", Session: "s1", Call: "main.2"}, after: time.Second},
		{name: "another pane", row: Row{Pane: "%2", Session: "s1", Call: "main.1"}, after: time.Second},
		{name: "another session", row: Row{Pane: "%1", Session: "s2", Call: "main.1"}, after: time.Second},
		{name: "no call", row: Row{Pane: "%1", Session: "s1"}, after: time.Second},
	} {
		call, seen := client.Seen(tt.row, now.Add(tt.after), tt.frozen)
		if seen != (tt.want != "") || seen && call != tt.want {
			t.Errorf("%s: %q, %t", tt.name, call, seen)
		}
	}
}
