// Package press answers a dialog of Claude Code by pressing keys in its pane.
//
// It promises that a key is pressed only where everything is as it was seen: the same
// session and process, which the registry of Claude Code lists as waiting, in the same pane;
// the same dialog at the same place of the screen; one open call; and nothing that would
// lead the key elsewhere. tmux itself compares all of this, but for the registry, in the
// transaction that presses the key. It promises that no key is pressed twice, and that
// success is reported only if it is proven.
//
// One thing it cannot know: whether somebody has answered the dialog in the same moment, and
// Claude Code has not drawn that yet. Then the key is too late. If it is typed into the
// input it is taken away again ([ErrLate]); if another dialog opens in that very moment, it
// answers that one. An answer by a hook has no such moment.
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

// Target is the session whose dialog is answered, as the caller saw it.
type Target struct {
	Pane tmux.Pane

	// Process reads the registry's entry of the session's process anew.
	Process func() (claudehome.Process, error)

	// Several allows for several open calls: the answer is for the one on the screen, whichever that is.
	Several bool
}

// The errors of [Presser.Look] and [Presser.Choose] besides those of tmux.
var (
	ErrNone     = errors.New("no dialog is to be seen")
	ErrChanged  = errors.New("the session or its dialog is not as it was any more")
	ErrNotOurs  = errors.New("the process that waits does not run in the pane")
	ErrSeveral  = errors.New("several calls are open")
	ErrKey      = errors.New("no key is known for that choice")
	ErrLate     = errors.New("the dialog was over before the key came")
	ErrUnproven = errors.New("a key was pressed, but nothing proves that the answer has arrived")
)

// takesKeys is how long a dialog that has just opened takes no keys.
const takesKeys = 700 * time.Millisecond

// Presser presses keys in the panes of a server.
type Presser struct{ Tmux tmux.Server }

// Look returns the dialog that is open in the pane, [ErrNone] if none is.
func (p Presser) Look(ctx context.Context, target Target) (dialog.Dialog, error) {
	seen, err := p.read(ctx, target, nil)
	return seen.dialog, err
}

// Choose takes a choice of the dialog that a look has seen, or ends it by [dialog.Escape],
// and returns when it is proven that Claude Code has gone on.
func (p Presser) Choose(ctx context.Context, target Target, seen dialog.Dialog, choice int) error {
	if err := target.awaitKeys(ctx); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, typing.DrawTimeout)
	defer cancel()
	for moved := 0; ; moved++ {
		now, err := p.check(limited, target, seen)
		if err != nil {
			return err
		}
		step, known := now.dialog.Step(choice)
		if !known || moved > maxMoves {
			return ErrKey
		}
		if err := p.press(limited, target, now, step.Key); err != nil {
			return err
		}
		if step.Last {
			return p.awaitProof(ctx, target, seen, step.Key)
		}
		if err := p.awaitMove(limited, target, now.dialog); err != nil {
			return err
		}
	}
}

// maxMoves is how many keys may lead to a choice. A form may have many fields.
const maxMoves = 20

// check makes sure that the dialog is still there and that its session waits, as the
// options of the pane and the registry show, and returns where it is on the screen.
func (p Presser) check(ctx context.Context, target Target, seen dialog.Dialog) (sighting, error) {
	if err := target.check(); err != nil {
		return sighting{}, err
	}
	now, err := p.read(ctx, target, nil)
	if err != nil && !errors.Is(err, ErrNone) {
		return now, err
	}
	// The dialog may have moved on the screen since.
	now, err = p.read(ctx, target, now.dialog.Rows())
	if errors.Is(err, ErrNone) || err == nil && !now.dialog.Same(seen) {
		return now, ErrChanged
	}
	return now, err
}

// sighting is what a look at the pane has seen.
type sighting struct {
	screen inputbox.Screen
	dialog dialog.Dialog
	rows   []dialog.Row // those that tmux has found to be the first of their kind
}

// read reads the screen, and asks tmux in the same transaction where rows stand.
func (p Presser) read(ctx context.Context, target Target, rows []dialog.Row) (sighting, error) {
	var found []tmuxopt.Format
	for _, row := range rows {
		found = append(found, search(row))
	}
	screen, numbers, err := typing.Look(ctx, p.Tmux, target.Pane.ID, found...)
	s := sighting{screen: screen}
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

// search is the number of the first row of the screen that is such a row, 0 if none is.
func search(row dialog.Row) tmuxopt.Format {
	return tmuxopt.ServerFormat("#{C/r:" + row.Pattern + "}")
}

// press presses a key, if everything is as it was seen.
func (p Presser) press(ctx context.Context, target Target, seen sighting, key string) error {
	pane := target.Pane.ID
	err := typing.Do(ctx, p.Tmux, pane, target.unchanged(seen), "send-keys", "-t", pane, key)
	if errors.Is(err, typing.ErrRefused) {
		return ErrChanged
	}
	return err
}

// awaitMove waits until another choice is selected in the dialog.
func (p Presser) awaitMove(ctx context.Context, target Target, before dialog.Dialog) error {
	for {
		now, err := p.read(ctx, target, nil)
		switch {
		case errors.Is(err, ErrNone):
			return ErrChanged
		case err != nil:
			return err
		case now.dialog.Selected != before.Selected || !now.dialog.Same(before):
			return nil // a dialog that is another one is found out by the next check
		}
		if err := typing.Pause(ctx, typing.Beat); err != nil {
			return ErrChanged
		}
	}
}
