package claudehome

import (
	"io/fs"
	"math"
	"slices"
)

// Progress says how far the turn of a prompt has come.
type Progress string

// The stages of progress.
const (
	NotTaken Progress = ""         // Claude has not begun to answer the prompt: it may be in the queue
	Taken    Progress = "taken"    // it is the last turn, at work or ended
	Followed Progress = "followed" // it has ended, and another turn has begun
)

// TurnOf returns the turn of a prompt that stands after the first bytes of a transcript,
// so many as it had before the prompt was sent.
//
// Claude answers prompts that it takes out of the queue together with one answer, and goes
// on with its work when it takes one in the middle of a turn. So the answer is all that
// it has said since the prompt until it had no more to say, also if other prompts came in
// between.
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
	for i := last; i >= first; i-- { // the last text first, as the reader has them
		whole.texts = append(whole.texts, readers[i].texts...)
	}
	progress := Taken
	if last < len(readers)-1 {
		progress = Followed
	}
	return whole.turn(), progress, nil
}
