package truth

import (
	"io/fs"
	"os"
)

// program is the file of a running program: an update puts another one in its
// place, or has a link lead to another one.
type program struct {
	path    string
	started fs.FileInfo // as it was when the program started; nil = not known
	last    fs.FileInfo // as another one was at the last look; nil = there was none
}

func newProgram(path string) *program {
	p := &program{path: path}
	if path != "" {
		p.started, _ = os.Stat(path) // what is not known is not replaced
	}
	return p
}

// change is what has become of the file of a running program.
type change int

const (
	unchanged change = iota // or it is missing: then there is nothing to go on with
	changing                // another program is there, and may not be complete yet
	replaced                // another program is there
)

// check compares the file with what it was when the program started and, because an
// update may still be writing it, with what it was at the last look.
func (p *program) check() change {
	if p.started == nil {
		return unchanged
	}
	now, err := os.Stat(p.path)
	if err != nil || sameFile(now, p.started) {
		return unchanged
	}
	settled := p.last != nil && sameFile(now, p.last)
	p.last = now
	if !settled || !now.Mode().IsRegular() || now.Mode()&0o111 == 0 {
		return changing
	}
	return replaced
}

// sameFile reports whether two looks at a file have found one file, unchanged.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
