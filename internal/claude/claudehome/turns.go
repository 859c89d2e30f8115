package claudehome

import (
	"errors"
	"io/fs"
	"math"
	"slices"
	"time"
)

// Turn is a person's prompt with everything that Claude answers until the person's next prompt. It includes
// the prompts that Claude Code itself writes in between, for example when a subagent has ended.
type Turn struct {
	Prompt   string    // the complete text
	Answer   string    // the texts of all messages without tool calls, separated by empty lines
	At       time.Time // of the last text of the answer, or of the prompt if there is no answer
	Model    string    // that wrote the last text; "" = there is no text
	Complete bool      // Claude has ended the turn, nobody has interrupted it, and all of it was read
}

// ErrCut means that a turn begins before the part of the transcript that was read.
var ErrCut = errors.New("the turn begins before the last 64 MiB of the transcript") // see maxEnd

// The shortest and the longest end of a transcript that is searched for turns. Each next one is four times as
// long as the one before.
const (
	minEnd = 256 << 10
	maxEnd = 64 << 20
)

// LastTurns returns the last n turns of a session, or all if there are fewer, the oldest first. Together with
// [ErrCut] it returns the turns of which at least a part was read: the first one may lack its prompt and the
// beginning of its answer.
func LastTurns(home fs.FS, t Transcript, n int) ([]Turn, error) {
	file, err := OpenText(home, t.Path())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.turns(n, minEnd, maxEnd)
}

// turns reads the end of the file, first minBytes, then up to maxBytes, until it has found n turns.
func (f Text) turns(n int, minBytes, maxBytes int64) (turns []Turn, err error) {
	enough := false
	_, err = f.tail(make([]byte, min(minBytes, f.size)), maxBytes, func(text []byte) bool {
		turns, enough = turnsOf(text, n)
		return enough
	})
	switch {
	case err != nil:
		return nil, err
	case !enough && f.size > maxBytes:
		return turns, ErrCut
	}
	// Texts before the first prompt belong to no turn.
	return slices.DeleteFunc(turns, func(t Turn) bool { return t.Prompt == "" && !enough }), nil
}

// turnsOf returns the last n turns in these lines, the oldest first. If there are fewer, enough is false, and the
// first one may have begun before the first line.
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

// readTurns returns the last n turns in these lines, the newest first, and the texts before the first prompt.
func readTurns(text []byte, n int) (readers []*turnReader, before *turnReader) {
	reader := &turnReader{}
	for line := range backward(text) {
		if len(readers) == n {
			break
		}
		if reader.add(line) {
			readers = append(readers, reader)
			reader = &turnReader{}
		}
	}
	return readers, reader
}

// Progress is the progress of a prompt's turn.
type Progress string

// The stages of progress.
const (
	NotTaken Progress = ""         // Claude has not begun to answer the prompt, which may be in the queue
	Taken    Progress = "taken"    // the prompt's turn is the last one; it may have ended
	Followed Progress = "followed" // the prompt's turn has ended, and another turn has begun
)

// TurnOf returns the turn of a prompt that was sent when the transcript had the length before.
//
// If Claude takes several queued prompts together, it gives one answer to all of them. If it takes a prompt
// in the middle of a turn, it continues its work. So the answer is everything that Claude has said from the
// prompt to the end of the turn, even if there are other prompts in between.
func TurnOf(home fs.FS, t Transcript, before int64, sent func(prompt string) bool) (Turn, Progress, error) {
	text, err := textAfter(home, t, before)
	if err != nil {
		return Turn{}, NotTaken, err
	}
	readers, _ := readTurns(text, math.MaxInt)
	slices.Reverse(readers)
	first := slices.IndexFunc(readers, func(r *turnReader) bool { return sent(r.Prompt) })
	if first < 0 {
		return Turn{}, NotTaken, nil
	}
	last := first
	for last < len(readers)-1 && readers[last].ending == working {
		last++
	}
	whole := *readers[last]
	whole.Prompt, whole.texts = readers[first].Prompt, nil
	for i := last; i >= first; i-- { // a reader has its last text first
		whole.texts = append(whole.texts, readers[i].texts...)
	}
	progress := Taken
	if last < len(readers)-1 {
		progress = Followed
	}
	return whole.turn(), progress, nil
}
