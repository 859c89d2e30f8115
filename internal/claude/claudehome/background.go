package claudehome

import (
	"bytes"
	"io"
	"io/fs"
	"iter"
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
	mark := []byte(`"status":"async_launched","agentId":"` + agent + `"`)
	buffer := make([]byte, startBlock+len(mark))
	minOffset := max(before, file.size-startSearched)
	for to := file.size; to > minOffset; to -= startBlock {
		from := max(minOffset, to-startBlock)
		text, err := readAt(file.at, buffer[:to-from+int64(len(mark))], from) // a mark may end in the next block
		if err != nil {
			return false, 0, err
		}
		for at := range indexes(text, mark) {
			line, err := lineAround(file.at, from+int64(at))
			if err != nil {
				return false, 0, err
			}
			o, complete := parse(line)
			result := o.object("toolUseResult")
			if complete && result.is("isAsync") && result.text("agentId") == agent {
				return true, file.size, nil
			}
		}
	}
	return false, max(0, file.size-startLine), nil // the last line may be half-written
}

// indexes yields the offsets of a mark in a text.
func indexes(text, mark []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			next := bytes.Index(text[at:], mark)
			if next < 0 || !yield(at+next) {
				return
			}
			at += next
		}
	}
}

// lineAround returns the line that contains a byte of a file, up to [startLine] bytes before and after that
// byte.
func lineAround(at io.ReaderAt, offset int64) ([]byte, error) {
	from := max(0, offset-startLine)
	text, err := readAt(at, make([]byte, offset-from+startLine), from)
	if err != nil {
		return nil, err
	}
	middle := min(int(offset-from), len(text))
	begin := bytes.LastIndexByte(text[:middle], '\n') + 1
	line, _, _ := bytes.Cut(text[begin:], []byte("\n"))
	return line, nil
}
