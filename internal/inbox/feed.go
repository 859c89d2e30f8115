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
	currentFile  = "current"  // the pane and the session at the cursor, written by fzf
	shownFile    = "shown"    // the row that the preview shows
	waitingFile  = "waiting"  // exists while a command waits for the next list
	searchFile   = "search"   // the words of the last search
	failureFile  = "failure"  // the error of the last command that failed
	capturedFile = "captured" // the pane in the preview, and its screen as the preview shows it
)

// maxWaiting is how many connections the kernel queues until they are accepted.
const maxWaiting = 64

// List returns the rows of a view. For [Found] these are the sessions in which the words were said.
type List func(ctx context.Context, view View, words string) ([]Row, error)

// Feed serves the lists of the inbox to fzf and to the commands that fzf runs. Its socket is in a directory
// that only this user can enter.
type Feed struct {
	dir      string
	list     List
	finder   Finder
	listener socket.Listener

	mu           sync.Mutex
	view         View
	sent         string        // the list that was sent to fzf last
	previous     string        // the list that was sent before it
	running      string        // the current list of running sessions
	arrived      bool          // fzf has reported that it has loaded the sent list
	maybeEarlier bool          // that report may be about the list before
	keep         Row           // the session at the cursor when the list was sent
	cursorTarget Row           // the row to move the cursor to when the next list arrives
	movedFrom    Row           // the row at the cursor when the target was set
	lastAsking   Row           // the last session at the cursor that asked
	askingAbove  []Row         // the sessions that asked above it in that list
	outdated     bool          // the pane in the preview has a newer screen than the preview shows
	changed      chan struct{} // closed when running, view or outdated has changed

	Loaded <-chan struct{} // closed when fzf has shown the first list
	loaded func()          // closes Loaded
}

// OpenFeed creates the directory of a feed, and listens on its socket.
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

// Begin writes the first list to the standard input of fzf.
func (f *Feed) Begin(ctx context.Context, to io.WriteCloser) error {
	lines, err := f.show(ctx, f.finder.View)
	if err == nil {
		f.mu.Lock()
		f.maybeEarlier = false // there is no earlier list
		f.mu.Unlock()
		_, err = io.WriteString(to, lines)
	}
	if errors.Is(err, syscall.EPIPE) { // the user has left fzf already
		err = nil
	}
	return errors.Join(err, to.Close())
}

// Close closes the socket and removes the directory.
func (f *Feed) Close() error {
	f.listener.Close()
	return os.RemoveAll(f.dir)
}

// Finder returns fzf with the directory of the feed.
func (f *Feed) Finder() Finder { return f.finder }

// Update sets the rows of the running sessions.
func (f *Feed) Update(rows []Row) {
	lines := Lines(rows)
	f.mu.Lock()
	defer f.mu.Unlock()
	if lines != f.running {
		f.running = lines
		f.wake()
	}
}

// wake wakes the commands that wait for a change. The caller holds the lock.
func (f *Feed) wake() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// request is the request of a command that fzf runs: see [FeedClient.Ask].
type request struct{ What, Text string }

// Serve answers the requests until the feed is closed.
func (f *Feed) Serve(ctx context.Context) {
	for {
		conn, _, err := f.listener.Accept()
		if err != nil {
			return // the feed was closed
		}
		go f.answer(ctx, conn)
	}
}

// answer answers one request. fzf ends commands that it no longer needs.
func (f *Feed) answer(ctx context.Context, conn io.ReadWriteCloser) {
	defer conn.Close()
	reader := bufio.NewReader(conn)
	line, err := reader.ReadBytes('\n')
	var r request
	if err != nil || json.Unmarshal(line, &r) != nil {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = reader.ReadByte() // a command sends nothing more: this returns when it ends
		cancel()
	}()
	f.loaded() // fzf runs its first command after it has loaded the first list
	var text string
	switch r.What {
	case "next":
		text, err = f.next(ctx, viewOf(r.Text))
	case "asking":
		text = f.asking(ctx, r.Text)
	case "at":
		text = f.listLoaded(ctx, r.Text)
	default:
		text, err = f.show(ctx, View(r.What))
	}
	if err == nil {
		_, _ = io.WriteString(conn, text) // the command may have ended
	}
}

