package claudehome

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"sync"
	"time"
)

// openFile is the open file of a transcript.
type openFile struct {
	fs.File
	at      io.ReaderAt
	size    int64
	changed time.Time
}

// openTranscript opens a transcript, which must be a regular file.
func openTranscript(home fs.FS, t Transcript) (openFile, error) { return openPath(home, t.Path()) }

// openPath opens the transcript of that path.
func openPath(home fs.FS, name string) (openFile, error) {
	file, err := home.Open(name)
	if err != nil {
		return openFile{}, fmt.Errorf("transcript: %w", err)
	}
	stat, err := file.Stat()
	if err != nil {
		file.Close()
		return openFile{}, fmt.Errorf("transcript: %w", err)
	}
	at, ok := file.(io.ReaderAt)
	if !ok || !stat.Mode().IsRegular() {
		file.Close()
		return openFile{}, fmt.Errorf("transcript %q: not a regular file", name)
	}
	return openFile{File: file, at: at, size: stat.Size(), changed: stat.ModTime()}, nil
}

// end reads the end of the file into a buffer, and returns the lines that begin there.
func (f openFile) end(buffer []byte) ([]byte, error) {
	from := max(0, f.size-int64(len(buffer)))
	text, err := readAt(f.at, buffer[:f.size-from], from)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	if from > 0 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	return text, nil
}

// endBuffers hold both ends of a transcript: there may be hundreds to be read.
var endBuffers = sync.Pool{New: func() any { return new([2 * endSize]byte) }}

// withEnds calls read with the lines at the beginning of a transcript and those at both of its ends, and when the
// file was changed last. Of a long transcript the last line of the head may be cut off.
func withEnds(home fs.FS, t Transcript, read func(head, all lines, changed time.Time)) error {
	file, err := openTranscript(home, t)
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := endBuffers.Get().(*[2 * endSize]byte)
	defer endBuffers.Put(buffer)
	beginning, end := buffer[:min(file.size, 2*endSize)], []byte(nil)
	if file.size > 2*endSize {
		beginning = buffer[:endSize]
		if end, err = file.end(buffer[endSize:]); err != nil {
			return err
		}
	}
	if beginning, err = readAt(file.at, beginning, 0); err != nil {
		return fmt.Errorf("transcript: %w", err)
	}
	head := bytes.Split(beginning, []byte("\n"))
	read(head, append(head, bytes.Split(end, []byte("\n"))...), file.changed)
	return nil
}

// lines are lines of a transcript, in their order.
type lines [][]byte

// with yields the lines that have a member of that name, the last one first. Most have not, and there may be
// thousands of transcripts to look through.
func (l lines) with(member string) iter.Seq[object] {
	return func(yield func(object) bool) {
		name := []byte(`"` + member + `"`)
		for _, line := range slices.Backward(l) {
			if !bytes.Contains(line, name) {
				continue
			}
			if o, _ := parse(line); !yield(o) {
				return
			}
		}
	}
}

// last returns the last text in a member of lines of that type which is not empty when it is clean.
func (l lines) last(kind, member string, clean func(string) string) string {
	for o := range l.with(member) {
		if text := clean(o.text(member)); text != "" && o.text("type") == kind {
			return text
		}
	}
	return ""
}

// readAt fills the buffer; a file that has become shorter gives less.
func readAt(at io.ReaderAt, buffer []byte, offset int64) ([]byte, error) {
	n, err := at.ReadAt(buffer, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buffer[:n], err
}
