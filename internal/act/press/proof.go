package press

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/dialog"
	"atm/internal/claude/inputbox"
	"atm/tmuxopt"
)

// prove waits until Claude Code has gone on: the registry says so, a hook or the registry has
// told the pane that the call is over, or another dialog is open.
func (p Presser) prove(ctx context.Context, target Target, answered dialog.Dialog, key string) error {
	limited, cancel := context.WithTimeout(ctx, typing.ProofTimeout)
	defer cancel()
	for {
		process, err := target.Process()
		if err == nil && process.Status != "" && process.Status != claudehome.StatusWaiting {
			return p.arrived(limited, target, key)
		}
		// What is drawn by half is no dialog, or an unknown one: neither proves anything.
		now, err := p.look(limited, target, nil)
		if err == nil && now.dialog.Kind != dialog.Unknown && !now.dialog.Same(answered) {
			return nil
		}
		if p.over(limited, target) {
			return p.arrived(limited, target, key)
		}
		if err := typing.Pause(limited, typing.Beat); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return ErrUnproven
		}
	}
}

// over reports whether the call that was open is no more in the list of the pane.
func (p Presser) over(ctx context.Context, target Target) bool {
	now, err := p.Tmux.PaneFormat(ctx, target.Pane.ID, "#{pane_id}"+tmuxopt.Get(tmuxopt.Waiting).String())
	if err != nil || !strings.HasPrefix(now+" ", target.Pane.ID+" ") {
		return false // without an answer, or without the pane, nothing is proven
	}
	for _, entry := range tmuxopt.Entries(target.Pane.Options[tmuxopt.Waiting]) {
		if strings.Contains(now+" ", entry.String()+" ") {
			return false
		}
	}
	return true
}

// arrived makes sure that the key has not come too late: if a person ends the dialog in the
// same moment, Claude Code may not have drawn that yet, and the digit is typed into its
// input. (With Esc pressed within 0.1 s, 6 of 16 were.) Then it is taken away again. An
// input that stays empty says that the key was taken by the dialog; after Esc the session is
// idle, and the key may be drawn late.
func (p Presser) arrived(ctx context.Context, target Target, key string) error {
	if len(key) != 1 {
		return nil // other keys type nothing
	}
	limited, cancel := context.WithTimeout(ctx, inputTimeout)
	defer cancel()
	for empty := 0; ; {
		seen, _ := p.look(limited, target, nil) // an error is one of no dialog, or is met again
		switch seen.screen.Content() {
		case inputbox.Empty:
			empty++
		case inputbox.Draft:
			return p.erase(ctx, target, seen.screen, key)
		}
		process, err := target.Process()
		working := err == nil && process.Status == claudehome.StatusBusy
		if working && empty >= emptyLooks || empty >= emptyLooksIdle {
			return nil
		}
		if err := typing.Pause(limited, 2*typing.Beat); err != nil {
			return ErrUnproven
		}
	}
}

// How often the input has to be seen empty, and how long Claude Code may take to show it.
const (
	emptyLooks     = 2
	emptyLooksIdle = 8
	inputTimeout   = 2 * time.Second
)

// erase takes a key away that stands alone in the input, in the transaction in which tmux
// sees that it does. In any other draft nothing tells whether the key is a part of it.
func (p Presser) erase(ctx context.Context, target Target, screen inputbox.Screen, key string) error {
	const behindKey = "3" // the column behind "❯", a blank and the key
	found := tmuxopt.ServerFormat("#{cursor_x} #{cursor_y} #{C/r:^❯.*" + key + " *$}")
	want := behindKey + " " + strconv.Itoa(screen.CursorY) + " " + strconv.Itoa(screen.CursorY+1)
	pane := target.Pane.ID
	alone := typing.All(tmuxopt.Eq(found, tmuxopt.Lit(want)), target.sameProcess(), typing.Alone())
	err := typing.Do(ctx, p.Tmux, pane, alone, "send-keys", "-t", pane, "BSpace")
	switch {
	case err == nil:
		return ErrLate
	case errors.Is(err, typing.ErrRefused):
		return ErrUnproven
	}
	return err
}
