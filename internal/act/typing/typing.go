// Package typing types into the pane of a session as a person would: it reads the screen, and tmux types
// only if nothing has changed since.
//
// It promises that nothing is typed twice, and that nothing is typed if the condition is false at the moment
// when tmux would type. It cannot know what a person does at that same moment.
package typing

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"atm/internal/claude/inputbox"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const (
	DrawTimeout  = 3 * time.Second       // for Claude Code to show what was typed
	PollInterval = 30 * time.Millisecond // between two readings of a screen
)

// ErrChanged means that something has changed since it was read: nothing was typed.
var ErrChanged = errors.New("the session is not as it was any more")

// ErrMode is an [ErrChanged] because the pane is in a mode of tmux.
var ErrMode error = changedBy{errors.New("the pane is in copy mode or another mode of tmux, which would take the key")}

type changedBy struct{ error }

func (changedBy) Is(target error) bool { return target == ErrChanged }

// ReadScreen reads the screen of a pane and, in the same transaction, the values of formats.
func ReadScreen(ctx context.Context, server tmux.Server, pane string, formats ...tmuxopt.Format) (
	screen inputbox.Screen, values []string, err error,
) {
	cmds := [][]string{{"display-message", "-p", "-t", pane, "#{cursor_x} #{cursor_y}"}}
	for _, f := range formats {
		cmds = append(cmds, []string{"display-message", "-p", "-t", pane, f.String()})
	}
	reply, err := server.Run(ctx, append(cmds, []string{"capture-pane", "-p", "-e", "-t", pane}))
	if err != nil {
		return screen, nil, err
	}
	lines := strings.SplitN(reply.Stdout, "\n", len(cmds)+1)
	if len(lines) != len(cmds)+1 {
		return screen, nil, fmt.Errorf("%w: unexpected answer %q", tmux.ErrTmux, reply.Stdout)
	}
	screen.Text = lines[len(cmds)]
	x, y, _ := strings.Cut(lines[0], " ")
	screen.CursorX, _ = strconv.Atoi(x) // tmux prints only numbers here
	screen.CursorY, _ = strconv.Atoi(y)
	return screen, lines[1:len(cmds)], nil
}

// Reaches is the condition that keys go only to the session and the process that were read in the pane.
func Reaches(seen tmux.Pane) tmuxopt.Format {
	o := seen.Options
	return All(tmuxopt.Is(tmuxopt.SessionID, tmuxopt.ID(o[tmuxopt.SessionID])),
		tmuxopt.Is(tmuxopt.PID, tmuxopt.ID(o[tmuxopt.PID])), Alone())
}

// Alone is the condition that keys go only to the program in the pane: not to a mode of tmux or to other panes.
func Alone() tmuxopt.Format {
	flags := tmuxopt.ServerFormat("#{pane_in_mode}#{pane_dead}#{pane_synchronized}#{pane_input_off}")
	return tmuxopt.Eq(flags, tmuxopt.Lit("0000"))
}

// All is true if all conditions are.
func All(conditions ...tmuxopt.Format) tmuxopt.Format {
	all := conditions[0]
	for _, condition := range conditions[1:] {
		all = tmuxopt.And(condition, all)
	}
	return all
}

// Do makes tmux run a command that types into a pane, or returns [ErrChanged] if the condition is false there.
func Do(ctx context.Context, server tmux.Server, pane string, condition tmuxopt.Format, command ...string) error {
	_, err := server.Once(ctx, [][]string{tmuxopt.Require(pane, condition), command})
	if err == nil || !tmuxopt.Refused(err.Error()) {
		return err
	}
	if mode, err := server.PaneFormat(ctx, pane, "#{pane_in_mode}"); err == nil && mode != "0" && mode != "" {
		return ErrMode
	}
	return ErrChanged
}

// SendKey is [Do] for a key.
func SendKey(ctx context.Context, server tmux.Server, pane string, condition tmuxopt.Format, key string) error {
	return Do(ctx, server, pane, condition, "send-keys", "-t", pane, key)
}

// Pause waits for the given time, or until ctx ends.
func Pause(ctx context.Context, length time.Duration) error {
	select {
	case <-time.After(length):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
