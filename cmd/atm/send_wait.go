package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atm/internal/cli"
	"atm/internal/draw"
	"atm/internal/fleet"
	"atm/internal/fleet/watching"
	"atm/internal/inputbox"
	"atm/internal/submit"
	"atm/tmuxopt"
)

// sendAndWait begins to wait, sends the prompt, and waits for the end of its turn: so that
// is not missed, however short it is.
func (c sendCmd) sendAndWait(
	ctx context.Context, s streams, target submit.Target, session fleet.Session, text string,
) error {
	before := session.Pane.Options[tmuxopt.SinceNS]
	await := &fleet.Await{Session: session, Wanted: func(now fleet.Session) bool {
		return now.Pane.Options[tmuxopt.SinceNS] != before &&
			is(now, []string{string(tmuxopt.Idle), string(tmuxopt.Failed), string(tmuxopt.Attention)})
	}}
	waiter, err := watching.Begin(ctx, s.source(tmuxopt.PaneChannel+session.Pane.ID), s.readSessions, await)
	if err != nil {
		return err
	}
	defer waiter.Close()
	if err := (submit.Sender{Tmux: s.tmux}).Send(ctx, target, text); err != nil {
		return explainSend(session, err)
	}
	if c.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		ctx = limited
	}
	ended, outcome, err := waiter.Wait(ctx)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("pane %s: sent; the turn has not ended within %v", session.Pane.ID, c.Timeout)
	case ctx.Err() != nil:
		return &cli.Error{Err: errors.New("interrupted: the prompt was sent"), Code: exitInterrupted}
	case err != nil:
		return err
	case outcome == fleet.Ended:
		return &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", session.Pane.ID), Code: exitEnded}
	}
	return c.report(s, ended, text)
}

// report prints how the turn has ended, or its answer.
func (c sendCmd) report(s streams, session fleet.Session, text string) error {
	if !c.Print {
		if _, err := fmt.Fprintln(s.stdout, stateLine(session)); err != nil {
			return err
		}
	} else if session.State == tmuxopt.Idle {
		if err := s.printAnswer(session, text); err != nil {
			return err
		}
	}
	switch {
	case session.State != tmuxopt.Idle:
		return fmt.Errorf("%s", stateLine(session))
	case session.Asks:
		return fmt.Errorf("pane %s: the answer is a %s", session.Pane.ID, draw.Question)
	}
	return nil
}

// printAnswer prints the answer to a prompt whose turn has ended.
func (s streams) printAnswer(session fleet.Session, prompt string) error {
	source, err := s.transcriptOf(session)
	if err != nil {
		return err
	}
	for end := time.Now().Add(answerLag); ; time.Sleep(answerLag / 100) {
		turns, err := source.lastTurns(1)
		if err == nil && turns[0].Complete && inputbox.Arrived(prompt, turns[0].Prompt) {
			return lastCmd{Turns: 1}.print(s, source, turns)
		}
		if time.Now().After(end) {
			err := fmt.Errorf("pane %s: the turn has ended, its answer is not in the transcript", session.Pane.ID)
			hint := "somebody may have interrupted it, or gone on with it: atm last -n 2 "
			return cli.Hint(err, hint+session.Pane.ID)
		}
	}
}