// asking returns the fzf action that moves the cursor to the next session that asks, "" if there is no other
// one. If a list is still on its way to fzf, the numbers of its lines are not valid yet: then the cursor
// moves when the list arrives.
func (f *Feed) asking(ctx context.Context, query string) string {
	f.mu.Lock()
	f.noteAskingAbove()
	sent, current, passed := f.sent, f.current(), f.askingAbove
	if !f.lastAsking.sameSession(current) {
		passed = nil
	}
	f.mu.Unlock()
	n, row := f.nextAsking(ctx, sent, query, current, passed)
	if n == 0 {
		return ""
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cursorTarget, f.movedFrom = row, Row{}
	if !f.arrived {
		return ""
	}
	f.movedFrom = current
	return fmt.Sprintf("pos(%d)", n)
}

// dropCursorTarget forgets the target if the cursor has moved since it was set: either to the target, or by
// the user to another row. The caller holds the lock.
func (f *Feed) dropCursorTarget(current Row) {
	if f.movedFrom != (Row{}) && current != f.movedFrom {
		f.cursorTarget = Row{}
	}
}

// noteAskingAbove records which sessions ask above the one at the cursor, if that one asks: after it is
// answered it has another place in the list. The caller holds the lock.
func (f *Feed) noteAskingAbove() {
	current := f.current()
	var passed []Row
	for line := range strings.Lines(f.sent) {
		row := Parse(line)
		switch {
		case row.Call == "":
		case row.sameSession(current):
			f.lastAsking, f.askingAbove = row, passed
			return
		default:
			passed = append(passed, row)
		}
	}
}

// nextAsking returns the next session that asks, other than the current one and preferably none of those that
// were passed, and its number among the lines that match the query, 0 if there is none.
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

// next waits until the list of a view differs from the one that fzf has, and returns it.
func (f *Feed) next(ctx context.Context, view View) (string, error) {
	waiting := filepath.Join(f.dir, waitingFile)
	defer os.Remove(waiting) // it does not exist if nothing was awaited
	for {
		f.mu.Lock()
		switch {
		case f.view != view: // fzf has lost the request to show that view
			f.mu.Unlock()
			return f.show(ctx, view)
		case view == Running && (f.running != f.sent || !f.arrived):
			defer f.mu.Unlock()
			f.noteAskingAbove()
			f.previous, f.sent, f.arrived = f.sent, f.running, false
			f.keep, f.outdated = f.current(), false
			f.dropCursorTarget(f.keep)
			return f.sent, nil
		case f.maybeEarlier || !f.arrived || view == Running && f.outdated:
			// fzf also runs the preview again when it loads the same list.
			defer f.mu.Unlock()
			f.maybeEarlier = f.maybeEarlier && !f.arrived
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

func (f *Feed) show(ctx context.Context, view View) (string, error) {
	rows, err := f.list(ctx, view, FeedClient{Dir: f.dir}.Words())
	if err != nil {
		return "", err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.view, f.sent, f.arrived, f.keep = view, Lines(rows), false, Row{}
	f.cursorTarget, f.maybeEarlier = Row{}, true
	if view == Running {
		f.running = f.sent
	}
	f.wake()
	return f.sent, nil
}

// current returns the session at the cursor. The caller holds the lock.
func (f *Feed) current() Row {
	text, err := os.ReadFile(filepath.Join(f.dir, currentFile))
	if err != nil { // fzf has not written the file yet: the cursor is at the first line
		line, _, _ := strings.Cut(f.sent, "\n")
		first := Parse(line)
		return Row{Pane: first.Pane, Session: first.Session}
	}
	return Parse(strings.ReplaceAll(strings.TrimSpace(string(text)), " ", "\t"))
}

// listLoaded handles the arrival of a list in fzf, which itself keeps the cursor in the same line. It returns the fzf
// action that moves the cursor to cursorTarget or, if that is not set, back to the session at which it was before.
func (f *Feed) listLoaded(ctx context.Context, query string) string {
	f.mu.Lock()
	f.arrived = true
	previous, sent, keep, target := f.previous, f.sent, f.keep, f.cursorTarget
	f.cursorTarget, f.movedFrom = Row{}, Row{}
	current := f.current()
	f.mu.Unlock()
	matching := f.finder.match(ctx, sent, query)
	n := position(matching, target)
	if n == 0 && keep != (Row{}) && current != keep {
		// Either fzf has already reported the row at the cursor in the new list, or the user has moved the
		// cursor after the list was sent.
		line := position(f.finder.match(ctx, previous, query), keep)
		if n = position(matching, current); n == line {
			n = 0
		}
	}
	if n == 0 {
		n = position(matching, keep)
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("pos(%d)", n)
}
