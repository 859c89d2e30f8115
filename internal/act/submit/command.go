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

// awaitCommand waits until something proves that Claude Code has taken a slash command. Measured with 2.1.197 and
// 2.1.330: it writes a skill, a command file and most built-in commands into the transcript, /clear and /branch into
// the one of the session that begins with them. One that has a dialog leaves nothing there, but the registry says that
// the session waits. /compact is written when it has ended: until then the fact that a hook has noted is the proof.
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

// commandTaken reports whether a command stands in the transcript after what was there before. Where another session
// runs now, id, it began with the command: then it stands in that one's.
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
