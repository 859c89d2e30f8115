package submit

import (
	"context"
	"slices"
	"strconv"

	"atm/internal/act/proof"
	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/tmuxopt"
)

// unchanged is the condition that the pane still has the session that was read, in a state that allows a
// prompt, and that keys go only to it. If the session is not at work, it must also have fired no event
// since, and the cursor must be where it was.
func (t Target) unchanged(seen inputbox.Screen) tmuxopt.Format {
	state := tmuxopt.Or(tmuxopt.Is(tmuxopt.State, string(tmuxopt.Idle)),
		tmuxopt.Is(tmuxopt.State, string(tmuxopt.Failed)))
	column := tmuxopt.Eq(tmuxopt.ServerFormat("#{cursor_x}"), tmuxopt.Lit(strconv.Itoa(seen.CursorX)))
	state = tmuxopt.And(state, tmuxopt.Not(showsList))
	if t.Queue {
		state = tmuxopt.Or(state, tmuxopt.Is(tmuxopt.State, string(tmuxopt.Working)))
		return typing.All(state, typing.Reaches(t.Pane), column)
	}
	return typing.All(state, typing.Reaches(t.Pane), column,
		tmuxopt.Is(tmuxopt.StateNS, tmuxopt.ID(t.Pane.Options[tmuxopt.StateNS])),
		tmuxopt.Eq(tmuxopt.ServerFormat("#{cursor_y}"), tmuxopt.Lit(strconv.Itoa(seen.CursorY))))
}

// showsList is true where Claude Code shows its list of agents: text typed there begins a session.
var showsList = tmuxopt.ServerFormat("#{||:#{==:#{pane_title},claude agents},#{m:*· claude agents,#{pane_title}}}")

// isStable reports whether the input has the same text in both readings. Only the input counts: while the
// session is at work, the text above it changes all the time.
func (t Target) isStable(before, now inputbox.Screen) bool {
	return now.Content() == inputbox.Draft && before.Content() == inputbox.Draft &&
		now.CursorX == before.CursorX && (t.Queue || now.CursorY == before.CursorY)
}

// size returns the length of the transcript.
func (t Target) size() (int64, error) {
	home, transcript, found := t.Transcript()
	if !found {
		return 0, nil
	}
	return claudehome.Size(home, transcript)
}

// awaitPrompt waits until the prompt appears in the transcript after its first before bytes.
func (t Target) awaitPrompt(ctx context.Context, before int64, pasted string) error {
	isPasted := func(prompt string) bool { return inputbox.Arrived(pasted, prompt) }
	proven, err := proof.Await(ctx, proof.Limit, func(context.Context) (bool, error) {
		home, transcript, found := t.Transcript()
		if !found {
			return false, nil
		}
		prompts, err := claudehome.PromptsAfter(home, transcript, before)
		return slices.ContainsFunc(prompts.Taken, isPasted) ||
			t.Queue && slices.ContainsFunc(prompts.Queued, isPasted), err
	})
	if err == nil && !proven {
		err = ErrUnproven
	}
	return err
}
