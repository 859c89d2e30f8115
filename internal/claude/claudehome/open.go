package claudehome

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// ends reads the lines at both ends of the file into a buffer. All lines of a short file are in the head; of a long
// one the last line of the head may be cut off.
func (f openFile) ends(buffer *[2 * endSize]byte) (head, tail []byte, err error) {
	if f.size <= 2*endSize {
		head, err = f.end(buffer[:])
		return head, nil, err
	}
	if head, err = readAt(f.at, buffer[:endSize], 0); err != nil {
		return nil, nil, fmt.Errorf("transcript: %w", err)
	}
	tail, err = f.end(buffer[endSize:])
	return head, tail, err
}

// readAt fills the buffer; a file that has become shorter gives less.
func readAt(at io.ReaderAt, buffer []byte, offset int64) ([]byte, error) {
	n, err := at.ReadAt(buffer, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buffer[:n], err
}
