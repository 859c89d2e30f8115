package edit

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ReadEnd reads the end of a regular file, at most so many bytes, and returns how large the file is. Anything else at
// that place is an error: somebody else may have put a pipe there, which would never end.
func ReadEnd(path string, most int64) (end []byte, size int64, err error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	size = info.Size()
	if !info.Mode().IsRegular() {
		return nil, size, &fs.PathError{Op: "read", Path: path, Err: errors.ErrUnsupported}
	}
	end, err = io.ReadAll(io.NewSectionReader(file, max(size-most, 0), most))
	return end, size, err
}
