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

// tail returns the lines that begin in the last bytes of the file: as many as the buffer has, or up to limit bytes if
// those are not enough. Claude Code 2.1.330 records requests and prompts of 40 to 80 KiB behind a message.
func (f Text) tail(buffer []byte, limit int64, enough func(text []byte) bool) ([]byte, error) {
	for {
		size := int64(len(buffer))
		from := max(0, f.size-size)
		text, err := f.readAt(buffer[:f.size-from], from)
		if from > 0 {
			_, text, _ = bytes.Cut(text, []byte("\n"))
		}
		if err != nil || enough(text) || size >= min(f.size, limit) {
			return text, err
		}
		buffer = make([]byte, min(4*size, limit, f.size))
	}
}

// endBuffers hold both ends of a transcript: there may be thousands to read.
var endBuffers = sync.Pool{New: func() any { return new([2 * endSize]byte) }}

// withEnds calls read with what the beginning of a transcript says, see [lines.first], the lines at both of its ends,
// and the time of the last change. The end has a message, if possible. The lines are no longer valid after read has
// returned.
func withEnds(
	home fs.FS, t Transcript, read func(begun Info, origin string, all lines, changed time.Time),
) error {
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
		if end, err = file.tail(buffer[endSize:], maxTail, hasMessage); err != nil {
			return err
		}
	}
	beginning, err = file.readAt(beginning, 0)
	if err != nil {
		return err
	}
	head := lines(bytes.Split(beginning, []byte("\n")))
	begun, origin := head.first()
	if end != nil && (begun.Cwd == "" || begun.Prompt == "") { // a picture may fill all that was read
		whole, _, err := file.Lines(0, endSize, nil)
		if err != nil {
			return err
		}
		if len(whole) > endSize { // else that line is too long
			head = bytes.Split(whole, []byte("\n"))
			begun, origin = head.first()
		}
	}
	read(begun, origin, append(head, bytes.Split(end, []byte("\n"))...), file.changed)
	return nil
}

// lines are the lines of a transcript that were read, often only its two ends.
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
func (f Text) readAt(buffer []byte, offset int64) ([]byte, error) {
	n, err := f.at.ReadAt(buffer, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	return buffer[:n], nil
}

// objectsWith yields the objects in those lines that contain one of the words: most lines need no parsing.
func objectsWith(lines iter.Seq[[]byte], words ...string) iter.Seq[object] {
	return func(yield func(object) bool) {
		for line := range lines {
			has := func(word string) bool { return bytes.Contains(line, []byte(word)) }
			if !slices.ContainsFunc(words, has) {
				continue
			}
			if o, complete := parse(line); complete && !yield(o) {
				return
			}
		}
	}
}

// backward yields the lines of a text, the last one first.
func backward(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(text) > 0 {
			start := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
			if !yield(text[start:]) {
				return
			}
			text = text[:start]
		}
	}
}
