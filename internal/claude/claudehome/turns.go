package claudehome

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"time"
)

// Turn is a prompt of a person, with everything that Claude has answered until the next prompt. Prompts of
// Claude Code itself in between, as when a subagent has ended, belong to the turn of the person's prompt.
type Turn struct {
	Prompt   string    // all of it
	Answer   string    // the text of all messages, with an empty line between them; no calls of tools
	At       time.Time // of the last text of the answer, else of the prompt
	Model    string    // that has given the last text; "" = there is none
	Complete bool      // Claude has ended the turn, nobody has interrupted it, and all of it was read
}

// ErrCut means that a turn begins before the part of the transcript that is read.
var ErrCut = errors.New("the turn begins before the last 64 MiB of the transcript")

// How much of a transcript's end is searched for turns. It grows by a factor of four.
const (
	firstEnd = 256 << 10
	lastEnd  = 64 << 20
)

// LastTurns returns the last n turns of a session, the oldest first; fewer if there are not so many.
// Together with [ErrCut] it returns the turns of which at least a part was read: the prompt and the
// beginning of the answer of the first one may be missing.
func LastTurns(home fs.FS, t Transcript, n int) ([]Turn, error) {
	file, err := openTranscript(home, t)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.turns(n, firstEnd, lastEnd)
}

// turns reads from the end, first minBytes, then more up to maxBytes, until it has found n turns.
func (f openFile) turns(n int, minBytes, maxBytes int64) ([]Turn, error) {
	for size := minBytes; ; size = min(4*size, maxBytes) {
		text, err := f.end(make([]byte, min(size, f.size)))
		if err != nil {
			return nil, err
		}
		turns, enough := turnsOf(text, n)
		switch {
		case enough:
			return turns, nil
		case size >= f.size: // what comes before the first prompt belongs to no turn
			return slices.DeleteFunc(turns, func(t Turn) bool { return t.Prompt == "" }), nil
		case size >= maxBytes:
			return turns, ErrCut
		}
	}
}

// turnsOf returns the last turns in these lines, at most n, in their order.
// enough is false if the first of them may have begun before the first line.
func turnsOf(text []byte, n int) (turns []Turn, enough bool) {
	readers, before := readTurns(text, n)
	for _, reader := range readers {
		turns = append(turns, reader.turn())
	}
	enough = len(turns) == n
	if !enough && len(before.texts) > 0 {
		turn := before.turn()
		turn.Complete = false // its beginning is missing
		turns = append(turns, turn)
	}
	slices.Reverse(turns)
	return turns, enough
}

// readTurns reads the last turns in these lines, at most n, the last one first,
// and what comes before the first prompt.
func readTurns(text []byte, n int) (readers []*turnReader, before *turnReader) {
	reader := &turnReader{}
	for len(text) > 0 && len(readers) < n {
		start := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
		if reader.add(text[start:]) {
			readers = append(readers, reader)
			reader = &turnReader{}
		}
		text = text[:start]
	}
	return readers, reader
}
