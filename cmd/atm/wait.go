package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/tmuxopt"
)

// Exit codes of atm wait besides those of all commands.
const exitEnded = 3

type waitCmd struct {
	Any     bool          `help:"Wait for any session."`
	Until   []string      `default:"idle,error,attention" help:"States to wait for: attention, error, working, idle, ended (default: ${default})." placeholder:"STATE"`
	Timeout time.Duration `help:"Give up after this time." placeholder:"10m"`
	JSON    bool          `name:"json" help:"Print the session as atm ls --json does."`
	Session string        `arg:"" optional:"" name:"pane|id|title" help:"The session (default: that of this pane)."`
}

// Help ends the help text.
func (waitCmd) Help() string {
	return `Blocks until a session is in one of the states, and prints which. It asks tmux to be woken; it does not poll.
Exit status: 0 it is, 1 not in time, 3 the session has ended.

Examples:
  atm wait %3 && make test
  atm wait --until attention --any && printf '\a'
  atm wait 23e3 --until idle --timeout 10m`
}

// Run waits.
func (c waitCmd) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		ctx = limited
	}
	go func() { _ = s.world().Follow(ctx) }() // silent changes count as well
	pane, count := "", ""
	for {
		sessions, err := s.sessions(ctx, false)
		if err == nil && pane == "" && !c.Any {
			var one fleet.Session
			if one, err = s.find(sessions, c.Session); err == nil {
				pane = one.Pane.ID // its title may change while we wait
			}
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		if done, err := c.arrived(s, sessions, pane); done {
			return err
		}
		if ctx.Err() == nil {
			if count, err = s.nextChange(ctx, count); err != nil && ctx.Err() == nil {
				return err
			}
		}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return fmt.Errorf("not within %v", c.Timeout)
		} else if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// arrived reports whether there is nothing to wait for any more.
func (c waitCmd) arrived(s streams, sessions []fleet.Session, pane string) (bool, error) {
	found := false
	for _, one := range sessions {
		if pane != "" && one.Pane.ID != pane {
			continue
		}
		found = true
		if is(one, c.Until) {
			return true, c.print(s, one)
		}
		if pane != "" && one.State == "" {
			return true, &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", pane), Code: exitEnded}
		}
	}
	if pane != "" && !found && sessions != nil {
		return true, &cli.Error{Err: fmt.Errorf("pane %s: it is gone", pane), Code: exitEnded}
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
