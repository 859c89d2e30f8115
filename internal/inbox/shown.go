package inbox

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"atm/internal/tmux"
)

// minShownTime is how long the preview must have shown a request before a key can answer it: a
// list may change in the moment in which somebody presses the key for another one.
const minShownTime = 200 * time.Millisecond

// Previewed notes which row the preview shows, and by which id the call that it asks for
// can be answered. The time of the file tells since when.
func (c FeedClient) Previewed(row Row, call string) error {
	path := filepath.Join(c.Dir, shownFile)
	text := Lines([]Row{{Pane: row.Pane, Session: row.Session, Call: row.Call, Text: call}})
	if previous, err := os.ReadFile(path); err == nil && string(previous) == text {
		return nil
	}
	return c.replace(shownFile, text)
}

// replace writes a file of the feed. Several previews may run at a time: each has a file of its own until it is whole.
func (c FeedClient) replace(name, text string) error {
	file, err := os.CreateTemp(c.Dir, name)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(c.Dir, name))
}

// Seen returns the id of the call of a row, if the preview has shown that call long enough
// for somebody to have seen it. What it showed while the client was frozen nobody has.
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

// Fail keeps what a command has said that has failed, for [FeedClient.Failure].
func (c FeedClient) Fail(message string) error {
	return os.WriteFile(filepath.Join(c.Dir, failureFile), []byte(message), 0o600)
}

// Failure returns what the last command has said that has failed.
func (c FeedClient) Failure() string {
	message, _ := os.ReadFile(filepath.Join(c.Dir, failureFile)) // there is one where it is asked for
	return string(message)
}
