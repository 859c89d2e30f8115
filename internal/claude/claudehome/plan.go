package claudehome

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// The longest plan that is read, and how much of the end of a transcript is searched for its name.
const (
	maxPlan    = 1 << 20
	planSearch = 4 << 20
)

// ErrNoPlan means that the session has no plan in a file.
var ErrNoPlan = errors.New("no plan")

// Plan returns the plan of a session in plan mode, plans/NAME.md: the request for approval may lack it
// (2.1.329). The transcript has the path of the file, of which only the name is used, so that no file
// elsewhere is opened.
func Plan(home fs.FS, t Transcript) (string, error) {
	name := ""
	end(home, t.Path(), planSearch, func(text []byte) bool {
		for o := range objectsWith(backward(text), `"planFilePath"`) {
			if a := o.object("attachment"); a.text("type") == "plan_mode" {
				name = path.Base(a.text("planFilePath"))
				return true
			}
		}
		return false
	})
	if path.Ext(name) != ".md" {
		return "", ErrNoPlan
	}
	plan, err := readFile(home, "plans/"+name, maxPlan)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%w: %w", ErrNoPlan, err)
	case err != nil:
		return "", err
	}
	return string(plan), nil
}
