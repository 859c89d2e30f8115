package work

import "atm/tmuxopt"

// Instructions is what each session is told in its system prompt. It is constant: what the effort
// is called, and what the session before has left, is told elsewhere.
const Instructions = `This session belongs to a piece of work that takes several sessions, the effort. ` +
	"They run one after the other in one tmux pane, under `cld work`; `atm effort` shows the effort. " +
	"When your context is nearly full, or when you are asked to hand over, give all that the next session " +
	"must know to `atm handoff`, on its standard input, and then end your turn without a question: " +
	"this session is ended as soon as it is idle, and a new one gets the text. " +
	"When the whole work is done, run `atm effort done`."

// GoOn is the prompt of a session that goes on after its process was killed.
const GoOn = "The process of this session has ended unexpectedly, and was started again by `cld work`. " +
	"Look at how things stand, and go on with the work."

// Begin ends the prompt of a new session that gets a handoff.
const Begin = "\nGo on with this work now."

// Continued is the first line of the prompt of such a session, which becomes its title: without it
// all sessions had the same.
func Continued(effort string) string {
	return tmuxopt.Text(effort) + ", continued by cld work\n\n"
}
