package edit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// copyAttributes gives another file the extended attributes of this one. On Linux the access
// control list is one of them. Those of the kernel's own security modules it sets itself.
func (f File) copyAttributes(out *os.File) error {
	names, err := attributeNames(f.Target)
	if err != nil {
		return fmt.Errorf("%s: its extended attributes cannot be read: %w", f.Target, err)
	}
	fd := int(out.Fd())
	for _, name := range names {
		value, err := sized(func(buf []byte) (int, error) { return unix.Getxattr(f.Target, name, buf) })
		if err != nil {
			return fmt.Errorf("%s: its attribute %q cannot be read: %w", f.Target, name, err)
		}
		has, err := sized(func(buf []byte) (int, error) { return unix.Fgetxattr(fd, name, buf) })
		if err == nil && bytes.Equal(has, value) || strings.HasPrefix(name, "security.") {
			continue
		}
		if err := unix.Fsetxattr(fd, name, value, 0); err != nil {
			return fmt.Errorf("%s: its attribute %q cannot be kept: %w", f.Target, name, err)
		}
	}
	return nil
}

// attributeNames lists the extended attributes of a file; none on a file system without them.
func attributeNames(path string) ([]string, error) {
	list, err := sized(func(buf []byte) (int, error) { return unix.Listxattr(path, buf) })
	if errors.Is(err, unix.ENOTSUP) || len(list) == 0 {
		return nil, nil
	}
	return strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00"), err
}

// sized calls a function that fills a buffer, with one that is large enough. Without a buffer
// the function returns the size that it needs.
func sized(fill func(buf []byte) (int, error)) ([]byte, error) {
	for {
		size, err := fill(nil)
		if err != nil || size == 0 {
			return nil, err
		}
		buf := make([]byte, size)
		n, err := fill(buf)
		if !errors.Is(err, unix.ERANGE) { // it has grown meanwhile
			return buf[:max(n, 0)], err
		}
	}
}
