package fleet

import (
	"cmp"
	"fmt"

	"atm/tmuxopt"
)

// Work is what a session works on: the effort of its pane, which other sessions had before it
// and will have after it, and its own tasks and teammates. The texts are fit for a terminal.
type Work struct {
	Effort      string   `json:"effort"`
	EffortPhase string   `json:"effort_phase"`
	Tasks       *int64   `json:"tasks"`      // nil = none is known
	TasksDone   *int64   `json:"tasks_done"` // the same
	Teammates   []string `json:"teammates"`
}

// maxTasks is the largest number of tasks that is believed of an option.
const maxTasks = 1 << 20

// NewWork returns what the options of a pane tell of its work.
func NewWork(o tmuxopt.Options) Work {
	w := Work{
		Effort:      tmuxopt.Text(o[tmuxopt.Effort]),
		EffortPhase: tmuxopt.Text(o[tmuxopt.EffortPhase]),
		Tasks:       wholeNumber(o[tmuxopt.Tasks], maxTasks),
		TasksDone:   wholeNumber(o[tmuxopt.TasksDone], maxTasks),
		Teammates:   []string{},
	}
	if w.Effort == "" {
		w.EffortPhase = ""
	}
	for _, entry := range tmuxopt.Entries(o[tmuxopt.Teammates]) {
		if name := tmuxopt.Word(entry.Key); name != "" {
			w.Teammates = append(w.Teammates, name)
		}
	}
	return w
}

// InWords is the effort and its phase: "parser · tests"; "" = no effort is open.
func (w Work) InWords() string {
	if w.EffortPhase == "" {
		return w.Effort
	}
	return w.Effort + " · " + w.EffortPhase
}

// Progress is how many of the tasks are done: "3/7"; "" = no task is known.
func (w Work) Progress() string {
	if w.Tasks == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d", *cmp.Or(w.TasksDone, new(int64)), *w.Tasks)
}
