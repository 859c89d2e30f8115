package hookmap

import (
	"time"

	opt "atm/tmuxopt"
)

// Context is what the process of a hook knows besides the payload.
type Context struct {
	Now time.Time

	// Process is the process id of the Claude Code that fired the event, 0 if it is not known.
	Process int
	// Ancestors are the processes above the hook. If Process is not known, it is one of them.
	Ancestors []int
	// Old means that Claude Code is older than 2.1.214, and may fire neither PermissionRequest nor
	// PostToolBatch.
	Old bool
	// Home is the person's home directory, by which paths are shown; "" = not known.
	Home string
	// TranscriptExists means that the payload's transcript exists.
	TranscriptExists bool
	// Queued means that a prompt is queued that was typed during the turn: Claude Code goes on with it at
	// once, or after a compaction by hand, and fires no hook.
	Queued bool
	// NoStatusLine means that the settings that have changed have no status line.
	NoStatusLine bool
	// AskedFirst is the title that the transcript gives a session which goes on: its first prompt, if it has
	// no other name. It is foreign.
	AskedFirst string
	// AnsweredLast is the answer with which the conversation has ended that a session goes on with, "" = none is known.
	// It is foreign.
	AnsweredLast string
	// Teammate is the role of the Claude Code in a team, empty if it is in no team, or leads one.
	Teammate Teammate
}

// Teammate is a member of a team that is a whole session, in a pane of its own. A session that was only
// forked from another one has nothing but Fork.
type Teammate struct {
	Name string // in the team
	Lead string // id of the session that leads it
	Fork string // id of the session that it was forked from
}

// Map returns the edits that a payload makes to the options of its pane, none if it names no event. Applied
// twice they leave the same options.
func Map(p Payload, c Context) []opt.Edit { return p.Digest(c).Edits(c) }

// Edits returns the edits that a digest makes to the options of its pane. Of the context it uses only the
// time and the processes: the rest is in the digest. A digest may come through a gate, so its texts are
// cleaned here, before any rule reads them.
func (d Digest) Edits(c Context) []opt.Edit {
	if d.Event == "" {
		return nil
	}
	e := &event{Digest: d.Short(), Now: c.Now, Process: c.Process, Ancestors: c.Ancestors}
	e.agent = agentKey(e.AgentID)
	edits := e.trace()
	if EventName(e.Event) == ConfigChange { // atm uninstall causes this event, and must leave no trace
		edits = opt.OnlyWhere(opt.Get(opt.SessionID), edits)
	}
	edits = append(edits, e.takePane()...)
	if rule := e.rule(); rule != nil {
		edits = append(edits, rule(e)...)
	}
	// Only the main thread speaks for the session: an agent may run in another mode.
	if e.PermissionMode != "" && e.agent == mainThread {
		edits = append(edits, opt.Set(opt.PermissionMode, e.PermissionMode))
	}
	return edits
}

// event is one event while it is mapped.
type event struct {
	Digest
	Now       time.Time
	Process   int
	Ancestors []int
	agent     string // who fired it: mainThread or an agent's id
}

// mainThread stands for the main thread in the keys of calls for attention.
const mainThread = "main"

// agentKey shortens an agent's id to what a list may contain. The result differs from the names that have a
// special meaning there.
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

// registry stands for the registry of Claude Code in the keys of calls.
const registry = "registry"

func (e *event) rule() rule {
	for i := range events {
		switch row := &events[i]; {
		case row.Name != EventName(e.Event):
		case e.AgentID == "":
			return row.main
		default:
			return row.agent
		}
	}
	return nil
}

// trace returns the edits that record the latest event.
func (e *event) trace() []opt.Edit {
	name := e.Event
	if EventName(e.Event) == Notification && e.Notified != "" {
		name += "-" + e.Notified
	}
	return []opt.Edit{
		opt.Set(opt.LatestHookEvent, name),
		opt.Set(opt.LatestHookTime, opt.Seconds(e.Now)),
	}
}
