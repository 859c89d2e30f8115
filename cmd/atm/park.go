package main

import (
	"context"
	"fmt"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

type parkCmd struct {
	Session []string      `arg:"" optional:"" help:"Panes or their places, beginnings of sessions' ids, titles, directories, or windows (default: this pane's)."`
	For     time.Duration `xor:"end" placeholder:"2h" help:"Only for this time: 30m, 2h."`
	Until   string        `xor:"end" placeholder:"TIME" help:"Only until this time: 17:40, 2026-12-24, '2026-12-24 17:40'."`
	Off     bool          `xor:"end" help:"End it."`
}

func (parkCmd) Details() string {
	return `A parked session needs nobody until its state changes or the time is over: it is sorted behind the ` +
		`others (only stale ones come later), atm next skips it, and it notifies nobody. Icons and counts still ` +
		`show its state.

Examples:
  atm park
  atm park 'fix the parser' --for 2h
  atm park %3 docs --until 17:40
  atm park %3 --off`
}

func (c parkCmd) Run(ctx context.Context, s streams) error {
	until, err := c.end(s.Now())
	if err != nil {
		return cli.Wrong("as in atm park --help", "%w", err)
	}
	sessions, err := s.NamedSessions(ctx)
	if err != nil {
		return err
	}
	var parked []fleet.Session // parked only after all names have been found
	for _, name := range append(c.Session, "")[:max(len(c.Session), 1)] {
		session, err := s.Find(sessions, name)
		if err == nil && session.State == "" && !c.Off {
			err = fmt.Errorf("pane %s: no session runs there", session.Pane.ID)
		}
		if err != nil {
			return err
		}
		parked = append(parked, session)
		for _, other := range sessions { // other panes that show the same background session
			if session.Job != "" && other.Job == session.Job && other.ID == session.ID && other.Pane.ID != session.Pane.ID {
				parked = append(parked, other)
			}
		}
	}
	for _, session := range parked {
		if err := c.park(ctx, s, session, until); err != nil {
			return err
		}
	}
	return nil
}

// park parks or unparks one session.
func (c parkCmd) park(ctx context.Context, s streams, session fleet.Session, until time.Time) error {
	edits, outcome := tmuxopt.Park(until), "is parked"
	switch {
	case c.Off:
		edits, outcome = tmuxopt.Unpark(), "is not parked"
	case !until.IsZero():
		outcome += " until " + until.Format("2006-01-02 15:04")
	}
	var err error
	if session.Pane.Exists() {
		_, err = s.Tmux.Send(ctx, tmuxopt.Batch{Pane: session.Pane.ID, ServerPID: s.Tmux.PID, Edits: edits})
	} else {
		err = c.parkJob(ctx, s, session.Job, until)
	}
	if err != nil {
		return err
	}
	name := tmuxopt.Text(session.Pane.Where()) + cli.After(" ", session.Name())
	_, err = fmt.Fprintf(s.stdout, "%s %s %s\n", session.Pane.ID, name, outcome)
	return err
}

// parkJob parks or unparks a background session without a pane.
func (c parkCmd) parkJob(ctx context.Context, s streams, job string, until time.Time) error {
	report, err := s.Observer().Observe(ctx)
	if err != nil {
		return err
	}
	return report.Park(ctx, s.Tmux, job, c.Off, until)
}

// end returns when the session is unparked, the zero time if only its state decides.
func (c parkCmd) end(now time.Time) (time.Time, error) {
	switch {
	case c.Until != "":
		return cli.TimeToCome("--until", c.Until, now)
	case c.For == 0:
		return time.Time{}, nil
	}
	return now.Add(c.For), nil
}
