// Package testfs has file systems that misbehave, for tests.
package testfs

import "io/fs"

// Closed is a file system that refuses to open one file or directory. A mode
// would not do: tests may run as root.
type Closed struct {
	fs.FS
	Name string
}

// Open opens all but that one.
func (f Closed) Open(name string) (fs.File, error) {
	if name == f.Name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}
