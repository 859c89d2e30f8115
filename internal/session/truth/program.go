package truth

import (
	"io/fs"
	"os"
)

// program is the file of a running program. An update replaces the file, or makes a link point to another file.
type program struct {
	path    string
	started fs.FileInfo // at the start of the program; nil = not known
	last    fs.FileInfo // the new file at the last check; nil = the file was unchanged
}

func newProgram(path string) *program {
	started, _ := os.Stat(path) // without it a replacement is never noticed
	return &program{path: path, started: started}
}

// check returns finish if the file was replaced, and askAgain if the new file may not be complete yet. It
// compares the file with what it was at the start of the program and, because an update may still be writing
// it, with what it was at the last check. If the file is missing, the program goes on.
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
		return askAgain
	}
	return finish
}

// sameFile reports whether both are the same file, unchanged.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
