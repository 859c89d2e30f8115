package claudehome

import (
	"io/fs"

	"atm/hookmap"
	"atm/tmuxopt"
)

// ReadJob reads jobs/ID/state.json. What is not there, or cannot be read, is empty.
func ReadJob(home fs.FS, id string) hookmap.Job {
	if id == "" || tmuxopt.ID(id) == "" {
		return hookmap.Job{}
	}
	text, err := readEntry(home, "jobs/"+id+"/state.json")
	if err != nil {
		return hookmap.Job{}
	}
	o, _ := parse(text) // of half a file what is there
	return hookmap.Job{
		Needs: o.text("needs"), Detail: o.text("detail"), Prompt: o.text("intent"),
		Wake: o.object("inFlight").object("wake").millis("at"),
	}
}
