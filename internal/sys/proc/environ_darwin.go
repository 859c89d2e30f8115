package proc

import (
	"bytes"
	"encoding/binary"
	"errors"

	"golang.org/x/sys/unix"
)

// Getenv returns an error: macOS tells the environment of some processes only.
func Getenv(int, string) (string, error) { return "", errors.ErrUnsupported }

// Args returns the arguments of a process, its name first; none if they cannot be read.
func Args(pid int) []string {
	// Their number, the path of the program, zeros, and then the arguments.
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(text) < 4 {
		return nil
	}
	number := int(binary.NativeEndian.Uint32(text))
	_, text, _ = bytes.Cut(text[4:], []byte{0})
	fields := bytes.SplitN(bytes.TrimLeft(text, "\x00"), []byte{0}, number+1)
	var args []string
	for _, field := range fields[:min(number, len(fields))] {
		args = append(args, string(field))
	}
	return args
}
