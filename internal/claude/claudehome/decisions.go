package claudehome

import "io/fs"

// Decisions are the results of tool calls in a transcript.
type Decisions struct {
	Allowed bool     // a hook has allowed one: written when the call has ended, by 2.1.197 not for a subagent
	Errors  []string // what the model was told of calls that were denied or have failed
}

// DecisionsAfter returns the decisions after the first before bytes of a transcript. At most 64 MiB are
// read.
func DecisionsAfter(home fs.FS, t Transcript, before int64) (Decisions, error) {
	var d Decisions
	err := eachLineAfter(home, t, before, d.add)
	return d, err
}

// add reads a line of the transcript. A line that is being written may be incomplete.
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
