package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/tmuxopt"
)

// Exit codes of atm wait besides those of all commands.
const (
	exitEnded       = 3
	exitUnable      = 69
	exitInterrupted = 130
)

type waitCmd struct {
	Any     bool          `help:"Wait for any session."`
	Until   []string      `default:"idle,error,attention" enum:"${states}" help:"States to wait for: ${enum} (default: ${default})." placeholder:"STATE"`
	Timeout time.Duration `help:"Give up after this time (default: never)." placeholder:"10m"`
	JSON    bool          `name:"json" help:"Print the session as atm ls --json does."`
	Session string        `arg:"" optional:"" name:"session" help:"The session: a pane or its place, the beginning of an id, a title, a directory (default: that of this pane)."`
}

// Help ends the help text.
func (waitCmd) Help() string {
	return `Blocks until a session is in one of the states, be it for a moment, and prints which. tmux wakes it when a state has changed; should a word be lost, it looks again each half minute.
Exit status: 0 it is, 1 not in time, 3 the session has ended, 64 there is no such session or no tmux, 69 tmux cannot be asked, 130 interrupted.

Examples:
  atm wait %3 && make test
  atm wait --until attention --any && printf '\a'
  atm wait 23e3 --until idle --timeout 10m`
}

// Run waits.
func (c waitCmd) Run(s streams) error {
	if c.Any && c.Session != "" {
		return &cli.Error{Err: errors.New("--any and a session exclude each other"), Hint: "see atm wait --help", Code: cli.Usage}
	}
	ctx, stop := untilEnded()
	defer stop()
	if c.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		ctx = limited
	}
	err := c.wait(ctx, s)
	var reason *cli.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded), c.Timeout > 0 && errors.Is(err, context.DeadlineExceeded): // or tmux was given up just before
		return fmt.Errorf("not within %v", c.Timeout)
	case ctx.Err() != nil:
		return &cli.Error{Err: errors.New("interrupted"), Code: exitInterrupted}
	case errors.As(err, &reason):
		return err
	case noServer(err):
		return &cli.Error{Err: fmt.Errorf("no session any more: %w", err), Code: exitEnded}
	}
	return &cli.Error{Err: err, Code: exitUnable} // 1 is a timeout
}

func (c waitCmd) wait(ctx context.Context, s streams) error {
	w := waiting{waitCmd: c, streams: s}
	changes, sessions, err := w.begin(ctx)
	if changes != nil {
		defer changes.close()
	}
	switch {
	case noServer(err):
		return &cli.Error{Err: fmt.Errorf("no tmux server is running: %w", err), Hint: "run it inside tmux, or start tmux first", Code: cli.Usage}
	case errors.Is(err, context.DeadlineExceeded) && (c.Timeout == 0 || c.Timeout > timeout):
		return &cli.Error{Err: fmt.Errorf("tmux does not answer: %w", err), Hint: "is the server suspended?", Code: exitUnable}
	case err != nil:
		return err
	}
	if done, err := w.arrived(sessions); done {
		return err
	}
	changes.follow(ctx)
	changes.of(ctx, sessions)
	for {
		full, ended := changes.next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if full {
			changes.follow(ctx)
		}
		if done, err := w.look(ctx, changes, full); done || err != nil {
			return err
		}
		if ended != nil {
			return ended
		}
	}
}

// begin finds what is to be waited for, and begins to listen before it reads how
// it is.
func (w *waiting) begin(ctx context.Context) (*changes, []fleet.Session, error) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	listen := w.changes
	if !w.Any {
		sessions, err := w.sessions(bounded, false)
		if err != nil {
			return nil, nil, err
		}
		if w.one, err = w.find(sessions, w.Session); err != nil {
			return nil, nil, &cli.Error{Err: err, Hint: "atm ls shows what there is", Code: cli.Usage} // 1 is a timeout
		}
		p, name := w.one.Pane, cmp.Or(w.Session, w.getenv("TMUX_PANE"))
		w.byPane = name == p.ID || name == p.Where() || name == p.InWindow()
		listen = func(ctx context.Context) (*changes, error) { return w.changesOf(ctx, w.one.Pane.ID) }
	}
	changes, err := listen(ctx)
	if err != nil {
		return nil, nil, err
	}
	w.before = changes.before
	sessions, err := w.sessions(bounded, false)
	return changes, sessions, err
}

