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

// The end of a turn in the queue.
const (
	// turnPause is how long the session has to be at rest for its turn to have ended. 2.1.329
	// tells no hook when it goes on with a prompt of the queue: its registry says that it
	// works, up to 0.4 s later.
	turnPause = time.Second
	turnBeat  = 100 * time.Millisecond // between two looks then
)

// turnWait waits for the end of the turn in which Claude takes a prompt.
type turnWait struct {
	prompt
	before int64     // length of the transcript when the prompt was sent
	rests  time.Time // since when the session does not work; zero = it does
	turn   claudehome.Turn
}

// sendAndAwaitTurn sends the prompt to a session that may be at work, and waits for the end
// of the turn in which Claude takes it out of the queue.
func (p prompt) sendAndAwaitTurn(ctx context.Context) (Result, error) {
	w := turnWait{prompt: p}
	if home, transcript, found := p.target.Transcript(); found {
		var err error
		if w.before, err = claudehome.Size(home, transcript); err != nil {
			return Result{}, err
		}
	}
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
	if err := p.explainWait(ctx, outcome, err); err != nil {
		return Result{}, err
	}
	return Result{Session: session, prompt: p, turn: &w.turn}, nil
}

// wait returns the session as it was when the turn had ended.
func (w *turnWait) wait(
	ctx context.Context, listener *watching.Listener,
) (fleet.Session, fleet.Outcome, error) {
	correct := true
	for {
		listener.Follow(ctx)
		sessions, err := w.ReadSessions(ctx, correct)
		if err != nil {
			return fleet.Session{}, fleet.Pending, err
		}
		listener.AwaitExits(ctx, sessions)
		session, outcome, err := w.judge(sessions)
		if outcome != fleet.Pending || err != nil {
			return session, outcome, err
		}
		if correct, err = w.pause(ctx, listener); err != nil {
			return fleet.Session{}, fleet.Pending, err
		}
	}
}

// pause waits for a change; no longer than a moment where the session is at rest, because
// nothing signals that the transcript has changed.
func (w *turnWait) pause(ctx context.Context, listener *watching.Listener) (correct bool, err error) {
	if w.rests.IsZero() {
		return listener.Next(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, turnBeat)
	defer cancel()
	correct, err = listener.Next(limited)
	if limited.Err() != nil {
		err = ctx.Err()
	}
	return correct, err
}

// judge returns how the wait stands.
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
		return session.In(tmuxopt.Idle), fleet.Reached, nil // whatever it does now
	case session.State == tmuxopt.Attention && progress == claudehome.Taken:
		return session, fleet.Reached, nil
	case session.State != tmuxopt.Idle && session.State != tmuxopt.Failed:
		w.rests = time.Time{}
		return session, fleet.Pending, nil
	case w.rests.IsZero():
		w.rests = time.Now()
	}
	rested := time.Since(w.rests)
	switch {
	case progress == claudehome.Taken && (w.turn.Complete && rested > turnPause || rested > query.AnswerLag):
		return session, fleet.Reached, nil
	case rested > query.AnswerLag:
		err := fmt.Errorf("pane %s: Claude Code has not taken the prompt out of its queue", session.Pane.ID)
		return session, fleet.Pending, cli.Hint(err, "it may stand in its input: atm focus "+session.Pane.ID+
			" goes there")
	}
	return session, fleet.Pending, nil
}

// read reads the turn of the prompt.
func (w *turnWait) read() (claudehome.Progress, error) {
	home, transcript, found := w.target.Transcript()
	if !found {
		return claudehome.NotTaken, nil
	}
	turn, progress, err := claudehome.TurnOf(home, transcript, w.before,
		func(other string) bool { return inputbox.Arrived(w.Text, other) })
	w.turn = turn
	return progress, err
}
