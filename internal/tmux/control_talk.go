package tmux

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"atm/tmuxopt"
)

const (
	// connectLimit is how long it may take until a server says its first word.
	connectLimit = 20 * time.Second
	// checkInterval is after which silence a server is asked whether it is there, and how
	// long it may then be silent.
	checkInterval = 5 * time.Second
	// readInterval is how often all panes are read although no change was told of: not all
	// that is read is also watched.
	readInterval = 30 * time.Second
	// minPause is the least time between two readings of all panes.
	minPause = 100 * time.Millisecond
	// maxAnswer is how many bytes the server of another host may print as one answer: ten
	// times what it prints for a thousand panes.
	maxAnswer = 16 << 20
)

// control is a conversation with a server in control mode. It answers each command in turn,
// between the lines %begin and %end, and tells of changes between the answers.
type control struct {
	to      io.Writer
	wanted  []tmuxopt.Field
	changed func([]Pane)

	attached bool       // the server has answered the command that the client began with
	asked    []question // what it has not answered yet
	guard    string     // what the lines have in common that begin and end this answer; "" = none has begun
	answer   strings.Builder

	heardAt time.Time // when it has said something last
	readAt  time.Time // when the panes were asked for last
	changes bool      // it has told of a change since
}

// question is what a server is asked for.
type question int

const (
	toTell question = iota // of changes
	forPanes
	forLife
)

// follow talks to the server until the connection ends.
func (c *control) follow(ctx context.Context, lines <-chan string, ended <-chan error) error {
	for {
		var err error
		select {
		case line := <-lines:
			c.heardAt = time.Now()
			err = c.readLine(line)
		case <-time.After(time.Until(c.due())):
			err = c.next()
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

// due is when [control.next] has something to do, if the server says nothing.
func (c *control) due() time.Time {
	check, read := c.heardAt.Add(checkInterval), c.readAt.Add(readInterval)
	switch {
	case !c.attached:
		return c.heardAt.Add(connectLimit)
	case len(c.asked) > 0:
		return check
	case c.changes:
		return c.readAt.Add(minPause)
	case read.Before(check):
		return read
	}
	return check
}

// next asks what is to be asked, or gives the server up.
func (c *control) next() error {
	switch {
	case !c.attached, len(c.asked) > 0:
		return fmt.Errorf("%w: no answer", ErrHost)
	case c.changes, time.Since(c.readAt) >= readInterval:
		return c.ask(forPanes)
	}
	return c.ask(forLife)
}

// ask sends a command.
func (c *control) ask(q question) error {
	var command []string
	switch q {
	case toTell:
		command = []string{"refresh-client", "-B", subscription + "::" + watched()}
	case forPanes:
		command = listPanes(c.wanted)
		c.readAt, c.changes = time.Now(), false
	default:
		command = []string{"display-message", "-p", ""}
	}
	c.asked, c.heardAt = append(c.asked, q), time.Now()
	_, err := io.WriteString(c.to, tmuxopt.Source([][]string{command}))
	return err
}

// subscription is the name under which the server tells of changes.
const subscription = "atm"

// watched is a format that is another text whenever something has changed in a pane with a
// session, as far as that is shown. It is short: the server sends all of it each time.
func watched() string {
	texts := []string{"#{pane_id}", "#{pane_dead}", "#{window_index}", "#{pane_index}"}
	for _, option := range tmuxopt.For(tmuxopt.Followed) {
		texts = append(texts, tmuxopt.Get(option).String())
	}
	has := tmuxopt.Get(tmuxopt.SessionID).String() + tmuxopt.Get(tmuxopt.State).String()
	return "#{S:#{W:#{P:#{?" + has + "," + strings.Join(texts, " ") + "|,}}}}"
}

// readLine takes a line that the server has printed.
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
	case kind == "%exit": // the server has, or its session, or somebody has detached the client
		return fmt.Errorf("%w: %s", ErrTmux, cmp.Or(tmuxopt.Text(rest), "exited"))
	}
	return nil
}

// answered takes an answer that has come to its end.
func (c *control) answered(refused bool) error {
	text := c.answer.String()
	c.guard = ""
	switch {
	case refused:
		return Reply{Code: 1, Stderr: tmuxopt.Text(text)}.err()
	case !c.attached:
		c.attached = true
		if err := c.ask(toTell); err != nil {
			return err
		}
		return c.ask(forPanes)
	case len(c.asked) == 0:
		return fmt.Errorf("%w: an answer to no question", ErrTmux)
	}
	q := c.asked[0]
	c.asked = slices.Delete(c.asked, 0, 1)
	if q != forPanes {
		return nil
	}
	panes, err := parsePanes(text, c.wanted)
	if err == nil {
		c.changed(panes)
	}
	return err
}
