package send

import (
	"context"
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

const (
	// turnPause is how long the session has to be idle before its turn counts as ended. 2.1.329 fires no
	// hook when it goes on with a queued prompt: its registry lists it as busy up to 0.4 s later.
	turnPause = time.Second
	turnPoll  = 100 * time.Millisecond // between two readings of an idle session
)

// turnWait waits for the end of the turn in which Claude takes a queued prompt.
type turnWait struct {
	prompt
	before    int64     // length of the transcript when the prompt was sent
	idleSince time.Time // zero = the session works
	turn      claudehome.Turn
}

// sendAndAwaitTurn sends the prompt, and waits for the end of the turn in which Claude takes it out of the queue.
func (p prompt) sendAndAwaitTurn(ctx context.Context) (Result, error) {
	before, err := p.target.TranscriptSize()
	if err != nil {
		return Result{}, err
	}
	w := turnWait{prompt: p, before: before}
	listener, err := watching.Listen(ctx, p.Source(tmuxopt.PaneChannel+p.session.Pane.ID))
	if err != nil {
		return Result{}, err
	}
	defer listener.Close()
	if err := p.send(ctx); err != nil {
		return Result{}, err
	}
	ctx, cancel := p.limit(ctx)
	defer cancel()
	session, outcome, err := w.wait(ctx, listener)
	result, err := p.result(ctx, session, outcome, err)
	result.turn = &w.turn
	return result, err
}

// wait returns the session at the end of the turn.
func (w *turnWait) wait(ctx context.Context, listener *watching.Listener) (fleet.Session, fleet.Outcome, error) {
	for correct := true; ; {
		sessions, err := w.ReadSessions(ctx, correct)
		if err != nil {
			return fleet.Session{}, fleet.Pending, err
		}
		session, outcome, err := w.judge(sessions)
		if outcome != fleet.Pending || err != nil {
			return session, outcome, err
		}
		if correct, err = w.pause(ctx, listener, sessions); err != nil {
			return fleet.Session{}, fleet.Pending, err
		}
	}
}

// pause waits for a change. In an idle session it waits only [turnPoll]: nothing signals a change of the transcript.
func (w *turnWait) pause(
	ctx context.Context, listener *watching.Listener, sessions []fleet.Session,
) (correct bool, err error) {
	if w.idleSince.IsZero() {
		return listener.Next(ctx, sessions)
	}
	limited, cancel := context.WithTimeout(ctx, turnPoll)
	defer cancel()
	correct, err = listener.Next(limited, sessions)
	if limited.Err() != nil {
		err = ctx.Err()
	}
	return correct, err
}

// judge reports whether the turn has ended.
func (w *turnWait) judge(sessions []fleet.Session) (fleet.Session, fleet.Outcome, error) {
	i := slices.IndexFunc(sessions, func(other fleet.Session) bool { return other.ID == w.session.ID })
	if i < 0 || sessions[i].State == "" {
		return w.session, fleet.Ended, nil
	}
	session := sessions[i]
	progress, err := w.read()
	if err != nil {
		return session, fleet.Pending, err
	}
	switch {
	case progress == claudehome.Followed:
		return session.In(tmuxopt.Idle), fleet.Reached, nil // its next turn does not count
	case session.State == tmuxopt.Attention && progress == claudehome.Taken:
		return session, fleet.Reached, nil
	case session.State != tmuxopt.Idle && session.State != tmuxopt.Failed:
		w.idleSince = time.Time{}
		return session, fleet.Pending, nil
	case w.idleSince.IsZero():
		w.idleSince = time.Now()
	}
	idleFor := time.Since(w.idleSince)
	switch {
	case progress == claudehome.Taken && (w.turn.Complete && idleFor > turnPause || idleFor > query.AnswerLag):
		return session, fleet.Reached, nil
	case idleFor > query.AnswerLag:
		err := fmt.Errorf("pane %s: Claude Code has not taken the prompt out of its queue", session.Pane.ID)
		hint := "it may stand in its input: atm focus " + session.Pane.ID + " goes there"
		return session, fleet.Pending, cli.Hint(err, hint)
	}
	return session, fleet.Pending, nil
}

func (w *turnWait) read() (claudehome.Progress, error) {
	home, transcript, found := w.target.Transcript()
	if !found {
		return claudehome.NotTaken, nil
	}
	isPrompt := func(text string) bool { return inputbox.Arrived(w.Text, text) }
	turn, progress, err := claudehome.TurnOf(home, transcript, w.before, isPrompt)
	w.turn = turn
	return progress, err
}
