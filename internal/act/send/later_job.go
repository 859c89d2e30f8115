package send

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"atm/internal/act/submit"
	"atm/internal/act/typing"
	"atm/internal/claude/inputbox"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// NotSent is a stored prompt that was given up.
type NotSent struct {
	Session fleet.Session
	Why     string

	MayHaveArrived bool // Enter was pressed
}

// Error says why.
func (e *NotSent) Error() string { return e.Why }

// RunJob is the job that sends the prompt stored in a pane, if the prompt still has that key. If it is too early, the
// job starts another job and ends. It waits for the end of the session's turn, and for [unableTimeout] if the session
// cannot take the prompt for another reason. If the job gives up, it returns a [NotSent].
func (l Later) RunJob(ctx context.Context, pane, key string) error {
	var unableSince time.Time // when the session could not take the prompt for the first time
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
		l.Text, l.Command = kept.Text, inputbox.IsCommand(kept.Text)
		one, err := l.forSession(ctx, pane)
		one.session.Pane.ID = pane // also if no session is known
		if errors.Is(err, errWorks) && kept.Failed == "" && one.session.ID == kept.Session {
			if err := l.awaitTurn(ctx, one.session); err != nil {
				return err
			}
			unableSince = time.Time{}
			continue
		}
		reason, final := obstacle(one.session, kept, kept.HasGoneOn(now.Options), err)
		if reason == "" {
			if reason, final, err = l.sendOnce(ctx, one, kept); reason == "" {
				return err
			}
		}
		if unableSince.IsZero() {
			unableSince = time.Now()
		}
		final = final || time.Since(unableSince) > unableTimeout
		if err := l.noteReason(ctx, Kept{one.session, kept}, reason, final); err != nil || final {
			return err
		}
		if err := typing.Pause(ctx, retryPause); err != nil {
			return err
		}
	}
}

// obstacle returns the reason why a session cannot take the prompt, "" = it can, and whether it never will.
func obstacle(session fleet.Session, kept tmuxopt.Pending, hasGoneOn bool, err error) (reason string, final bool) {
	switch {
	case session.ID != "" && session.ID != kept.Session:
		return "another session runs there now", true
	case hasGoneOn:
		return tmuxopt.GoneOn, true
	case err != nil:
		return reasonOf(err, session.Pane.ID), false
	}
	return "", false
}

// reasonOf returns an error as text, without the pane at its beginning.
func reasonOf(err error, pane string) string {
	return strings.TrimPrefix(err.Error(), "pane "+pane+": ")
}

// sendOnce sends the prompt, unless another job sends it or it was taken back. It returns the reason why it
// was not sent, and whether it must not be sent again. If the prompt may have arrived, it keeps the note
// [tmuxopt.BeingSent], and the error is a [NotSent].
func (l Later) sendOnce(ctx context.Context, one prompt, kept tmuxopt.Pending) (reason string, final bool, err error) {
	pane := one.session.Pane.ID
	if err := one.checkInput(ctx); err != nil { // the prompt is claimed only if it can be typed
		return err.Error(), false, err
	}
	claim := tmuxopt.Batch{
		Pane: pane, ServerPID: l.Tmux.PID, Unless: tmuxopt.ClaimedByOther(kept.Key),
		Edits: kept.NoteWhy(tmuxopt.BeingSent, ""),
	}
	if reply, err := l.Tmux.Send(ctx, claim); err != nil {
		if tmuxopt.RefusedByCondition(reply.Stderr) {
			return "", false, nil
		}
		return err.Error(), false, err
	}
	if err = one.send(ctx); err == nil {
		_ = l.edit(ctx, pane, tmuxopt.Sent()) // if it fails, the prompt keeps its note, and is not sent again
		return "", false, nil
	}
	isCause := func(cause error) bool { return errors.Is(err, cause) }
	if isCause(submit.ErrUnproven) || isCause(submit.ErrDialog) {
		return "", true, &NotSent{Session: one.session, Why: reasonOf(err, pane), MayHaveArrived: true}
	}
	untouched := !isCause(submit.ErrPasted) && slices.ContainsFunc(
		[]error{submit.ErrDraft, submit.ErrHidden, typing.ErrChanged, submit.ErrReserved}, isCause)
	return reasonOf(err, pane), !untouched, err
}

// noteReason stores in the pane why the prompt is not sent yet. If the prompt is given up, it returns a [NotSent].
func (l Later) noteReason(ctx context.Context, k Kept, reason string, final bool) error {
	key := k.Key // the try may have claimed the prompt
	if final {
		key = ""
	}
	note := func() error { return l.edit(ctx, k.Session.Pane.ID, k.NoteWhy(reason, key)) }
	// Without its key a claimed prompt would be forgotten, and tmux may be too busy.
	for err := note(); err != nil && !tmux.IsFinal(err); err = note() {
		if err := typing.Pause(ctx, retryPause); err != nil {
			return err
		}
	}
	if final {
		return &NotSent{Session: k.Session, Why: reason}
	}
	return nil
}

func (l Later) awaitTurn(ctx context.Context, session fleet.Session) error {
	hasEnded := func(now fleet.Session) bool { return now.State != tmuxopt.Working }
	await := &fleet.Await{Session: session, Wanted: hasEnded}
	listener, err := l.listen(ctx, await)
	if err != nil {
		return err
	}
	defer listener.Close()
	if _, _, err := listener.Wait(ctx, l.Sessions, await.Update); err != nil {
		return err
	}
	return typing.Pause(ctx, retryPause) // the registry may be late
}
