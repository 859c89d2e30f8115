package inbox

import (
	"encoding/json"
	"io"
	"path/filepath"

	"atm/internal/sys/socket"
)

// FeedClient is the other end of a feed: a command that fzf runs.
type FeedClient struct{ Dir string }

// Show prints the list of a view.
func (c FeedClient) Show(to io.Writer, view View) error { return c.ask(to, request{View: view}) }

// Next prints the next list of the view that a prompt of fzf's names, when there is one.
func (c FeedClient) Next(to io.Writer, prompt string) error {
	return c.ask(to, request{Next: true, View: viewOf(prompt)})
}

// At prints the action that leads the cursor to where it belongs.
func (c FeedClient) At(to io.Writer, query string) error { return c.ask(to, request{Query: query}) }

// Asking prints the action that leads the cursor to the next session that asks.
func (c FeedClient) Asking(to io.Writer, query string) error {
	return c.ask(to, request{Asks: true, Query: query})
}

func (c FeedClient) ask(to io.Writer, asked request) error {
	conn, _, err := socket.Connect(filepath.Join(c.Dir, socketFile))
	if err != nil {
		return err
	}
	defer conn.Close()
	line, err := json.Marshal(asked)
	if err == nil {
		_, err = conn.Write(append(line, '\n'))
	}
	if err == nil {
		_, err = io.Copy(to, conn)
	}
	return err
}
