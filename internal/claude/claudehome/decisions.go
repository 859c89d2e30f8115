package claudehome

import "io/fs"

// Decisions are what became of tool calls, by a transcript.
type Decisions struct {
	Allowed bool     // a hook has allowed one: written when the call has ended, by 2.1.197 not for a subagent
	Errors  []string // what the model was told of calls that were denied or have failed
}

// DecisionsAfter returns the decisions that stand after the first bytes of a transcript,
// so many as it had before. No more than 64 MiB are read.
func DecisionsAfter(home fs.FS, t Transcript, before int64) (Decisions, error) {
	var d Decisions
	err := eachLineAfter(home, t, before, d.add)
	return d, err
}

// add takes a line of the transcript. One that is being written is not complete yet.
func (d *Decisions) add(line []byte) {
	o, complete := parse(line)
	if !complete {
		return
	}
	switch o.text("type") {
	case "attachment":
		a := o.object("attachment")
		if a.text("type") == "hook_permission_decision" && a.text("decision") == "allow" {
			d.Allowed = true
		}
	case "user":
		for block := range o.object("message").objects("content") {
			if block.text("type") == "tool_result" && block.is("is_error") {
				d.Errors = append(d.Errors, messageText(block["content"]))
			}
		}
	}
}
