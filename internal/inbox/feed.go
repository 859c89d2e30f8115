package inbox

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"atm/internal/sys/socket"
)

// The files in the directory of a feed.
const (
	socketFile   = "socket"
	currentFile  = "current"  // the pane and the session at the cursor: fzf writes it
	shownFile    = "shown"    // the row that the preview shows
	waitingFile  = "waiting"  // is there while a command waits for the next list
	searchFile   = "search"   // the words that were searched for last
	failureFile  = "failure"  // what a command has said that has failed
	capturedFile = "captured" // the pane in the preview, and the screen that the preview shows of it
)

// maxWaiting is how many commands of fzf the kernel keeps until they are answered.
const maxWaiting = 64

// List lists the rows of a view: of [Found], where those words were said.
type List func(ctx context.Context, view View, words string) ([]Row, error)

// Feed gives the lists of the inbox to fzf and to the commands that fzf runs, over a socket
// in a directory that only this user can enter.
type Feed struct {
	dir      string
	list     List
	finder   Finder
	listener socket.Listener

	mu           sync.Mutex
	view         View
	sent         string        // the list that fzf has
	running      string        // the list of those that run, as it is now
	arrived      bool          // fzf has said so
	unsure       bool          // its report may be about the previous list
	before       string        // the list that fzf had before that
	keep         Row           // the session at the cursor when the list was sent
	cursorTarget Row           // the row to move the cursor to when the next list arrives
	from         Row           // where the cursor was then; fzf reports a move a little later
	asked        Row           // the session at the cursor when it was last listed as one that asks
	askingAbove  []Row         // those that asked above it in that list
	changed      chan struct{} // closed when running, view or outdated has changed

	outdated bool // the preview shows a screen that its pane shows no more

	Loaded <-chan struct{} // closed when fzf has shown the first list
	loaded func()          // closes it
}

// OpenFeed opens a feed.
func OpenFeed(finder Finder, list List) (*Feed, error) {
	dir, err := os.MkdirTemp("", "atm-inbox-")
	if err != nil {
		return nil, err
	}
	finder.Dir = dir
	loaded := make(chan struct{})
	f := &Feed{
		dir: dir, list: list, finder: finder, view: finder.View, changed: make(chan struct{}),
		Loaded: loaded, loaded: sync.OnceFunc(func() { close(loaded) }),
	}
	if f.listener, err = socket.Listen(filepath.Join(dir, socketFile), maxWaiting); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return f, nil
}

// Begin writes the first list.
func (f *Feed) Begin(ctx context.Context, to io.WriteCloser) error {
	lines, err := f.show(ctx, f.finder.View)
	if err == nil {
		f.mu.Lock()
		f.unsure = false // there is no list before
		f.mu.Unlock()
		_, err = io.WriteString(to, lines)
	}
	if errors.Is(err, syscall.EPIPE) { // somebody has left it already
		err = nil
	}
	return errors.Join(err, to.Close())
}

// Close ends the feed, and removes its directory.
func (f *Feed) Close() error {
	f.listener.Close()
	return os.RemoveAll(f.dir)
}

// Finder returns fzf with the directory of the feed.
func (f *Feed) Finder() Finder { return f.finder }

// Update says which sessions run now.
func (f *Feed) Update(rows []Row) {
	lines := Lines(rows)
	f.mu.Lock()
	defer f.mu.Unlock()
	if lines != f.running {
		f.running = lines
		f.wake()
	}
}

// wake wakes those who wait for a change. The feed is locked.
func (f *Feed) wake() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// request is what a command of fzf asks for.
type request struct {
	View  View   // a view to show
	Next  bool   // its next list, when it is another one than fzf has
	Query string // without a view: where the cursor belongs among the lines that match this
	Asks  bool   // the next of these lines whose session asks
}

// Serve answers the commands of fzf until the feed is closed.
func (f *Feed) Serve(ctx context.Context) {
	for {
		conn, _, err := f.listener.Accept()
		if err != nil {
			return // it was closed
		}
		go f.answer(ctx, conn)
	}
}

// answer answers one command. fzf ends commands that it needs no more.
func (f *Feed) answer(ctx context.Context, conn io.ReadWriteCloser) {
	defer conn.Close()
	reader := bufio.NewReader(conn)
	line, err := reader.ReadBytes('\n')
	var asked request
	if err != nil || json.Unmarshal(line, &asked) != nil {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = reader.ReadByte() // nothing more comes: it has ended
		cancel()
	}()
	f.loaded() // that is when commands of fzf begin
	var text string
	switch {
	case asked.Next:
		text, err = f.next(ctx, asked.View)
	case asked.View != "":
		text, err = f.show(ctx, asked.View)
	case asked.Asks:
		text = f.asking(ctx, asked.Query)
	default:
		text = f.at(ctx, asked.Query)
	}
	if err == nil {
		_, _ = io.WriteString(conn, text) // it may have ended
	}
}

