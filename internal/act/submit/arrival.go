package submit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"atm/internal/act/proof"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/tmuxopt"
)

// awaitArrival waits for proof that Claude Code has taken a text. before is the earlier length of the transcript.
func (t Target) awaitArrival(ctx context.Context, before int64, text string) error {
	proven, err := proof.Await(ctx, func(ctx context.Context) (bool, error) {
		if t.Command {
			return t.hasTakenCommand(ctx, before, text)
		}
		return t.hasTaken(t.Pane.Options[tmuxopt.SessionID], before, text)
	})
	switch {
	case proven:
		return nil
	case ctx.Err() != nil: // the text is typed already
		return fmt.Errorf("%w: %w", ErrUnproven, ctx.Err())
	case err == nil:
		return ErrUnproven
	case errors.Is(err, ErrNotRun), errors.Is(err, ErrDialog):
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnproven, err)
}

// hasTakenCommand reports whether Claude Code has taken a slash command. Measured with 2.1.197 and 2.1.330: a
// skill, a command file and most built-in commands appear in the transcript, /clear and /branch in that of the
// session that begins with them. A command that opens a dialog does not appear there, but the registry then
// lists the session as waiting. /compact appears only when it has ended: before that, the option that a hook
// has set is the proof. While /bg moves the session, the registry lists it as waiting, too; then its process ends.
// One that already runs in the background leaves its pane to the list of agents.
func (t Target) hasTakenCommand(ctx context.Context, before int64, command string) (bool, error) {
	if t.Moved() {
		return true, nil
	}
	name, _, _ := strings.Cut(command, " ")
	moves := name == "/bg" || name == "/background"
	now, err := t.Tmux.PaneFormat(ctx, t.Pane.ID,
		"#{"+string(tmuxopt.Compacting)+"} #{"+string(tmuxopt.SessionID)+"} "+showsList.String())
	if err != nil && moves { // the pane ends with its program
		return false, nil
	}
	if err != nil {
		return false, err
	}
	compacting, rest, _ := strings.Cut(now, " ")
	session, list, _ := strings.Cut(rest, " ")
	if compacting == "manual" && name == "/compact" || moves && list == "1" {
		return true, nil
	}
	if taken, err := t.hasTaken(session, before, command); taken || err != nil {
		return taken, err
	}
	if entry, err := t.Entry(); err == nil && entry.Status == claudehome.StatusWaiting && !moves {
		return false, ErrDialog
	}
	return false, nil
}

// hasTaken reports whether a text appears in the transcript after its first before bytes. session is the
// session that the pane shows now: if it is another one, it began with the command, which then appears in the
// transcript of that session.
func (t Target) hasTaken(session string, before int64, text string) (bool, error) {
	home, transcript, found := t.Transcript()
	if !found {
		return false, nil
	}
	if session != t.Pane.Options[tmuxopt.SessionID] {
		transcript.ID, before = session, 0
	}
	prompts, err := claudehome.PromptsAfter(home, transcript, before)
	if err != nil {
		return false, err
	}
	taken := prompts.Taken
	if t.Queue {
		taken = append(taken, prompts.Queued...)
	}
	if t.Command {
		taken = append(taken, prompts.Commands...)
	}
	if slices.ContainsFunc(taken, func(prompt string) bool { return inputbox.Arrived(text, prompt) }) {
		return true, nil
	}
	name, _, _ := strings.Cut(text, " ")
	for _, notice := range prompts.Notices {
		if t.Command && strings.Contains(notice, name) {
			return false, fmt.Errorf("%w: %q", ErrNotRun, notice)
		}
	}
	return false, nil
}
