package claudehome

import (
	"bytes"
	"io"
	"io/fs"
	"iter"
)

// How much of a transcript is searched for a subagent, how much at a time, and how long the
// line may be that reports its start: the prompt stands in it.
const (
	startSearched = 64 << 20
	startBlock    = 256 << 10
	startLine     = 1 << 20
)

// InBackground reports whether the transcript of a session says that a subagent was started
// in the background: the result of its start has come at once. That of one that the main
// thread waits for comes when it has ended. False is also the answer for a subagent of a
// subagent, of which only another transcript tells.
//
// The first bytes are not searched, so many as before. The number of those that need not be
// searched again comes back.
func InBackground(
	home fs.FS, t Transcript, agent string, before int64,
) (found bool, searched int64, err error) {
	file, err := openTranscript(home, t)
	if err != nil {
		return false, 0, err
	}
	defer file.Close()
	// Both versions write it so. Other lines name the subagent too, as often as it does something.
	mark := []byte(`"status":"async_launched","agentId":"` + agent + `"`)
	buffer := make([]byte, startBlock+len(mark))
	minOffset := max(before, file.size-startSearched)
	for to := file.size; to > minOffset; to -= startBlock {
		from := max(minOffset, to-startBlock)
		text, err := readAt(file.at, buffer[:to-from+int64(len(mark))], from) // a mark may go on in the next block
		if err != nil {
			return false, 0, err
		}
		for at := range indexes(text, mark) {
			line, err := lineAround(file.at, from+int64(at))
			if err != nil {
				return false, 0, err
			}
			if o, complete := parse(line); complete && o.object("toolUseResult").startsInBackground(agent) {
				return true, file.size, nil
			}
		}
	}
	return false, max(0, file.size-startLine), nil // the last line may be half written
}

// startsInBackground reports whether this result of a call is that of the start.
func (o object) startsInBackground(agent string) bool {
	return o.is("isAsync") && o.text("agentId") == agent
}

// indexes yields where a mark stands in a text.
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

// lineAround returns the line in which a byte of a file stands, without what is too far away.
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
