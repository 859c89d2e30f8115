// Package send sends a prompt to a session that a person names, or to a new one, and waits for the end of its turn.
// It promises that nothing is typed where the text could become an answer, a part of somebody's draft or, unless it
// is meant as one, a command, and that a prompt counts as sent only if it appears in the transcript. Package submit
// types into the input.
package send

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"atm/internal/act/submit"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/query"
)

// Prompt is a text for a session, and how it is sent.
type Prompt struct {
	query.Reader
	Text       string
	Command    bool                                         // the text is a slash command
	Queue      bool                                         // also while the session works
	AfterDraft bool                                         // wait for the end of a draft and of its turn
	Wait       bool                                         // until the turn has ended
	Timeout    time.Duration                                // of both waits, 0 = none
	Sent       func(ctx context.Context, pane string) error // called when the prompt has arrived; nil = nothing is
}

// prompt is a Prompt for one session.
type prompt struct {
	Prompt
	session fleet.Session
	target  submit.Target
}

// draftPause is the time between two readings of a draft that somebody types.
const draftPause = 300 * time.Millisecond

// Send sends the prompt to the session of that name; "" means the session of this pane, else the only one
// that runs. The result is empty unless Wait is set.
func (p Prompt) Send(ctx context.Context, name string) (Result, error) {
	for tries := 3; ; tries-- {
		result, err := p.trySend(ctx, name)
		// A hook of a session that has just begun may change the pane in between. Then nothing was typed.
		untouched := errors.Is(err, typing.ErrChanged) && !errors.Is(err, submit.ErrPasted)
		if tries == 1 || !untouched || ctx.Err() != nil {
			return result, err
		}
		time.Sleep(draftPause)
	}
}

func (p Prompt) trySend(ctx context.Context, name string) (Result, error) {
	one, err := p.forSession(ctx, name)
	deadline := time.Now().Add(p.Timeout)
	for p.AfterDraft && (err == nil && errors.Is(one.checkInput(ctx), submit.ErrDraft) || errors.Is(err, errWorks)) {
		if p.Timeout > 0 && time.Now().After(deadline) {
			pane := one.session.Pane.ID
			err := fmt.Errorf("pane %s: nothing was sent within %v", pane, p.Timeout)
			return Result{}, cli.Hint(err, "atm focus "+pane+" goes there")
		}
		time.Sleep(draftPause)
		if ctx.Err() != nil {
			return Result{}, interrupted("nothing was sent")
		}
		id, pane := one.session.ID, one.session.Pane.ID
		one, err = p.forSession(ctx, pane) // another one may have that name by now
		if isFound := err == nil || errors.Is(err, errWorks); isFound && one.session.ID != id && name != pane {
			return Result{}, fmt.Errorf("pane %s: nothing was sent: another session runs there now", pane)
		}
	}
	switch {
	case err != nil:
		return Result{}, err
	case p.Wait:
		return one.sendAndWait(ctx)
	}
	return Result{Session: one.session}, one.send(ctx)
}

// forSession returns the prompt with the session of that name, and an error if the session cannot take it.
func (p Prompt) forSession(ctx context.Context, name string) (prompt, error) {
	session, err := p.promptable(ctx, name)
	moved := func() bool { return false }
	if p.Command && err == nil {
		before := p.WorkersOf(session)
		moved = func() bool { return p.WorkersOf(session) > before }
	}
	return prompt{Prompt: p, session: session, target: submit.Target{
		Tmux:       p.Tmux,
		Pane:       session.Pane,
		Queue:      p.Queue,
		Command:    p.Command,
		Entry:      func() (claudehome.Process, error) { return p.EntryOf(session) },
		Moved:      moved,
		Transcript: func() (fs.FS, claudehome.Transcript, bool) { return p.CurrentTranscript(session) },
	}}, err
}

func (p prompt) send(ctx context.Context) error {
	if err := p.target.Send(ctx, p.Text); err != nil {
		return explainSend(p.session.Pane.ID, err)
	}
	if p.Sent == nil {
		return nil
	}
	return p.Sent(ctx, p.session.Pane.ID)
}

// checkInput returns why nothing can be typed into the input, nil if something can.
func (p prompt) checkInput(ctx context.Context) error {
	_, err := p.target.ReadEmptyInput(ctx)
	return err
}

// Outcome is the result of sending a prompt to one of several sessions.
type Outcome struct {
	Result Result
	Err    error
}

// SendAll sends the prompt to several sessions at the same time, and returns the results in the order of their names.
// If a session is not found or cannot take a prompt now, SendAll sends nothing and returns an error.
func (p Prompt) SendAll(ctx context.Context, names []string) ([]Outcome, error) {
	var panes []string
	for _, name := range names {
		one, err := p.forSession(ctx, name)
		if err == nil && !p.AfterDraft {
			if _, err = one.target.AwaitEmptyInput(ctx); err != nil {
				err = explainSend(one.session.Pane.ID, err)
			}
		}
		if err != nil && !(p.AfterDraft && errors.Is(err, errWorks)) {
			return nil, err
		}
		if pane := one.session.Pane.ID; !slices.Contains(panes, pane) {
			panes = append(panes, pane)
		}
	}
	outcomes := make([]Outcome, len(panes))
	var all sync.WaitGroup
	for i, pane := range panes {
		all.Go(func() { outcomes[i].Result, outcomes[i].Err = p.Send(ctx, pane) })
	}
	all.Wait()
	return outcomes, nil
}
