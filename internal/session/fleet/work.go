package fleet

import (
	"cmp"
	"fmt"

	"atm/internal/cli"
	"atm/tmuxopt"
)

// Work is what a session works on: the effort of its pane, which it shares with the sessions before and after
// it in that pane, and its own tasks and teammates. The texts are safe for a terminal.
type Work struct {
	Tags        string   `json:"tags"`
	Effort      string   `json:"effort"`
	EffortPhase string   `json:"effort_phase"`
	Tasks       *int64   `json:"tasks"`      // nil = none is known
	TasksDone   *int64   `json:"tasks_done"` // the same
	Teammates   []string `json:"teammates"`
	Later       string   `json:"later"`
	LaterAt     int64    `json:"later_at"`
	LaterNote   string   `json:"later_note"`
}

// NewWork returns the work that the options of a pane describe.
func NewWork(o tmuxopt.Options) (w Work) {
	tmuxopt.Read(&w, o)
	w.settle()
	return w
}

// settle drops a phase without an effort.
func (w *Work) settle() {
	if w.Effort == "" {
		w.EffortPhase = ""
	}
}

// InWords returns the effort and its phase: "parser · tests"; "" = no effort is open.
func (w Work) InWords() string { return w.Effort + cli.After(" · ", w.EffortPhase) }

// Progress returns how many of the tasks are done: "3/7"; "" = no task is known.
func (w Work) Progress() string {
	if w.Tasks == nil {
		return ""
	}
	return fmt.Sprintf("%d/%d", *cmp.Or(w.TasksDone, new(int64)), *w.Tasks)
}
