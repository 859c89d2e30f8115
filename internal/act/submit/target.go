package submit

import (
	"strconv"

	"atm/internal/act/typing"
	"atm/internal/claude/claudehome"
	"atm/internal/claude/inputbox"
	"atm/tmuxopt"
)

// unchanged is the condition that the pane still has the session that was read, in a state that allows a
// prompt, that keys go only to it, and that the cursor is in the same column. A session that must be idle must
// also have fired no event since, and its cursor must be in the same row.
func (t Target) unchanged(seen inputbox.Screen) tmuxopt.Format {
	state := tmuxopt.And(tmuxopt.Or(tmuxopt.Is(tmuxopt.State, string(tmuxopt.Idle)),
		tmuxopt.Is(tmuxopt.State, string(tmuxopt.Failed))), tmuxopt.Not(showsList))
	column := tmuxopt.Eq(tmuxopt.ServerFormat("#{cursor_x}"), tmuxopt.Lit(strconv.Itoa(seen.CursorX)))
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

// isStable reports whether the input has the same text in both readings. It compares only the input: while the
// session works, the text above it changes all the time.
func (t Target) isStable(before, now inputbox.Screen) bool {
	return now.Content() == inputbox.Draft && before.Content() == inputbox.Draft &&
		now.CursorX == before.CursorX && (t.Queue || now.CursorY == before.CursorY)
}

// TranscriptSize returns the length of the transcript in bytes, 0 before the first prompt.
func (t Target) TranscriptSize() (int64, error) {
	home, transcript, found := t.Transcript()
	if !found {
		return 0, nil
	}
	return claudehome.Size(home, transcript)
}
