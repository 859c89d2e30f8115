package claudehome

import (
	"io/fs"

	"atm/tmuxopt"
)

// Job is what Claude Code notes of a session in the background besides its entry in the registry. All may
// be empty: the file is written a little later than the entry.
type Job struct {
	Needs  string // what its open dialog wants: "approve Bash: touch x"
	Detail string // what it does or, at rest, the end of its last answer
	Intent string // the prompt that it was started with
}

// ReadJob reads jobs/ID/state.json. What is not there, or cannot be read, is empty.
func ReadJob(home fs.FS, id string) Job {
	if id == "" || tmuxopt.ID(id) == "" {
		return Job{}
	}
	text, err := readEntry(home, "jobs/"+id+"/state.json")
	if err != nil {
		return Job{}
	}
	o, _ := parse(text) // of half a file what is there
	return Job{Needs: o.text("needs"), Detail: o.text("detail"), Intent: o.text("intent")}
}
