package claudehome

import (
	"bytes"
	"io/fs"
)

// How much of a transcript is searched for a subagent, how much of it at a time, and the longest line that
// may report the start of the subagent: the line has the prompt.
const (
	startSearched = 64 << 20
	startBlock    = 256 << 10
	startLine     = 1 << 20
)

// InBackground reports whether the transcript of a session says that a subagent was started in the
// background: then its start has a result at once. A subagent that the main thread waits for has a result
// when it ends. A subagent of a subagent is in another transcript, so it is not found here.
//
// It does not search the first before bytes, and returns how many bytes need not be searched again.
func InBackground(
	home fs.FS, t Transcript, agent string, before int64,
) (found bool, searched int64, err error) {
	file, err := OpenText(home, t.Path())
	if err != nil {
		return false, 0, err
	}
	defer file.Close()
	// Both measured versions write it in this form. Other lines name the subagent as well, one for each of its
	// actions.
	mark := `"status":"async_launched","agentId":"` + agent + `"`
	minOffset := max(before, file.size-startSearched)
	var lines, buffer []byte
	for to := file.size; to > minOffset; to -= startBlock {
		if lines, buffer, err = file.Lines(max(minOffset, to-startBlock), to, buffer); err != nil {
			return false, 0, err
		}
		for o := range objectsWith(bytes.Lines(lines), mark) {
			if result := o.object("toolUseResult"); result.is("isAsync") && result.text("agentId") == agent {
				return true, file.size, nil
			}
		}
	}
	return false, max(0, file.size-startLine), nil // the last line may be half-written
}
