package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/watching"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// sendAndWait begins to wait, sends the prompt, and waits for the end of its turn: so that
// is not missed, however short it is.
func (p prompt) sendAndWait(ctx context.Context) error {
	before := p.session.Pane.Options[tmuxopt.SinceNS]
	await := &fleet.Await{Session: p.session, Wanted: func(now fleet.Session) bool {
		return now.Pane.Options[tmuxopt.SinceNS] != before &&
			is(now, []string{string(tmuxopt.Idle), string(tmuxopt.Failed), string(tmuxopt.Attention)})
	}}
	waiter, err := watching.Begin(ctx, p.source(tmuxopt.PaneChannel+p.session.Pane.ID), p.readSessions, await)
	if err != nil {
		return err
	}
	defer waiter.Close()
	if err := p.send(ctx); err != nil {
		return err
	}
	ctx, cancel := p.limit(ctx)
	defer cancel()
	ended, outcome, err := waiter.Wait(ctx)
	if err := p.explainWait(ctx, outcome, err); err != nil {
		return err
	}
	return p.report(ended, func() error { return p.printAnswer(ended, p.text) })
}

// limit bounds how long is waited for the end of the turn.
func (p prompt) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.Timeout > 0 {
		return context.WithTimeout(ctx, p.Timeout)
	}
	return ctx, func() {}
}

// explainWait says why the end of a turn was not met; nil = it was.
func (p prompt) explainWait(ctx context.Context, outcome fleet.Outcome, err error) error {
	pane := p.session.Pane.ID
	switch {
	case outcome == fleet.Reached:
		return nil
	case outcome == fleet.Ended:
		return &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", pane), Code: exitEnded}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("pane %s: sent; the turn has not ended within %v", pane, p.Timeout)
	case ctx.Err() != nil:
		return &cli.Error{Err: errors.New("interrupted: the prompt was sent"), Code: exitInterrupted}
	}
	return err
}

// report prints how the turn has ended, or its answer.
func (p prompt) report(session fleet.Session, printAnswer func() error) error {
	if !p.Print {
		if _, err := fmt.Fprintln(p.stdout, stateLine(session)); err != nil {
			return err
		}
	} else if session.State == tmuxopt.Idle {
		if err := printAnswer(); err != nil {
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
			return noWholeAnswer(session)
		}
	}
}

// noWholeAnswer is the error of a turn that has ended without one.
func noWholeAnswer(session fleet.Session) error {
	err := fmt.Errorf("pane %s: the turn has ended, its answer is not in the transcript", session.Pane.ID)
	hint := "somebody may have interrupted it, or gone on with it: atm last -n 2 "
	return cli.Hint(err, hint+session.Pane.ID)
}
