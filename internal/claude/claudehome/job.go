package claudehome

import (
	"io/fs"
	"slices"

	"atm/hookmap"
	"atm/tmuxopt"
)

// ReadJob reads jobs/ID/state.json. What is not there, or cannot be read, is empty.
func ReadJob(home fs.FS, id string) hookmap.Job {
	o := jobState(home, id)
	return hookmap.Job{
		Needs: o.text("needs"), Detail: o.text("detail"), Prompt: o.text("intent"),
		Wake: o.object("inFlight").object("wake").millis("at"),
	}
}

// JobHasEnded reports whether jobs/ID/state.json says that no worker goes on with the job: it is done, somebody
// has stopped it, or its worker could not start.
func JobHasEnded(home fs.FS, id string) bool {
	return slices.Contains([]string{"done", "failed", "stopped"}, jobState(home, id).text("state"))
}

// jobState returns the members of jobs/ID/state.json; of half a file what is there.
func jobState(home fs.FS, id string) object {
	if id == "" || tmuxopt.ID(id) == "" {
		return object{}
	}
	text, err := readEntry(home, "jobs/"+id+"/state.json")
	if err != nil {
		return object{}
	}
	o, _ := parse(text)
	return o
}
