package query

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"atm/internal/claude/claudehome"
)

// AnswerLag is how long an answer may be on the screen, and its turn have ended, before it
// stands in the transcript: 2.1.329 writes it a little later.
const AnswerLag = 3 * time.Second

// SettledTurns is LastTurns for a turn that may have just ended: then it waits for its
// answer, which must not be taken for that of the turn before.
func (t Transcript) SettledTurns(n int, now func() time.Time) ([]claudehome.Turn, error) {
	for {
		turns, err := t.LastTurns(n)
		due := now().Sub(t.Ended) > AnswerLag
		if due || len(turns) > 0 && endedAt(turns[len(turns)-1], t.Ended) {
			return turns, err
		}
		time.Sleep(AnswerLag / 100)
	}
}

// endedAt reports whether the turn is the one that has ended at about that time.
func endedAt(turn claudehome.Turn, at time.Time) bool {
	return turn.Complete && at.Sub(turn.At) < AnswerLag
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
