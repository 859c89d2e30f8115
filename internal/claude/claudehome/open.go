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

// Text is an open transcript.
type Text struct {
	fs.File
	at      io.ReaderAt
	size    int64
	changed time.Time
}

// OpenText opens a transcript by its path in the Claude home: see [Transcript.Path]. It must be a regular file.
func OpenText(home fs.FS, name string) (Text, error) {
	file, err := home.Open(name)
	if err != nil {
		return Text{}, fmt.Errorf("transcript: %w", err)
	}
	stat, err := file.Stat()
	if err != nil {
		file.Close()
		return Text{}, fmt.Errorf("transcript: %w", err)
	}
	at, ok := file.(io.ReaderAt)
	if !ok || !stat.Mode().IsRegular() {
		file.Close()
		return Text{}, fmt.Errorf("transcript %q: not a regular file", name)
	}
	return Text{File: file, at: at, size: stat.Size(), changed: stat.ModTime()}, nil
}

// end reads the end of the file into a buffer, and returns the lines that begin in it.
func (f Text) end(buffer []byte) ([]byte, error) {
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

// tail is end, with as much more of the file, up to maxTail, as it needs to be enough: Claude Code 2.1.330 records
// requests and prompts of 40 to 80 KiB behind a message.
func (f Text) tail(buffer []byte, enough func(text []byte) bool) ([]byte, error) {
	text, err := f.end(buffer)
	for size := len(buffer); err == nil && !enough(text) && int64(size) < f.size && size < maxTail; {
		size *= 4
		text, err = f.end(make([]byte, min(int64(size), f.size)))
	}
	return text, err
}

// endBuffers hold both ends of a transcript. They are reused, because there may be hundreds to read.
var endBuffers = sync.Pool{New: func() any { return new([2 * endSize]byte) }}

// withEnds calls read with the lines at the beginning of a transcript, the lines at both of its ends, and the
// time of the last change. The end has a message, if possible. The last line of head is incomplete if the transcript
// is long.
func withEnds(home fs.FS, t Transcript, read func(head, all lines, changed time.Time)) error {
	file, err := OpenText(home, t.Path())
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := endBuffers.Get().(*[2 * endSize]byte)
	defer endBuffers.Put(buffer)
	beginning, end := buffer[:min(file.size, 2*endSize)], []byte(nil)
	if file.size > 2*endSize {
		beginning = buffer[:endSize]
		if end, err = file.tail(buffer[endSize:], hasMessage); err != nil {
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

type lines [][]byte

// with yields the lines that have a member of that name, the last one first. It parses no other lines: there
// may be thousands of transcripts to search.
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

// last returns the last text in that member of a line of the type kind which is not empty after clean.
func (l lines) last(kind, member string, clean func(string) string) string {
	for o := range l.with(member) {
		if text := clean(o.text(member)); text != "" && o.text("type") == kind {
			return text
		}
	}
	return ""
}

// readAt fills the buffer, or less of it if the file has become shorter.
func readAt(at io.ReaderAt, buffer []byte, offset int64) ([]byte, error) {
	n, err := at.ReadAt(buffer, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buffer[:n], err
}
