package claudehome

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
func openTranscript(home fs.FS, t Transcript) (openFile, error) {
	file, err := home.Open(t.Path())
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
		return openFile{}, fmt.Errorf("transcript %q: not a regular file", t.Path())
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

// readAt fills the buffer; a file that has become shorter gives less.
func readAt(at io.ReaderAt, buffer []byte, offset int64) ([]byte, error) {
	n, err := at.ReadAt(buffer, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buffer[:n], err
}
