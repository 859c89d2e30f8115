package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/watching"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type waitCmd struct {
	backgroundFlag
	Any     bool          `help:"Wait for any session."`
	Until   []awaited     `default:"idle,error,attention" enum:"${awaited}" help:"What to wait for: ${enum} (default: ${default})." placeholder:"STATE"`
	Timeout time.Duration `help:"Give up after this time (default: never)." placeholder:"10m"`
	JSON    bool          `name:"json" help:"Print the session as atm ls --json does."`
	Session string        `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane)."`
}

func (waitCmd) Details() string {
	return `Blocks until a session is in one of the states, even for a moment, and prints which. tmux wakes it ` +
		`when a state changes; it also checks every half minute.
After /clear it waits for the session that follows, unless you name an id.
context=90 is reached when the context is known to be 90 % full or more. A question counts until the next prompt.
A session that is suspended in the middle of its turn counts as idle.
Exit status: 0 reached, 1 not in time, 3 the session has ended, 64 there is no such session or no tmux, 69 tmux ` +
		`does not answer, 130 interrupted.

Examples:
  atm wait %3 && make test
  atm wait --until attention --any && printf '\a'
  atm wait 23e3 --until idle --timeout 10m
  atm wait %3 --until question,context=90 --json | jq -r .said`
}

func (c waitCmd) Run(s streams) error {
	s.NoUnshown = c.NoBackground
	if c.Any && c.Session != "" {
		return cli.Wrong("", "--any and a session exclude each other")
	}
	ctx, stop := untilEnded()
	defer stop()
	if c.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		ctx = limited
	}
	session, outcome, err := c.wait(ctx, s)
	var explained *cli.Error
	switch {
	case err == nil && outcome == fleet.Reached:
		return s.print(c.JSON, s.Record(session), session.StateLine()+"\n")
	case err == nil:
		return &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", session.Pane.ID), Code: cli.Ended}
	case errors.Is(ctx.Err(), context.DeadlineExceeded),
		c.Timeout > 0 && errors.Is(err, context.DeadlineExceeded): // a request to tmux ends just before
		return fmt.Errorf("not within %v", c.Timeout)
	case ctx.Err() != nil:
		return &cli.Error{Err: errors.New("interrupted"), Code: cli.Interrupted}
	case errors.As(err, &explained):
		return err
	case tmux.NoServer(err):
		return &cli.Error{Err: fmt.Errorf("no session any more: %w", err), Code: cli.Ended}
	}
	return &cli.Error{Err: err, Code: cli.Unable} // exit code 1 means a timeout
}

func (c waitCmd) wait(ctx context.Context, s streams) (fleet.Session, fleet.Outcome, error) {
	await := &fleet.Await{Any: c.Any, Wanted: c.wanted}
	listener, err := c.begin(ctx, s, await)
	if err != nil {
		return fleet.Session{}, fleet.Pending, c.explain(err)
	}
	defer listener.Close()
	return listener.Wait(ctx, c.readFor(s), await.Update)
}

// begin finds the session, and begins to wait.
func (c waitCmd) begin(ctx context.Context, s streams, await *fleet.Await) (*watching.Listener, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	channel := tmuxopt.ChangesChannel
	if c.beyondStates() {
		channel = tmuxopt.ShownChannel
	}
	if !c.Any {
		sessions, err := s.StartingSessions(ctx, c.Session) // with the names that atm ls shows
		if err != nil {
			return nil, err
		}
		session, err := s.Find(sessions, c.Session)
		if err != nil {
			// exit code 1 means a timeout
			return nil, cli.Wrong("atm ls shows what there is; --any waits for any session", "%w", err)
		}
		await.SetSession(session, cmp.Or(c.Session, s.Getenv("TMUX_PANE")))
		if session.Pane.Exists() { // a session without a pane has no channel of its own
			channel = tmuxopt.PaneChannel + session.Pane.ID
		}
	}
	listener, err := watching.Begin(ctx, s.Source(channel), await)
	if !c.Any && tmux.NoServer(err) { // the server ended after the session was found
		err = &cli.Error{Err: fmt.Errorf("no session any more: %w", err), Code: cli.Ended}
	}
	return listener, err
}

// explain returns the error for a wait that could not begin.
func (c waitCmd) explain(err error) error {
	var explained *cli.Error
	switch {
	case errors.As(err, &explained):
		return err
	case tmux.NoServer(err):
		return cli.Wrong("run it inside tmux, or start tmux first", "no tmux server is running: %w", err)
	case errors.Is(err, context.DeadlineExceeded) && (c.Timeout == 0 || c.Timeout > timeout):
		err = fmt.Errorf("tmux does not answer: %w", err)
		return &cli.Error{Err: err, Hint: "is the server suspended?", Code: cli.Unable}
	}
	return err
}