// waiting is what atm wait knows.
type waiting struct {
	waitCmd
	streams

	one    fleet.Session // that is waited for, unless any is
	byPane bool          // whatever session it has
	before int           // changes of the server that are none of ours
	last   []fleet.Session
}

// look reads what has changed, and reports whether there is nothing to wait for
// any more.
func (w *waiting) look(ctx context.Context, changes *changes, full bool) (bool, error) {
	sessions, err := w.read(ctx, full)
	if err != nil {
		return false, err
	}
	changes.of(ctx, sessions)
	done, err := w.arrived(sessions)
	if ended := new(cli.Error); w.byPane && errors.As(err, &ended) && ended.Code == exitEnded {
		// After /clear the next session begins within a moment.
		time.Sleep(nextSession)
		if sessions, err = w.read(ctx, full); err != nil {
			return false, err
		}
		return w.arrived(sessions)
	}
	return done, err
}

// nextSession is how long a client may take to go on with another session.
const nextSession = 300 * time.Millisecond

// read reads the sessions; a full look corrects them before.
func (w *waiting) read(ctx context.Context, full bool) ([]fleet.Session, error) {
	if full {
		return w.sessions(ctx, false)
	}
	panes, err := w.tmux.Panes(ctx)
	return fleet.List(panes, w.now(), w.stale(ctx)), err
}

// gone returns the sessions whose panes were there and are not any more, as ended.
func gone(before, now []fleet.Session) []fleet.Session {
	var ended []fleet.Session
	for _, one := range before {
		if !slices.ContainsFunc(now, func(other fleet.Session) bool { return other.Pane.ID == one.Pane.ID }) {
			ended = append(ended, goneFrom(one))
		}
	}
	return ended
}

// arrived reports whether there is nothing to wait for any more.
func (w *waiting) arrived(sessions []fleet.Session) (bool, error) {
	candidates := append(gone(w.last, sessions), sessions...)
	if !w.Any {
		candidates = []fleet.Session{w.found(sessions)}
	}
	w.last = sessions
	for _, one := range candidates {
		if done, err := w.has(one, tmuxopt.ChangesAfter(w.before, one.Pane.Options[tmuxopt.History])); done {
			return true, err
		}
	}
	return false, nil
}

// found returns the session that is waited for, wherever it goes on, or that of
// the pane; as ended if it is not there any more.
func (w *waiting) found(sessions []fleet.Session) fleet.Session {
	for _, one := range sessions {
		if w.byPane && one.Pane.ID == w.one.Pane.ID || !w.byPane && one.ID == w.one.ID {
			return one
		}
	}
	return goneFrom(w.one)
}

// has reports whether a session is, or was for a moment, in a state that is waited
// for, or has ended where it is waited for alone.
func (w *waiting) has(one fleet.Session, news []tmuxopt.Change) (bool, error) {
	if is(one, w.Until) {
		return true, w.print(w.streams, one)
	}
	for _, change := range news {
		if then := as(one, string(change.State)); is(then, w.Until) {
			return true, w.print(w.streams, then)
		}
	}
	if !w.Any && one.State == "" {
		return true, &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", one.Pane.ID), Code: exitEnded}
	}
	return false, nil
}

// as is a session as it was when it was in that state: of why it was, nothing is
// known any more.
func as(one fleet.Session, state string) fleet.Session {
	one.State, one.Detail, one.Since, one.Unseen = state, "", time.Time{}, false
	one.Pane.Options = maps.Clone(one.Pane.Options)
	one.Pane.Options[tmuxopt.State] = state
	for _, option := range []tmuxopt.Option{tmuxopt.Detail, tmuxopt.Since, tmuxopt.Waiting} {
		delete(one.Pane.Options, option)
	}
	return one
}

func (c waitCmd) print(s streams, one fleet.Session) error {
	if c.JSON {
		return s.printJSON(lsCmd{}.record(one))
	}
	state := one.State
	if state == "" {
		state = "ended"
	}
	_, err := fmt.Fprintf(s.stdout, "%s %s %s%s\n", one.Pane.ID, tmuxopt.Text(one.Pane.Where()), state, after(": ", one.Detail))
	return err
}
