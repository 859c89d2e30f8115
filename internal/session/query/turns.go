package query

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"atm/internal/claude/claudehome"
)

// AnswerLag is how long after the end of its turn an answer may still be missing in the transcript: 2.1.329
// writes it a little later.
const AnswerLag = 3 * time.Second

// SettledTurns is LastTurns for a turn that may have just ended. It waits until the transcript has the answer
// of that turn: without it, the answer of the turn before would be taken for it.
func (t Transcript) SettledTurns(n int, now func() time.Time) ([]claudehome.Turn, error) {
	for {
		turns, err := t.LastTurns(n)
		age := now().Sub(t.Ended)
		isOverdue := age > AnswerLag || age < 0 // the clock was set back
		if isOverdue {
			return turns, err
		}
		if last := len(turns) - 1; last >= 0 && turns[last].Complete && t.Ended.Sub(turns[last].At) < AnswerLag {
			return turns, err
		}
		time.Sleep(AnswerLag / 100)
	}
}

// LastTurns reads the last turns of a session.
func (t Transcript) LastTurns(n int) ([]claudehome.Turn, error) {
	turns, err := claudehome.LastTurns(t.Home, t.Transcript, n)
	if errors.Is(err, fs.ErrNotExist) { // Claude Code writes it at the first prompt
		err = nil
	}
	if len(turns) > 0 {
		return turns, err
	}
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", t.Name, err)
	}
	return nil, fmt.Errorf("session %s: no prompt yet", t.Name)
}
