package claudehome

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
)

// maxPlan bounds what is read of a plan, planSearch how much of the end of a transcript is
// searched for its name.
const (
	maxPlan    = 1 << 20
	planSearch = 4 << 20
)

// ErrNoPlan is a session that has no plan in a file.
var ErrNoPlan = errors.New("no plan")

// Plan returns the plan of a session in plan mode, plans/NAME.md: the request for its
// approval may not have it (2.1.329). The transcript names the file; of what stands there
// only the name counts, so nothing else is opened.
func Plan(home fs.FS, t Transcript) (string, error) {
	file, err := openTranscript(home, t)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := file.end(make([]byte, planSearch))
	if err != nil {
		return "", err
	}
	name := ""
	for line := range bytes.Lines(text) {
		if !bytes.Contains(line, []byte(`"planFilePath"`)) {
			continue
		}
		o, _ := parse(line)
		if a := o.object("attachment"); a.text("type") == "plan_mode" {
			name = path.Base(a.text("planFilePath"))
		}
	}
	if path.Ext(name) != ".md" {
		return "", ErrNoPlan
	}
	return readPlan(home, "plans/"+name)
}

func readPlan(home fs.FS, name string) (string, error) {
	info, err := fs.Lstat(home, name)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoPlan, err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxPlan {
		return "", fmt.Errorf("plan %q: not a regular file of at most %d bytes", name, maxPlan)
	}
	file, err := home.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxPlan))
	return string(text), err
}
