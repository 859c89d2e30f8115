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
	started, _ := os.Stat(path) // what is not known is not replaced
	return &program{path: path, started: started}
}

// check says to finish if another program is there, and to ask again if it may not be complete yet. It compares the
// file with what it was when the program started and, because an update may still be writing it, with what it was at
// the last look. If the file is missing, there is nothing to go on with.
func (p *program) check() decision {
	if p.started == nil {
		return goOn
	}
	now, err := os.Stat(p.path)
	if err != nil || sameFile(now, p.started) {
		return goOn
	}
	settled := p.last != nil && sameFile(now, p.last)
	p.last = now
	if !settled || !now.Mode().IsRegular() || now.Mode()&0o111 == 0 {
		return askOn
	}
	return finish
}

// sameFile reports whether two looks at a file have found one file, unchanged.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
