package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atm/internal/cli"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// inboxCmd is the command that fzf runs in the inbox of atm pick, with the verbs of package inbox.
type inboxCmd struct {
	Do   string   `arg:""`
	Args []string `arg:"" optional:"" mayBeEmpty:""`
}

// Run carries out what a key or an event of fzf asks for.
func (c inboxCmd) Run(ctx context.Context, s streams) error {
	feed := inbox.FeedClient{Dir: s.Getenv(inbox.DirVariable)}
	if feed.Dir == "" {
		return errors.New("this is for the inbox: see atm pick --help")
	}
	switch first := strings.Join(c.Args, " "); c.Do {
	case "running", "ended", "found", "next", "at", "asking":
		return feed.Ask(s.stdout, c.Do, first)
	case "toggle", "fit":
		_, err := fmt.Fprintln(s.stdout, inbox.Show(first, c.Do == "toggle", s.fzfColumns()))
		return err
	case "search":
		actions, err := feed.SearchFor(first, s.fzfColumns())
		if err == nil {
			_, err = fmt.Fprintln(s.stdout, actions)
		}
		return err
	}
	word := ""
	if slices.Contains([]string{"answer", "ask", "choose"}, c.Do) && len(c.Args) > 0 {
		word, c.Args = c.Args[0], c.Args[1:]
	}
	row := inbox.Parse(strings.Join(c.Args, "\t"))
	if row.IsEmpty() && !slices.Contains([]string{"preview", "keys", "failure"}, c.Do) {
		return nil
	}
	switch c.Do {
	case "preview":
		return inbox.Preview{Reader: s.Reader, Out: s.stdout}.Print(ctx, feed, row)
	case "answer":
		return s.answerFromInbox(ctx, feed, row, word)
	case "park":
		return s.parkFromInbox(ctx, feed, row)
	case "fork":
		return s.forkFromInbox(feed, row)
	}
	// fzf has left its screen, and the screen below may still show the question of an earlier key.
	const otherScreen, back = "\x1b[?1049h\x1b[H\x1b[2J", "\x1b[?1049l"
	fmt.Fprint(s.stderr, otherScreen)
	defer fmt.Fprint(s.stderr, back)
	if err := s.onTerminal(ctx, feed, row, c.Do, word); err != nil && !errors.Is(err, cli.ErrNo) {
		cli.End(s.stderr, "atm", err)
		s.awaitKey()
	}
	return nil // the error is on the screen
}

// fzfColumns returns the width of fzf, which fzf passes to its commands.
func (s streams) fzfColumns() int {
	columns, _ := strconv.Atoi(s.Getenv("FZF_COLUMNS"))
	return columns
}

// onTerminal carries out the verbs that show something or ask something.
func (s streams) onTerminal(ctx context.Context, feed inbox.FeedClient, row inbox.Row, do, word string) error {
	if host, _ := fleet.SplitKey(row.Pane); host != "" && do != "failure" && do != "keys" {
		return fmt.Errorf("the session is on %s: press Enter to go there", host)
	}
	switch do {
	case "keys":
		fmt.Fprint(s.stderr, inbox.Keys())
		s.awaitKey()
		return nil
	case "failure":
		fmt.Fprint(s.stderr, tmuxopt.Lines(feed.Failure()))
		s.awaitKey()
		return nil
	case "last":
		return s.lastFromInbox(row)
	}
	session, err := inbox.SessionOf(ctx, s.Reader, row)
	if err != nil {
		return err
	}
	switch do {
	case "send":
		return s.sendFromInbox(session)
	case "kill":
		return s.killFromInbox(session)
	case "text", "choose":
		return s.textFromInbox(ctx, feed, row, session, word)
	case "ask":
		args := append([]string{"answer", row.Pane, word}, inbox.AskedBy(s.calls(), session, row).CallFlags(session, row)...)
		return s.answerOnTerminal(feed, args...)
	}
	return fmt.Errorf("%q is nothing that the inbox does", do)
}

// awaitKey waits until the user has read the screen: fzf draws over it when the command ends.
func (s streams) awaitKey() {
	cli.AwaitKey(s.stdin, func() { fmt.Fprint(s.stderr, "Press any key to go back. ") })
}
