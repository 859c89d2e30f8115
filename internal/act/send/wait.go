package send

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
	"atm/internal/session/watching"
	"atm/tmuxopt"
)

// sendAndWait sends the prompt, and waits for the end of its turn; of a queued prompt, that is the turn in which Claude
// takes it out of the queue. It listens first, so it misses no short turn.
func (p prompt) sendAndWait(ctx context.Context) (Result, error) {
	size, err := p.target.TranscriptSize()
	if err != nil {
		return Result{}, err
	}
	before := p.session.Pane.Options[tmuxopt.SinceNS]
	await := &fleet.Await{Session: p.session, Wanted: func(now fleet.Session) bool {
		return now.Pane.Options[tmuxopt.SinceNS] != before &&
			(now.State == tmuxopt.Idle || now.Is(string(tmuxopt.Failed), string(tmuxopt.Attention)))
	}}
	listener, err := p.listen(ctx, await)
	if err != nil {
		return Result{}, err
	}
	defer listener.Close()
	if err := p.send(ctx); err != nil {
		return Result{}, err
	}
	ctx, cancel := p.limit(ctx)
	defer cancel()
	if p.Command {
		if session, done, err := p.withoutTurn(ctx); done || err != nil {
			return Result{Session: session, prompt: p}, err
		}
	}
	if !p.Queue {
		ended, outcome, err := listener.Wait(ctx, p.Sessions, await.Update)
		return p.result(ctx, ended, outcome, err)
	}
	w := turnWait{prompt: p, before: size, poll: time.AfterFunc(turnPoll, listener.Wake)}
	defer w.poll.Stop()
	ended, outcome, err := listener.Wait(ctx, p.Sessions, w.judge)
	if w.err != nil {
		return Result{}, w.err
	}
	result, err := p.result(ctx, ended, outcome, err)
	result.turn = &w.turn
	return result, err
}

// listen begins to wait for a session of its pane.
func (p Prompt) listen(ctx context.Context, await *fleet.Await) (*watching.Listener, error) {
	return watching.Begin(ctx, p.Source(tmuxopt.PaneChannel+await.Session.Pane.ID), await)
}

// withoutTurn reports whether a command has begun no turn, like /rename and /bg, or has begun another session, like
// /clear.
func (p prompt) withoutTurn(ctx context.Context) (fleet.Session, bool, error) {
	if p.target.Moved() {
		return p.session, true, nil
	}
	time.Sleep(turnPause)
	sessions, err := p.Sessions(ctx)
	if err != nil {
		return p.session, false, err
	}
	i := slices.IndexFunc(sessions, func(other fleet.Session) bool { return other.Pane.ID == p.session.Pane.ID })
	if i < 0 {
		return p.session, false, nil
	}
	now := sessions[i]
	unchanged := now.Pane.Options[tmuxopt.SinceNS] == p.session.Pane.Options[tmuxopt.SinceNS]
	return now, now.State != "" && (unchanged || now.ID != p.session.ID), nil
}

// limit bounds how long to wait for the end of the turn.
func (p prompt) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.Timeout > 0 {
		return context.WithTimeout(ctx, p.Timeout)
	}
	return ctx, func() {}
}

// result returns the session at the end of the turn, or the reason why the wait has ended before.
func (p prompt) result(ctx context.Context, ended fleet.Session, outcome fleet.Outcome, err error) (Result, error) {
	pane := p.session.Pane.ID
	switch {
	case outcome == fleet.Reached:
		return Result{Session: ended, prompt: p}, nil
	case outcome == fleet.Ended:
		err = &cli.Error{Err: fmt.Errorf("pane %s: the session has ended", pane), Code: cli.Ended}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("pane %s: sent; the turn has not ended within %v", pane, p.Timeout)
	case ctx.Err() != nil:
		err = interrupted("the prompt was sent")
	}
	return Result{}, err
}

// interrupted is the error for a wait that a person has ended.
func interrupted(consequence string) error {
	return &cli.Error{Err: errors.New("interrupted: " + consequence), Code: cli.Interrupted}
}

// Result is the end of a prompt's turn.
type Result struct {
	Session fleet.Session
	prompt  prompt
	turn    *claudehome.Turn // of a queued prompt
}

// Answer returns the turn with its answer. It waits for a while, because Claude Code may write the answer
// into the transcript after the turn has ended.
func (r Result) Answer() (query.Transcript, claudehome.Turn, error) {
	source, err := r.prompt.TranscriptOf(r.Session)
	if err != nil {
		return source, claudehome.Turn{}, err
	}
	if r.turn != nil {
		if !r.turn.Complete {
			err = noWholeAnswer(r.Session)
		}
		return source, *r.turn, err
	}
	for deadline := time.Now().Add(query.AnswerLag); ; time.Sleep(query.AnswerLag / 100) {
		turns, err := source.LastTurns(1)
		if err == nil && turns[0].Complete && inputbox.Arrived(r.prompt.Text, turns[0].Prompt) {
			return source, turns[0], nil
		}
		if time.Now().After(deadline) {
			return source, claudehome.Turn{}, noWholeAnswer(r.Session)
		}
	}
}

func noWholeAnswer(session fleet.Session) error {
	err := fmt.Errorf("pane %s: the turn has ended, its answer is not in the transcript", session.Pane.ID)
	return cli.Hint(err, "somebody may have interrupted it, or gone on with it: atm last -n 2 "+session.Pane.ID)
}
