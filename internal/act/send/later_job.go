package send

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/internal/act/submit"
	"atm/internal/act/typing"
	"atm/internal/session/fleet"
	"atm/internal/session/watching"
	"atm/tmuxopt"
)

// NotSent is a prompt that a pane kept, and that is given up.
type NotSent struct {
	Session fleet.Session
	Why     string
}

// Error says why.
func (e *NotSent) Error() string { return e.Why }

// Carry is the job that sends the prompt which a pane keeps, if it is still the one with that key. Before its time it
// goes to sleep again. It waits until the session has ended its turn, and [patience] for everything else that
// keeps a prompt from it. The error is a [NotSent] if it gives up.
func (l Later) Carry(ctx context.Context, pane, key string) error {
	var tried time.Time // when it could not take the prompt for the first time
	for {
		now, err := l.Tmux.Pane(ctx, pane, tmuxopt.Later, tmuxopt.LaterAt, tmuxopt.LaterSession, tmuxopt.LaterFailed,
			tmuxopt.LaterKey, tmuxopt.LaterNote, tmuxopt.History)
		if err != nil {
			return err
		}
		kept, isKept := tmuxopt.PendingPrompt(now.Options)
		if !isKept || kept.Key != key {
			return nil
		}
		if in := time.Until(kept.At); in > 0 {
			return l.start(ctx, pane, key, in)
		}
		l.Text, l.Command = kept.Text, kept.IsCommand()
		one, err := l.to(ctx, pane)
		one.session.Pane.ID = pane // also where no session is known
		if errors.Is(err, errWorks) && kept.Failed == "" && one.session.ID == kept.Session {
			if err := l.awaitTurn(ctx, one.session); err != nil {
				return err
			}
			tried = time.Time{}
			continue
		}
		why, final := obstacle(one.session, kept, hasWorked(now.Options, kept), err)
		if why == "" {
			why, final, err = l.sendOnce(ctx, one, kept)
			if err == nil {
				return nil
			}
		}
		if tried.IsZero() {
			tried = time.Now()
		}
		final = final || time.Since(tried) > patience
		if err := l.note(ctx, one.session, kept, why, final); err != nil || final {
			return err
		}
		if err := typing.Pause(ctx, patiencePause); err != nil {
			return err
		}
	}
}

// hasWorked reports whether a session that had reached a limit has worked since.
func hasWorked(o tmuxopt.Options, kept tmuxopt.Pending) bool {
	count, err := strconv.Atoi(kept.Failed)
	return err == nil && slices.ContainsFunc(tmuxopt.ChangesAfter(count, o[tmuxopt.History]), func(c tmuxopt.Change) bool {
		return c.State == tmuxopt.Working
	})
}

// obstacle says why a session cannot take the prompt, "" = it can, and whether it never will.
func obstacle(session fleet.Session, kept tmuxopt.Pending, hasWorked bool, err error) (why string, final bool) {
	switch {
	case session.ID != "" && session.ID != kept.Session:
		return "another session runs there now", true
	case hasWorked:
		return "the session has gone on by itself", true
	case err != nil:
		return strings.TrimPrefix(err.Error(), "pane "+session.Pane.ID+": "), false
	}
	return "", false
}

// sendOnce sends the prompt, unless another job does, or it was taken back. It says why it was not sent, and whether
// it must not be sent again.
func (l Later) sendOnce(ctx context.Context, one prompt, kept tmuxopt.Pending) (why string, final bool, err error) {
	if err := one.unfit(ctx); err != nil { // nothing is claimed that cannot be typed
		return err.Error(), false, err
	}
	claim := tmuxopt.Batch{
		Pane: one.session.Pane.ID, ServerPID: l.Tmux.PID, Unless: tmuxopt.ClaimedByOther(kept.Key),
		Edits: kept.NoteWhy("it was being sent: look at the session before you send it again", ""),
	}
	if reply, err := l.Tmux.Send(ctx, claim); err != nil {
		if tmuxopt.Refused(reply.Stderr) {
			return "", false, nil
		}
		return err.Error(), false, err
	}
	err = one.send(ctx)
	if err == nil {
		_, err = l.Tmux.Send(ctx, tmuxopt.Batch{Pane: one.session.Pane.ID, ServerPID: l.Tmux.PID, Edits: tmuxopt.Sent()})
		return "", false, err
	}
	untouched := false
	for _, before := range []error{submit.ErrDraft, submit.ErrHidden, submit.ErrChanged, submit.ErrReserved} {
		untouched = untouched || errors.Is(err, before)
	}
	why = strings.TrimPrefix(err.Error(), "pane "+one.session.Pane.ID+": ")
	return why, !untouched || errors.Is(err, submit.ErrPasted), err
}

// note says in the pane why a prompt was not sent so far. For one that is given up it returns a [NotSent].
func (l Later) note(ctx context.Context, session fleet.Session, kept tmuxopt.Pending, why string, final bool) error {
	key := kept.Key
	if final {
		key = ""
	}
	if why != kept.Note || final {
		_, err := l.Tmux.Send(ctx, tmuxopt.Batch{
			Pane: session.Pane.ID, ServerPID: l.Tmux.PID, Edits: kept.NoteWhy(why, key),
		})
		if err != nil {
			return err
		}
	}
	if final {
		return &NotSent{Session: session, Why: why}
	}
	return nil
}

// awaitTurn waits until a session does not work any more.
func (l Later) awaitTurn(ctx context.Context, session fleet.Session) error {
	await := &fleet.Await{Session: session, Wanted: func(now fleet.Session) bool { return now.State != tmuxopt.Working }}
	waiter, err := watching.Begin(ctx, l.Source(tmuxopt.PaneChannel+session.Pane.ID), l.ReadSessions, await)
	if err != nil {
		return err
	}
	defer waiter.Close()
	if _, _, err := waiter.Wait(ctx); err != nil {
		return err
	}
	return typing.Pause(ctx, patiencePause) // the registry may be late
}