// asking returns the action of fzf that leads the cursor to the next session that asks, "" if no other one does. A
// list that is on its way brings the cursor there when it arrives: fzf has still other lines.
func (f *Feed) asking(ctx context.Context, query string) string {
	f.mu.Lock()
	f.noteAskingAbove()
	sent, current, passed := f.sent, f.current(), f.askingAbove
	if !f.asked.sameSession(current) {
		passed = nil
	}
	f.mu.Unlock()
	n, row := f.nextAsking(ctx, sent, query, current, passed)
	if n == 0 {
		return ""
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cursorTarget, f.from = row, Row{}
	if !f.arrived {
		return ""
	}
	f.from = current
	return fmt.Sprintf("pos(%d)", n)
}

// dropCursorTarget forgets where fzf is to move the cursor, if the cursor has moved since: to that row, or by
// a person to another one. The feed is locked.
func (f *Feed) dropCursorTarget(current Row) {
	if f.from != (Row{}) && current != f.from {
		f.cursorTarget = Row{}
	}
}

// noteAskingAbove stores which sessions ask above the one at the cursor, if that asks: after its answer it
// has another place in the list. The feed is locked.
func (f *Feed) noteAskingAbove() {
	current := f.current()
	var passed []Row
	for line := range strings.Lines(f.sent) {
		row := Parse(line)
		switch {
		case row.Call == "":
		case row.sameSession(current):
			f.asked, f.askingAbove = row, passed
			return
		default:
			passed = append(passed, row)
		}
	}
}

// nextAsking returns the next session that asks after the current one, and after those that were passed, and its number
// among the lines that match, 0 if there is none.
func (f *Feed) nextAsking(ctx context.Context, sent, query string, current Row, passed []Row) (int, Row) {
	matching := f.finder.match(ctx, sent, query)
	var first, next Row
	for line := range strings.Lines(matching) {
		row := Parse(line)
		if row.Call == "" || row.sameSession(current) {
			continue
		}
		first = cmp.Or(first, row)
		if !slices.ContainsFunc(passed, row.sameSession) {
			next = cmp.Or(next, row)
		}
	}
	row := cmp.Or(next, first)
	return position(matching, row), row
}

// next waits until there is another list of a view than the one that fzf has.
func (f *Feed) next(ctx context.Context, view View) (string, error) {
	waiting := filepath.Join(f.dir, waitingFile)
	defer os.Remove(waiting) // it may not be there
	for {
		f.mu.Lock()
		switch {
		case f.view != view: // fzf has lost the request for that view
			f.mu.Unlock()
			return f.show(ctx, view)
		case view == Running && (f.running != f.sent || !f.arrived):
			defer f.mu.Unlock()
			f.noteAskingAbove()
			f.before, f.sent, f.arrived = f.sent, f.running, false
			f.keep, f.outdated = f.current(), false
			f.dropCursorTarget(f.keep)
			return f.sent, nil
		case f.unsure || !f.arrived || view == Running && f.outdated: // the same list; fzf also runs the preview then
			defer f.mu.Unlock()
			f.unsure = f.unsure && !f.arrived
			f.arrived, f.outdated, f.keep = false, false, Row{}
			f.dropCursorTarget(f.current())
			return f.sent, nil
		}
		changed := f.changed
		f.mu.Unlock()
		if err := os.WriteFile(waiting, nil, 0o600); err != nil {
			return "", err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// show returns the list of a view.
func (f *Feed) show(ctx context.Context, view View) (string, error) {
	rows, err := f.list(ctx, view, FeedClient{Dir: f.dir}.Words())
	if err != nil {
		return "", err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.view, f.sent, f.arrived, f.keep = view, Lines(rows), false, Row{}
	f.cursorTarget, f.unsure = Row{}, true
	if view == Running {
		f.running = f.sent
	}
	f.wake()
	return f.sent, nil
}

// current returns the session at the cursor. The feed is locked.
func (f *Feed) current() Row {
	text, err := os.ReadFile(filepath.Join(f.dir, currentFile))
	if err != nil { // fzf has not written it yet: it begins with the first one
		line, _, _ := strings.Cut(f.sent, "\n")
		first := Parse(line)
		return Row{Pane: first.Pane, Session: first.Session}
	}
	return Parse(strings.ReplaceAll(strings.TrimSpace(string(text)), " ", "\t"))
}

// at returns the action of fzf that leads the cursor back to the session where it was
// before the list arrived: fzf itself leaves it in the same line.
func (f *Feed) at(ctx context.Context, query string) string {
	f.mu.Lock()
	f.arrived = true
	before, sent, keep, aim := f.before, f.sent, f.keep, f.cursorTarget
	f.cursorTarget, f.from = Row{}, Row{}
	current := f.current()
	f.mu.Unlock()
	if n := position(f.finder.match(ctx, sent, query), aim); n > 0 {
		return fmt.Sprintf("pos(%d)", n)
	}
	if keep == (Row{}) {
		return ""
	}
	matching := f.finder.match(ctx, sent, query)
	if current != keep {
		// Either fzf has told already where the cursor is in the new list, or somebody has
		// moved it after the list was sent.
		line := position(f.finder.match(ctx, before, query), keep)
		if n := position(matching, current); n > 0 && n != line {
			return fmt.Sprintf("pos(%d)", n)
		}
	}
	if n := position(matching, keep); n > 0 {
		return fmt.Sprintf("pos(%d)", n)
	}
	return ""
}
