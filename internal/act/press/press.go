// Package press answers a dialog of Claude Code by pressing keys in its pane.
//
// It promises that a key is pressed only if nothing has changed since the screen was read: the same session
// and process, which the registry of Claude Code lists as waiting, in the same pane; the same dialog at the
// same place of the screen; one open call; and nothing that would send the key elsewhere. tmux itself checks
// all of this except the registry, in the transaction that presses the key. It promises that no key is
// pressed twice, and that success is reported only if it is proven.
//
// It cannot know whether somebody has answered the dialog at the same moment, and Claude Code has not redrawn
// the screen yet. Then the key is too late. If the key is typed into the input, it is erased again ([ErrLate]);
// if another dialog opens at that moment, the key answers that dialog. An answer by a hook does not have this
// problem.
package press

import (
	"context"
	"errors"
	"strconv"
	"time"

	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/dialog"
	"atm/internal/claude/inputbox"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Target is the session whose dialog is answered, as the caller read it.
type Target struct {
	Tmux tmux.Server
	Pane tmux.Pane

	// Process reads the current registry entry of the session's process.
	Process func() (claudehome.Process, error)

	// Client returns the process of the client in the pane if it shows the session of that worker now; nil = the
	// session runs in the pane itself.
	Client func(worker claudehome.Process) (pid int, shows bool)

	// Several allows several open calls: the answer then is for the call that is on the screen.
	Several bool
}

// The errors of [Target.ReadDialog] and [Target.Choose] besides those of tmux and of package typing.
var (
	ErrNone      = errors.New("no dialog is to be seen")
	ErrElsewhere = errors.New("its pane shows the list of agents or another session, and it runs in the background")
	ErrNotOurs   = errors.New("the process that waits does not run in the pane")
	ErrSeveral   = errors.New("several calls are open")
	ErrKey       = errors.New("no key is known for that choice")
	ErrLate      = errors.New("the dialog was over before the key came")
	ErrUnproven  = errors.New("a key was pressed, but nothing proves that the answer has arrived")
)

// Hint returns what a person can do after keys have not answered the dialog in a pane.
func Hint(err error, pane string) string {
	focus := "atm focus " + pane + " goes there"
	for _, known := range []struct {
		err  error
		hint string
	}{
		{ErrElsewhere, "open it there first: " + focus},
		{ErrLate, "somebody else has answered it, and the key was taken out of the input again: " +
			"atm ls shows what has become of it"},
		{ErrSeveral, "atm answer --show " + pane + " shows the one that stands on its screen; --keys without " +
			"--call answers that one"},
		{dialog.ErrPanel, "a click on its ✕ closes the panel of changes (or /diff, where there is an input): " + focus},
		{typing.ErrMode, "q ends it: " + focus},
		{ErrUnproven, "look before you answer again, the key may stand in the input: " + focus},
	} {
		if errors.Is(err, known.err) {
			return known.hint
		}
	}
	return focus
}

const (
	openingDelay = 700 * time.Millisecond // a dialog that has just opened ignores keys for less than this
	maxMoves     = 20                     // keys to reach a choice: a form may have many fields
)

// ReadDialog returns the dialog that is open in the pane, [ErrNone] if there is none.
func (t Target) ReadDialog(ctx context.Context) (dialog.Dialog, error) {
	if t.Client != nil {
		worker, err := t.Process()
		if _, shows := t.Client(worker); err == nil && !shows {
			return dialog.Dialog{}, ErrElsewhere
		}
	}
	seen, err := t.read(ctx, nil)
	return seen.dialog, err
}

// Choose selects a choice of the dialog that ReadDialog has returned, or closes the dialog with [dialog.Escape].
// It returns when it is proven that Claude Code has continued.
func (t Target) Choose(ctx context.Context, seen dialog.Dialog, choice int) error {
	if err := awaitKeys(ctx); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, typing.DrawTimeout)
	defer cancel()
	for moved := 0; ; moved++ {
		now, err := t.check(limited, seen)
		if err != nil {
			return err
		}
		step, known := now.dialog.Step(choice)
		if !known || moved > maxMoves {
			return ErrKey
		}
		if err := t.press(limited, now, step.Key); err != nil {
			return err
		}
		if step.Last {
			return t.awaitProof(ctx, seen, step.Key)
		}
		if err := t.awaitMove(limited, now.dialog); err != nil {
			return err
		}
	}
}

// check makes sure that the dialog is still open, and that its session is waiting according to the options of the
// pane and the registry. It returns where the dialog is on the screen.
func (t Target) check(ctx context.Context, seen dialog.Dialog) (snapshot, error) {
	if err := t.checkSession(); err != nil {
		return snapshot{}, err
	}
	now, err := t.read(ctx, nil)
	if err != nil && !errors.Is(err, ErrNone) {
		return now, err
	}
	// The dialog may have moved on the screen.
	now, err = t.read(ctx, now.dialog.Rows())
	if errors.Is(err, ErrNone) || err == nil && !now.dialog.Same(seen) {
		return now, typing.ErrChanged
	}
	return now, err
}

// snapshot is one reading of the pane.
type snapshot struct {
	screen inputbox.Screen
	dialog dialog.Dialog
	rows   []dialog.Row // the searched rows that have no equal row above them on the screen
}

// read reads the screen, and makes tmux search for the rows in the same transaction.
func (t Target) read(ctx context.Context, rows []dialog.Row) (snapshot, error) {
	var found []tmuxopt.Format
	for _, row := range rows {
		found = append(found, firstRowLike(row))
	}
	screen, numbers, err := typing.ReadScreen(ctx, t.Tmux, t.Pane.ID, found...)
	s := snapshot{screen: screen}
	if err != nil {
		return s, err
	}
	for i, row := range rows {
		if numbers[i] == strconv.Itoa(row.Number) {
			s.rows = append(s.rows, row)
		}
	}
	var open bool
	if s.dialog, open = dialog.Read(s.screen); !open {
		return s, ErrNone
	}
	return s, nil
}

// firstRowLike is the number of the first row of the screen that looks like row, 0 if there is none.
func firstRowLike(row dialog.Row) tmuxopt.Format {
	return tmuxopt.ServerFormat("#{C/r:" + row.Pattern + "}")
}

// press presses a key if nothing has changed since the snapshot.
func (t Target) press(ctx context.Context, seen snapshot, key string) error {
	return typing.SendKey(ctx, t.Tmux, t.Pane.ID, t.unchanged(seen), key)
}

func (t Target) awaitMove(ctx context.Context, before dialog.Dialog) error {
	for {
		now, err := t.read(ctx, nil)
		switch {
		case errors.Is(err, ErrNone):
			return typing.ErrChanged
		case err != nil:
			return err
		case now.dialog.Selected != before.Selected || !now.dialog.Same(before):
			return nil // if it is another dialog, the next check notices that
		}
		if err := typing.Pause(ctx, typing.PollInterval); err != nil {
			return typing.ErrChanged
		}
	}
}
