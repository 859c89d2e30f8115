package tmux

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"atm/tmuxopt"
)

const (
	// connectLimit is how long it may take until a server sends anything.
	connectLimit = 20 * time.Second
	// checkInterval is how long a server may be silent before it is asked for a sign of life, and how long
	// it may then take to answer.
	checkInterval = 5 * time.Second
	// readInterval is how often all panes are read without a reported change: not everything that is read is
	// also watched.
	readInterval = 30 * time.Second
	// minPause is the least time between two readings of all panes.
	minPause = 100 * time.Millisecond
	// maxAnswer is how many bytes the server of another host may print as one answer: ten times what it
	// prints for a thousand panes.
	maxAnswer = 16 << 20
)

// control is a conversation with a server in control mode. The server answers the commands in order, between
// the lines %begin and %end, and reports changes between the answers.
type control struct {
	to      io.Writer
	wanted  []tmuxopt.Field
	changed func([]Pane)

	attached bool   // the server has answered the command that the client began with
	asked    int    // how many commands the server has not answered yet
	guard    string // the part that %begin and %end of this answer share; "" = no answer is being read
	answer   strings.Builder

	lastOutputAt time.Time // when the server last sent something
	readAt       time.Time // when the panes were last requested
	changes      bool      // the server has reported a change since
}

// talk exchanges lines with the server until the connection ends.
func (c *control) talk(ctx context.Context, lines <-chan string, ended <-chan error) error {
	for {
		at, do := c.due()
		var err error
		select {
		case line := <-lines:
			c.lastOutputAt = time.Now()
			err = c.readLine(line)
		case <-time.After(time.Until(at)):
			err = do()
		case err := <-ended:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// due returns what must be done if the server sends nothing before that time.
func (c *control) due() (at time.Time, do func() error) {
	check, read := c.lastOutputAt.Add(checkInterval), c.readAt.Add(readInterval)
	tooLate := func() error { return fmt.Errorf("%w: no answer", ErrHost) }
	switch {
	case !c.attached:
		return c.lastOutputAt.Add(connectLimit), tooLate
	case c.asked > 0:
		return check, tooLate
	case c.changes:
		return c.readAt.Add(minPause), c.askForPanes
	case read.Before(check):
		return read, c.askForPanes
	}
	return check, func() error { return c.ask([]string{"display-message", "-p", ""}) } // a sign of life
}

func (c *control) askForPanes() error {
	c.readAt, c.changes = time.Now(), false
	return c.ask(listPanes(c.wanted))
}

func (c *control) ask(command []string) error {
	c.asked++
	c.lastOutputAt = time.Now()
	_, err := io.WriteString(c.to, tmuxopt.Source([][]string{command}))
	return err
}

// subscription is the name under which the server reports changes.
const subscription = "atm"

// watched is a format whose text changes whenever something that is shown changes in a pane with a session.
// It is short: the server sends all of it each time.
func watched() string {
	texts := []string{"#{pane_id}", "#{pane_dead}", "#{window_index}", "#{pane_index}"}
	for _, option := range tmuxopt.For(tmuxopt.Followed) {
		texts = append(texts, tmuxopt.Get(option).String())
	}
	has := tmuxopt.Get(tmuxopt.SessionID).String() + tmuxopt.Get(tmuxopt.State).String()
	return "#{S:#{W:#{P:#{?" + has + "," + strings.Join(texts, " ") + "|,}}}}"
}

func (c *control) readLine(line string) error {
	kind, rest, _ := strings.Cut(line, " ")
	switch {
	case c.guard != "" && rest == c.guard && (kind == "%end" || kind == "%error"):
		return c.answered(kind == "%error")
	case c.guard != "":
		if c.answer.Len()+len(line) > maxAnswer {
			return fmt.Errorf("%w: an answer of more than %d bytes", ErrTmux, maxAnswer)
		}
		c.answer.WriteString(line + "\n")
	case kind == "%begin":
		c.guard = rest
		c.answer.Reset()
	case kind == "%subscription-changed" && strings.HasPrefix(rest, subscription+" "):
		c.changes = true
	case kind == "%exit": // the server or its session has ended, or the client was detached
		return fmt.Errorf("%w: %s", ErrTmux, cmp.Or(tmuxopt.Text(rest), "exited"))
	}
	return nil
}

func (c *control) answered(refused bool) error {
	text := c.answer.String()
	c.guard = ""
	switch {
	case refused:
		return Reply{Code: 1, Stderr: tmuxopt.Text(text)}.err()
	case !c.attached:
		c.attached = true
		if err := c.ask([]string{"refresh-client", "-B", subscription + "::" + watched()}); err != nil {
			return err
		}
		return c.askForPanes()
	case c.asked == 0:
		return fmt.Errorf("%w: an answer to no question", ErrTmux)
	}
	c.asked--
	if text == "" || text == "\n" { // a list of panes has at least the one to which this client is attached
		return nil
	}
	panes, err := parsePanes(text, c.wanted)
	if err == nil {
		c.changed(panes)
	}
	return err
}
