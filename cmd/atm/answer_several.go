package main

import (
	"context"
	"errors"
	"fmt"

	"atm/hookmap"
	"atm/internal/act/answer"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/tmuxopt"
)

// openCalls is the output of --show --json for a session that asks several things at once.
type openCalls struct {
	Calls  []answer.Record `json:"calls"`            // the calls for which a hook waits: --call answers one
	Screen *answer.Screen  `json:"screen,omitempty"` // the dialog on the screen, if one of the others may be it
}

// showAll prints each call for which a hook waits, with its answers. If no hook waits for one of the others,
// it also prints the dialog on the screen.
func (c answerCmd) showAll(ctx context.Context, s streams, session fleet.Session) error {
	record, hookless := openCalls{Calls: []answer.Record{}}, 0
	name, text := query.NameOf(session), ""
	open := hookmap.OpenCalls(session.Pane.Options)
	for i, entry := range open {
		call, err := s.calls().Open(ctx, session, entry.Key)
		if err != nil {
			hookless++
			continue
		}
		record.Calls = append(record.Calls, call.Record(""))
		text += fmt.Sprintf("%d of %d: --call %s (%s)\n%s\n", i+1, len(open), call.ID(), call.Title(),
			call.Text(columns(s.stdout)))
	}
	if hookless > 0 {
		text += fmt.Sprintf("For %d of %d no hook waits.", hookless, len(open))
		seen, err := s.target(ctx, session).ReadDialog(ctx)
		if err != nil || query.IsElsewhere(session) {
			text += fmt.Sprintf(" atm focus %s goes there\n", session.Pane.ID)
		} else {
			screen := answer.NewScreen(session, seen)
			record.Screen = &screen
			text += fmt.Sprintf(" atm answer %s yes --keys answers what is on the screen, which may be any of them:\n%s",
				session.Pane.ID, answer.ScreenText(name, seen))
		}
	}
	return s.print(c.JSON, record, text)
}

// errNoRule means that no rule of --if matches the request.
var errNoRule = errors.New("no rule of --if matches")

// answerAll gives the same answer to all sessions that ask. If one of them cannot be answered, or no rule of
// --if matches its request, the others are still answered. It is an error if none was answered.
func (c answerCmd) answerAll(ctx context.Context, s streams, name string, words []string) error {
	switch {
	case name != "" || c.Call != "" || c.Show:
		return cli.Wrong("", "--all names no session, no call, and answers")
	case len(c.If) == 0 && !c.Yes && cli.Width(s.stdin) < 0:
		return cli.Wrong("--if says what may be answered, -y that all may", "--all would answer anything")
	}
	sessions, err := s.NamedSessions(ctx)
	if err != nil {
		return err
	}
	asked, answered, hasFailed := 0, 0, false
	for _, session := range sessions {
		if session.State != tmuxopt.Attention || session.Agent != "" {
			continue
		}
		asked++
		one := c
		one.All, one.Session, one.Answer = false, &session.Pane.ID, words
		// The user may have taken long to answer the previous one, so each has a limit of its own.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		err := one.Run(limited, s)
		cancel()
		if err != nil {
			hasFailed = hasFailed || !errors.Is(err, errNoRule)
			cli.End(s.stderr, "atm", err)
			continue
		}
		answered++
	}
	switch {
	case asked == 0:
		return errors.New("no session asks anything")
	case answered == 0, hasFailed:
		return cli.Exited(cli.No) // the reasons are printed already
	}
	return nil
}
