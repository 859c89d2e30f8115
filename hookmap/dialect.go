package hookmap

import (
	"io"
	"slices"
	"strings"
)

// Dialect describes another agent whose hooks are like those of Claude Code: its names for events, tools and
// members of a payload. The rules use only Claude Code's names.
type Dialect struct {
	Name   string      // of the agent: the value of [opt.Agent]
	Same   []EventName // its events that have the names of Claude Code
	Events []DialectEvent
	// Members and Tools list the names that differ from those of Claude Code.
	Members []Renamed
	Tools   []Renamed

	// Qualifier is the member of the payload that distinguishes events with the same name: see
	// [DialectEvent].
	Qualifier string
	// Varying lists members of a tool's input that not all events of one call have. They are left out of its
	// key.
	Varying []string
	// AsksFirst means that the agent asks before its PreToolUse: that event then reports that the dialog was
	// answered.
	AsksFirst bool
	// NotifiesOnly means that the agent reports a dialog only by a notification, not by a PermissionRequest.
	NotifiesOnly bool
}

// DialectEvent is an event of another agent. Of several rows with the same name the first match counts.
type DialectEvent struct {
	Name     string    // the agent's name for it
	As       EventName // of Claude Code; "" = nothing is written
	If       string    // if set, only where the [Dialect.Qualifier] contains this text
	Notified string    // of a Notification: its type
}

// Renamed is a name of another agent, and that of Claude Code for the same thing.
type Renamed struct{ From, To string }

// Decode reads one payload of the agent, like the function [Decode]. If the dialect does not list the event,
// the payload has no event. No event can be answered: the agent does not wait for its hook, or not while its
// dialog is open.
func (d *Dialect) Decode(r io.Reader) (Payload, error) {
	p, qualifier, err := decode(r, d)
	p.Agent = d.Name
	p.Tool = renamed(d.Tools, p.Tool)
	p.ToolInput, p.Suggestions, p.Allowed = nil, nil, d.AsksFirst
	event := d.event(p.Event, qualifier)
	p.Event = string(event.As)
	if event.Notified != "" {
		p.Notified = event.Notified
	}
	return p, err
}

// Rows returns all events, also those that have the names of Claude Code.
func (d *Dialect) Rows() []DialectEvent {
	var rows []DialectEvent
	for _, name := range d.Same {
		rows = append(rows, DialectEvent{Name: string(name), As: name})
	}
	return append(rows, d.Events...)
}

// event returns the row of an event, an empty one if there is none.
func (d *Dialect) event(name, qualifier string) DialectEvent {
	for _, row := range d.Rows() {
		if row.Name == name && strings.Contains(qualifier, row.If) {
			return row
		}
	}
	return DialectEvent{}
}

// varies reports whether a member of a tool's input is left out of the key of a call.
func (d *Dialect) varies(member string) bool { return d != nil && slices.Contains(d.Varying, member) }

// renamed returns Claude Code's name for a name of the agent.
func renamed(names []Renamed, name string) string {
	for _, one := range names {
		if one.From == name {
			return one.To
		}
	}
	return name
}
