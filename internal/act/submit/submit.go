// Package submit types a prompt into a session: it pastes the text into the input of Claude Code, presses
// Enter, and waits for the proof that the prompt has arrived.
//
// It promises that nothing is typed if the session has changed since the caller read it, if no empty input
// is on the screen, in a mode of tmux, or into more than one pane; that the text can neither press a key nor
// run anything; that nothing is sent twice; and that two processes send to one session one after the other.
// It cannot separate the text from what a person types in the same moment.
package submit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Target is the session to which a prompt is sent, as the caller read it.
type Target struct {
	Tmux  tmux.Server
	Pane  tmux.Pane
	Queue bool // the session may be working: Claude Code then queues the prompt

	// Transcript returns the transcript of the session; false before the first prompt.
	Transcript func() (home fs.FS, transcript claudehome.Transcript, found bool)

	// Command means that the text is a slash command. Then Entry returns the session's entry in the registry, and
	// Moved reports whether the session goes on in the background since.
	Command bool
	Entry   func() (claudehome.Process, error)
	Moved   func() bool
}

// The errors of [Target.Send] besides those of tmux, of package typing and of [inputbox.Prepare].
var (
	ErrDraft    = errors.New("there is a draft in its input")
	ErrHidden   = errors.New("its input is not to be seen")
	ErrPasted   = errors.New("the text was pasted, but Enter was not pressed")
	ErrUnproven = errors.New("nothing proves that the prompt has arrived")
	ErrReserved = errors.New("somebody else sends prompts to it")

	ErrNotRun = errors.New("the command was not run")         // with the message of Claude Code
	ErrDialog = errors.New("the command has opened a dialog") // that only a person can answer
)

const (
	redrawTimeout = time.Second // for a sent prompt to disappear from the input
	chunk         = 8 << 10     // bytes of a text in one message to the server: tmux allows 16 KiB
)

// Send sends a prompt to the session, and returns when its arrival is proven.
func (t Target) Send(ctx context.Context, text string) error {
	pasted, err := inputbox.Prepare(text, t.Command)
	if err != nil {
		return err
	}
	release, err := t.reserve(ctx)
	if err != nil {
		return err
	}
	defer release()
	screen, err := t.AwaitEmptyInput(ctx)
	if err != nil {
		return err
	}
	before, err := t.TranscriptSize()
	if err != nil {
		return err
	}
	if screen, err = t.pasteAt(ctx, screen, pasted); err != nil {
		return err
	}
	if err := t.enter(ctx, screen); err != nil {
		return err
	}
	return t.awaitArrival(ctx, before, pasted)
}

// AwaitEmptyInput is [Target.ReadEmptyInput], with a second try: the last prompt may still stand in the input.
func (t Target) AwaitEmptyInput(ctx context.Context) (inputbox.Screen, error) {
	screen, err := t.ReadEmptyInput(ctx)
	if err == ErrDraft || err == ErrHidden {
		if err = typing.Pause(ctx, redrawTimeout); err == nil {
			screen, err = t.ReadEmptyInput(ctx)
		}
	}
	return screen, err
}

// ReadEmptyInput reads the screen of the pane. It returns [ErrDraft] or [ErrHidden] if no empty input is visible, and
// [typing.ErrMode] or [typing.ErrChanged] if keys would go elsewhere, too.
func (t Target) ReadEmptyInput(ctx context.Context) (inputbox.Screen, error) {
	isInMode := tmuxopt.ServerFormat("#{pane_in_mode}")
	screen, values, err := typing.ReadScreen(ctx, t.Tmux, t.Pane.ID, isInMode, typing.Alone())
	switch {
	case err != nil:
		return screen, err
	case screen.Content() == inputbox.Draft:
		return screen, ErrDraft
	case screen.Content() == inputbox.Hidden:
		return screen, ErrHidden
	case values[0] != "0":
		return screen, typing.ErrMode
	case values[1] != "1":
		return screen, typing.ErrChanged
	}
	return screen, nil
}

// pasteAt pastes a text into the empty input. If Claude Code has just moved the input, it tries again. It returns
// the screen as it was when the text was pasted.
func (t Target) pasteAt(ctx context.Context, seen inputbox.Screen, text string) (inputbox.Screen, error) {
	for deadline := time.Now().Add(redrawTimeout); ; {
		switch err := t.paste(ctx, seen, text); {
		case !errors.Is(err, typing.ErrChanged), time.Now().After(deadline):
			return seen, err
		}
		if paused := typing.Pause(ctx, typing.PollInterval); paused != nil {
			return seen, paused
		}
		if now, err := t.ReadEmptyInput(ctx); err == nil {
			seen = now
		}
	}
}

// paste pastes a text if nothing has changed since the screen was read.
func (t Target) paste(ctx context.Context, seen inputbox.Screen, text string) error {
	buffer := fmt.Sprintf("atm-send-%d-%d", os.Getpid(), time.Now().UnixNano())
	err := t.store(ctx, buffer, text)
	if err == nil {
		// -p puts the text in brackets, so that a line end does not send it; -r keeps line feeds.
		err = typing.Do(ctx, t.Tmux, t.Pane.ID, t.unchanged(seen),
			"paste-buffer", "-d", "-p", "-r", "-b", buffer, "-t", t.Pane.ID)
	}
	if err != nil {
		_, _ = t.Tmux.Once(ctx, [][]string{{"delete-buffer", "-b", buffer}}) // it may not exist
	}
	return err
}

func (t Target) store(ctx context.Context, buffer, text string) error {
	for text != "" {
		part := text[:min(len(text), chunk)]
		text = text[len(part):]
		if _, err := t.Tmux.Once(ctx, [][]string{{"set-buffer", "-a", "-b", buffer, "--", part}}); err != nil {
			return err
		}
	}
	return nil
}

// enter waits until Claude Code shows the pasted text, and presses Enter. 2.1.197 misses an Enter that
// arrives together with the paste, in 5 of 28 tries.
func (t Target) enter(ctx context.Context, empty inputbox.Screen) error {
	limited, cancel := context.WithTimeout(ctx, typing.DrawTimeout)
	defer cancel()
	last := empty
	for {
		screen, _, err := typing.ReadScreen(limited, t.Tmux, t.Pane.ID)
		if err == nil && t.isStable(last, screen) {
			break
		}
		if err == nil {
			last = screen
			err = typing.Pause(limited, 2*typing.PollInterval)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrPasted, err)
		}
	}
	if err := typing.SendKey(ctx, t.Tmux, t.Pane.ID, t.unchanged(last), "Enter"); err != nil {
		return fmt.Errorf("%w: %w", ErrPasted, err)
	}
	return nil
}
