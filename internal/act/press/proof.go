package press

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/act/proof"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/dialog"
	"atm/internal/claude/inputbox"
	"atm/tmuxopt"
)

// awaitProof waits for proof that Claude Code has continued: the registry lists another status, the call is no
// longer open in the pane, or another dialog is open.
func (t Target) awaitProof(ctx context.Context, answered dialog.Dialog, key string) error {
	anotherDialog := false
	proven, err := proof.Await(ctx, func(ctx context.Context) (bool, error) {
		process, err := t.Process()
		if err == nil && process.Status != "" && process.Status != claudehome.StatusWaiting {
			return true, nil
		}
		now, err := t.read(ctx, nil)
		closed := t.closedCalls(ctx)
		anotherDialog = err == nil && (isAnother(now.dialog, answered) || t.asksAgain(closed))
		isGone := errors.Is(err, ErrNone) || err == nil && !now.dialog.Same(answered)
		// While the dialog is visible, a closed call proves nothing unless no other call is open.
		return anotherDialog || len(closed) > 0 && (isGone || len(closed) == len(t.open())), nil
	})
	switch {
	case err != nil || anotherDialog:
		return err
	case !proven:
		return ErrUnproven
	}
	return t.confirmKeyTaken(ctx, answered, key)
}

// isAnother reports whether another dialog has replaced the one that was answered. A half-drawn dialog reads
// as none or as unknown, and proves nothing.
func isAnother(now, answered dialog.Dialog) bool {
	return now.Kind != dialog.Unknown && !now.Same(answered)
}

func (t Target) closedCalls(ctx context.Context) []tmuxopt.Entry {
	now, err := t.Tmux.PaneFormat(ctx, t.Pane.ID, "#{pane_id}"+tmuxopt.Get(tmuxopt.Waiting).String())
	if err != nil || !strings.HasPrefix(now+" ", t.Pane.ID+" ") {
		return nil // without an answer or without the pane nothing is proven
	}
	return slices.DeleteFunc(t.open(), func(entry tmuxopt.Entry) bool {
		return strings.Contains(now+" ", entry.String()+" ")
	})
}

// asksAgain reports whether a closed call asked for the same as a call that is still open. Then the dialog of the
// open call looks exactly like the one that was answered.
func (t Target) asksAgain(closed []tmuxopt.Entry) bool {
	for _, open := range t.open() {
		isSame := func(entry tmuxopt.Entry) bool { return entry != open && hookmap.SameRequest(entry, open) }
		if !slices.Contains(closed, open) && slices.ContainsFunc(closed, isSame) {
			return true
		}
	}
	return false
}

// confirmKeyTaken makes sure that the key was not too late: if a person closes the dialog at the same moment,
// Claude Code may not have redrawn the screen yet, and the digit is typed into its input. (With Esc pressed
// within 0.1 s, this happened to 6 of 16 digits.) Then the key is erased again. An input that stays empty proves
// that the dialog has taken the key. After Esc the session is idle, and Claude Code may draw the key late, so
// more readings are needed.
func (t Target) confirmKeyTaken(ctx context.Context, answered dialog.Dialog, key string) error {
	if len(key) != 1 {
		return nil // other keys type nothing
	}
	var empty emptyInput
	var draft *inputbox.Screen
	proven, err := proof.Await(ctx, func(ctx context.Context) (bool, error) {
		seen, err := t.read(ctx, nil) // an error means no dialog, or occurs again below
		if err == nil && isAnother(seen.dialog, answered) {
			return empty.readings > 0, nil // an input that was empty before the new dialog stays empty
		}
		switch seen.screen.Content() {
		case inputbox.Empty:
			empty.see(time.Now())
		case inputbox.Draft:
			draft = &seen.screen
			return true, nil
		}
		process, err := t.Process()
		working := err == nil && process.Status == claudehome.StatusBusy
		return empty.stays(working), nil
	})
	switch {
	case draft != nil:
		return t.erase(ctx, *draft, key)
	case err != nil || !proven:
		return ErrUnproven
	}
	return nil
}

// emptyInput counts the readings of an empty input.
type emptyInput struct {
	readings int
	since    time.Time     // the first reading
	lasted   time.Duration // between the first reading and the last one
}

func (e *emptyInput) see(at time.Time) {
	if e.readings++; e.readings == 1 {
		e.since = at
	}
	e.lasted = at.Sub(e.since)
}

// On a busy machine a single reading takes more than a tenth of a second.
const (
	emptyReadings = 3                      // of an input that stays empty
	emptyTime     = 450 * time.Millisecond // between them in an idle session
)

// stays reports whether a key that was pressed before will not be drawn in the input any more.
func (e *emptyInput) stays(working bool) bool {
	return e.readings >= emptyReadings && (working || e.lasted >= emptyTime)
}

// erase removes the key if it is the only text in the input. tmux checks that in the same transaction. If the
// input contains other text, the key may be a part of somebody's draft.
func (t Target) erase(ctx context.Context, screen inputbox.Screen, key string) error {
	const columnAfterKey = "3" // the column after "❯", a blank and the key
	found := tmuxopt.ServerFormat("#{cursor_x} #{cursor_y} #{C/r:^❯.*" + key + " *$}")
	want := columnAfterKey + " " + strconv.Itoa(screen.CursorY) + " " + strconv.Itoa(screen.CursorY+1)
	isOnlyKey := typing.All(tmuxopt.Eq(found, tmuxopt.Lit(want)), t.sameProcess(), typing.Alone())
	err := typing.SendKey(ctx, t.Tmux, t.Pane.ID, isOnlyKey, "BSpace")
	switch {
	case err == nil:
		return ErrLate
	case errors.Is(err, typing.ErrChanged):
		return ErrUnproven
	}
	return err
}
