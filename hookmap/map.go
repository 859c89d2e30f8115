package hookmap

import (
	"time"

	opt "atm/tmuxopt"
)

// Context is what an event's process knows besides the payload.
type Context struct {
	Now time.Time

	// Process is the process id of the Claude Code that fired the event, 0 if it is
	// not known.
	Process int
	// Ancestors are the processes above the hook. Where Process is not known, it
	// is one of them.
	Ancestors []int
	// Old says that the Claude Code is one from before 2.1.214, which may fire neither
	// PermissionRequest nor PostToolBatch.
	Old bool
	// Home is the person's home directory, by which paths are shown; "" = not known.
	Home string
	// TranscriptExists says that the payload's transcript is there on disk.
	TranscriptExists bool
}

// Map returns the edits that a payload makes to the options of its pane, none
// if it names no event. Applied twice they leave the same options.
func Map(p Payload, c Context) []opt.Edit {
	if p.Event == "" {
		return nil
	}
	e := event{Payload: p, Context: c, session: opt.ID(p.SessionID), agent: agentKey(p.AgentID)}
	edits := e.trace()
	if rule := e.rule(); rule != nil {
		edits = append(edits, rule(e)...)
	}
	// Only the main thread speaks for the session: an agent may run in a mode of its own.
	if mode := opt.Text(e.PermissionMode); mode != "" && e.agent == mainThread {
		edits = append(edits, opt.Set(opt.PermissionMode, mode))
	}
	return edits
}

// event is one event while it is mapped.
type event struct {
	Payload
	Context
	session string // the session's id, "" if it is none
	agent   string // who fired it: mainThread or an agent's id
}

// mainThread stands for the main thread in the keys of calls for attention.
const mainThread = "main"

// agentKey reduces an agent's id to what may stand in a list, and keeps it apart
// from the names that have a meaning of their own there.
func agentKey(id string) string {
	switch key := opt.Word(id); key {
	case "":
		return mainThread
	case mainThread, registry:
		return "agent-" + key
	default:
		return key
	}
}

// registry stands for the client's own registry in the keys of calls.
const registry = "registry"

func (e event) rule() rule {
	for _, row := range Events() {
		switch {
		case row.Name != EventName(e.Event):
		case e.AgentID == "":
			return row.main
		default:
			return row.agent
		}
	}
	return nil
}

// trace says what came last.
func (e event) trace() []opt.Edit {
	name := opt.Word(e.Event)
	if EventName(e.Event) == Notification && e.Notified != "" {
		name += "-" + opt.Word(e.Notified)
	}
	return []opt.Edit{
		opt.Set(opt.LatestHookEvent, name),
		opt.Set(opt.LatestHookTime, opt.Seconds(e.Now)),
	}
}
