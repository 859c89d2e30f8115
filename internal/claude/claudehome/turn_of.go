package claudehome

import (
	"io/fs"
	"math"
	"slices"
)

// Progress is the progress of a prompt's turn.
type Progress string

// The stages of progress.
const (
	NotTaken Progress = ""         // Claude has not begun to answer the prompt: it may be in the queue
	Taken    Progress = "taken"    // it is the last turn, at work or ended
	Followed Progress = "followed" // it has ended, and another turn has begun
)

// TurnOf returns the turn of a prompt that is after the first before bytes of a transcript, its length
// before the prompt was sent.
//
// Claude gives one answer to several queued prompts that it takes together, and goes on with its work if it
// takes one in the middle of a turn. So the answer is everything that Claude has said from the prompt to the
// end of the turn, even if other prompts came in between.
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
