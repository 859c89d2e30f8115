package submit

import (
	"context"
	"fmt"
	"strings"

	"atm/internal/act/proof"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/tmuxopt"
)

// awaitCommand waits for proof that Claude Code has taken a slash command. Measured with 2.1.197 and
// 2.1.330: a skill, a command file and most built-in commands appear in the transcript, /clear and /branch
// in that of the session that begins with them. A command that opens a dialog does not appear there, but the
// registry then lists the session as waiting. /compact appears when it has ended: before that, the fact that
// a hook has set is the proof.
func (s Sender) awaitCommand(ctx context.Context, target Target, before int64, command string) error {
	compacts := strings.HasPrefix(command, "/compact ")
	proven, err := proof.Await(ctx, proof.Limit, func(ctx context.Context) (bool, error) {
		now, err := s.Tmux.PaneFormat(ctx, target.Pane.ID,
			"#{"+string(tmuxopt.Compacting)+"} #{"+string(tmuxopt.SessionID)+"}")
		if err != nil {
			return false, err
		}
		compacting, id, _ := strings.Cut(now, " ")
		if compacts && compacting == "manual" {
			return true, nil
		}
		if done, err := target.commandTaken(id, before, command); done || err != nil {
			return done, err
		}
		if entry, err := target.Entry(); err == nil && entry.Status == claudehome.StatusWaiting {
			return false, ErrDialog
		}
		return false, nil
	})
	if err == nil && !proven {
		err = ErrUnproven
	}
	return err
}

// commandTaken reports whether a command appears in the transcript after its first before bytes. If another
// session, id, runs now, it began with the command: then it appears in the transcript of that session.
func (t Target) commandTaken(id string, before int64, command string) (bool, error) {
	home, transcript, found := t.Transcript()
	if !found {
		return false, nil
	}
	if id != t.Pane.Options[tmuxopt.SessionID] {
		transcript.ID, before = id, 0
	}
	prompts, err := claudehome.PromptsAfter(home, transcript, before)
	if err != nil {
		return false, err
	}
	for _, taken := range append(prompts.Commands, prompts.Taken...) {
		if inputbox.Arrived(command, taken) {
			return true, nil
		}
	}
	for _, queued := range prompts.Queued {
		if t.Queue && inputbox.Arrived(command, queued) {
			return true, nil
		}
	}
	name, _, _ := strings.Cut(command, " ")
	for _, notice := range prompts.Notices {
		if strings.Contains(notice, name) {
			return false, fmt.Errorf("%w: %q", ErrNotRun, notice)
		}
	}
	return false, nil
}
