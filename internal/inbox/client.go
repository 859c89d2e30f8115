package inbox

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"atm/internal/sys/edit"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
)

// FeedClient connects to a feed. The commands that fzf runs use it.
type FeedClient struct{ Dir string }

// Ask prints what the feed answers: for the name of a view its list; for "next" and fzf's prompt the next list of that
// view, when there is one; for "at" and fzf's query the fzf action that moves the cursor back to its session after a
// list has arrived; for "asking" and the query that which moves it to the next session that asks.
func (c FeedClient) Ask(to io.Writer, what, text string) error {
	conn, _, err := socket.Connect(filepath.Join(c.Dir, socketFile))
	if err != nil {
		return err
	}
	defer conn.Close()
	line, err := json.Marshal(request{what, text})
	if err == nil {
		_, err = conn.Write(append(line, '\n'))
	}
	if err == nil {
		_, err = io.Copy(to, conn)
	}
	return err
}

// minShownTime is how long the preview must have shown a request before a key can answer it: the list may
// change at the very moment at which a person presses the key for another request.
const minShownTime = 200 * time.Millisecond

// Previewed records which row the preview shows, and the id of the call that can be answered. The
// modification time of the file tells since when.
func (c FeedClient) Previewed(row Row, call string) error {
	path := filepath.Join(c.Dir, shownFile)
	text := Lines([]Row{{Pane: row.Pane, Session: row.Session, Call: row.Call, Text: call}})
	if previous, err := os.ReadFile(path); err == nil && string(previous) == text {
		return nil
	}
	return edit.Replace(path, text)
}

// Seen returns the id of the call of a row, if the preview has shown that call long enough for a person to
// have seen it. While the client was frozen, nobody saw anything.
func (c FeedClient) Seen(row Row, now time.Time, frozen tmux.Span) (call string, seen bool) {
	path := filepath.Join(c.Dir, shownFile)
	info, err := os.Stat(path)
	if err != nil {
		return "", false
	}
	since := info.ModTime()
	if frozen.From.Before(since.Add(minShownTime)) && since.Before(frozen.To) {
		since = frozen.To
	}
	if now.Sub(since) < minShownTime {
		return "", false
	}
	text, err := os.ReadFile(path)
	shown := Parse(string(text))
	call, shown.Text, row.Text = shown.Text, "", ""
	return call, err == nil && row.Call != "" && shown == row
}

// Fail stores the error of a command, for [FeedClient.Failure].
func (c FeedClient) Fail(message string) error {
	return os.WriteFile(filepath.Join(c.Dir, failureFile), []byte(message), 0o600)
}

// Failure returns the error that was stored last.
func (c FeedClient) Failure() string {
	message, _ := os.ReadFile(filepath.Join(c.Dir, failureFile)) // it is called only after Fail
	return string(message)
}
