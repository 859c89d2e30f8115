package inbox

import (
	"encoding/json"
	"io"
	"path/filepath"

	"atm/internal/sys/socket"
)

// Client is the other end of a feed: a command that fzf runs.
type Client struct{ Dir string }

// Show prints the list of a view.
func (c Client) Show(to io.Writer, view View) error { return c.ask(to, request{View: view}) }

// Next prints the next list of the view that a prompt of fzf's names, when there is one.
func (c Client) Next(to io.Writer, prompt string) error {
	return c.ask(to, request{Next: true, View: viewOf(prompt)})
}

// At prints the action that leads the cursor to where it belongs.
func (c Client) At(to io.Writer, query string) error { return c.ask(to, request{Query: query}) }

// Asking prints the action that leads the cursor to the next session that asks.
func (c Client) Asking(to io.Writer, query string) error {
	return c.ask(to, request{Asks: true, Query: query})
}

func (c Client) ask(to io.Writer, asked request) error {
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
