package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/internal/proc"
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
	Session string        `arg:"" optional:"" name:"pane|id|title" help:"The session (default: that of this pane)."`
}

// Help ends the help text.
func (waitCmd) Help() string {
	return `Blocks until a session is in one of the states, and prints which. It asks tmux to be woken; it does not poll.
Exit status: 0 it is, 1 not in time, 3 the session has ended, 64 there is no such session, 69 tmux cannot be asked, 130 interrupted.

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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
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
	case noServer(err):
		return &cli.Error{Err: fmt.Errorf("no session any more: %w", err), Code: exitEnded}
	case errors.As(err, &reason):
		return err
	}
	return &cli.Error{Err: err, Code: exitUnable} // 1 is a timeout
}

func (c waitCmd) wait(ctx context.Context, s streams) error {
	sessions, err := s.sessions(ctx, false)
	if err != nil {
		return err
	}
	pane, place := "", tmuxopt.Pane{}
	if !c.Any {
		one, err := s.find(sessions, c.Session)
		if err != nil {
			return &cli.Error{Err: err, Hint: "atm ls shows what there is", Code: cli.Usage} // 1 is a timeout
		}
		pane, place = one.Pane.ID, one.Pane // its title may change while we wait
	}
	go func() { _ = s.world().Follow(ctx) }() // silent changes count as well
	changes, err := s.changes(ctx)
	if err == nil && !c.Any {
		go watch(ctx, place, changes)
	}
	for err == nil {
		before := sessions
		if sessions, err = s.sessions(ctx, false); err != nil {
			break
		}
		if done, err := c.arrived(s, append(gone(before, sessions), sessions...), pane); done {
			return err
		}
		err = next(ctx, changes)
	}
	return err
}

// watch pokes once the process of a pane has ended, some times until tmux has
// noticed it, too: a pane that is killed says nothing.
func watch(ctx context.Context, p tmuxopt.Pane, changes chan<- error) {
	if p.Dead || proc.Wait(ctx, p.PID) != nil {
		return // the tick will tell
	}
	for _, pause := range []time.Duration{20, 100, 500} {
		time.Sleep(pause * time.Millisecond)
		poke(changes)
	}
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
func (c waitCmd) arrived(s streams, sessions []fleet.Session, pane string) (bool, error) {
	for _, one := range sessions {
		switch {
		case pane != "" && one.Pane.ID != pane:
		case is(one, c.Until):
			return true, c.print(s, one)
		case pane != "" && one.State == "":
			return true, &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", pane), Code: exitEnded}
		}
	}
	return false, nil
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
