package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"atm/internal/cli"
	"atm/internal/inbox"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// inboxCmd is what fzf runs for the inbox of atm pick: the commands that stand in package
// inbox.
type inboxCmd struct {
	Do   string   `arg:"" enum:"running,ended,next,at,toggle,preview,yes,no,ask,park,last,send,kill,failure"`
	Args []string `arg:"" optional:""`
}

// Run does what a key or an event of fzf's asks for.
func (c inboxCmd) Run(ctx context.Context, s streams) error {
	client := inbox.Client{Dir: s.Getenv(inbox.DirVariable)}
	if client.Dir == "" {
		return errors.New("this is for the inbox: see atm pick --help")
	}
	switch first := strings.Join(c.Args, " "); c.Do {
	case "running", "ended":
		return client.Show(s.stdout, inbox.View(c.Do))
	case "next":
		return client.Next(s.stdout, first)
	case "at":
		return client.At(s.stdout, first)
	case "toggle":
		columns, _ := strconv.Atoi(s.Getenv("FZF_COLUMNS")) // fzf sets it
		_, err := fmt.Fprintln(s.stdout, inbox.Toggle(first, columns))
		return err
	}
	row := inbox.Parse(strings.Join(c.Args, "\t"))
	switch c.Do {
	case "preview":
		return inbox.Preview{Reader: s.Reader, Out: s.stdout}.Print(ctx, client, row)
	case "yes", "no":
		return s.answerFromInbox(client, row, c.Do)
	case "park":
		return s.parkFromInbox(ctx, client, row)
	}
	// fzf has left its screen, and the one below may show what an earlier key has asked.
	const otherScreen, back = "\x1b[?1049h\x1b[H\x1b[2J", "\x1b[?1049l"
	fmt.Fprint(s.stderr, otherScreen)
	defer fmt.Fprint(s.stderr, back)
	if err := s.onTerminal(ctx, client, row, c.Do); err != nil && !errors.Is(err, cli.ErrNo) {
		cli.End(s.stderr, "atm", err)
		s.awaitEnter()
	}
	return nil // it was said
}

// onTerminal does what shows something or asks.
func (s streams) onTerminal(ctx context.Context, client inbox.Client, row inbox.Row, do string) error {
	if host, _ := fleet.SplitKey(row.Pane); host != "" && do != "failure" {
		return fmt.Errorf("the session is on %s: press Enter to go there", host)
	}
	switch do {
	case "failure":
		fmt.Fprint(s.stderr, tmuxopt.Lines(client.Failure()))
		s.awaitEnter()
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
	}
	return s.askFromInbox(row)
}

// awaitEnter keeps what was said on the screen: fzf draws over it when the command ends.
func (s streams) awaitEnter() {
	_, _ = s.dialog().Line("Press Enter to go back. ", "") // whatever is typed, it goes back
}
