package message

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/words"
	opt "atm/tmuxopt"
)

// Place is how a pane shows a session: that of the gate which the session is behind, or that of a
// Claude Code on this machine.
type Place struct {
	Gate string // the value of [tmuxopt.Gate]: [A-Za-z0-9-] only; "" = no gate
	Host string // what the pane shows as its host, whatever a message says; "" = what it says
	PID  int    // the process of Claude Code on this machine, 0 behind a gate
}

// mark returns the edits that say who tells of the session, and where it runs.
func (p Place) mark(m Message) []opt.Edit {
	host := words.OptionText(cmp.Or(p.Host, m.Host))
	return []opt.Edit{opt.Set(opt.Gate, p.Gate), opt.Set(opt.Host, host)}
}

// Spoken is true in a pane that shows what this gate has told.
func (p Place) Spoken() opt.Format { return opt.Is(opt.Gate, p.Gate) }

// Shows reports whether a pane shows that session, and shows it from this place.
func (p Place) Shows(o opt.Options, session string) bool {
	if p.PID != 0 {
		return o[opt.PID] == strconv.Itoa(p.PID)
	}
	return o[opt.Gate] == p.Gate && o[opt.SessionID] == opt.ID(session)
}

// Event returns the edits that an event makes.
func (p Place) Event(m Message, now time.Time) []opt.Edit {
	if m.Kind != Hook || m.Hook == nil {
		return nil
	}
	edits := m.Hook.Map(now)
	if len(edits) == 0 {
		return nil
	}
	return append(edits, p.mark(m)...)
}

// Meter returns the edits that tell the numbers of a status line, and the condition under
// which there is nothing to tell. ok is false of another message.
func (p Place) Meter(m Message) (edits []opt.Edit, nothing opt.Format, ok bool) {
	if m.Kind != StatusLine || m.Line == nil {
		return nil, nil, false
	}
	edits, nothing = m.Line.MeterElsewhere(0)
	if edits == nil {
		return nil, opt.Lit("1"), true
	}
	return edits, opt.Or(nothing, opt.Not(p.Spoken())), true
}

// Drawn returns the edits of what else a status line tells a pane with those options: words,
// and what the registry of its Claude Code corrects.
func (p Place) Drawn(m Message, o opt.Options, now time.Time) []opt.Edit {
	if m.Line == nil || o[opt.Gate] != p.Gate {
		return nil
	}
	var corrections []opt.Edit
	if len(m.Processes) > 0 && opt.ID(m.Processes[0].SessionID) == opt.ID(m.Line.SessionID) {
		w := hookmap.Witness{Entry: m.Processes[0].entry(now), Drawn: true}
		if c, _ := hookmap.Reconcile(o, w, now); c != nil {
			corrections = c.Edits
		}
	}
	// The corrections come last: they change what the conditions of the others read.
	return slices.Concat(m.Line.Descriptions(o, 0), m.Line.Warning(o, 0), corrections)
}

// Entry returns what the registry said at that time of a process whose dialog was closed, nil if the
// pane shows another session.
func (p Place) Entry(process Process, o opt.Options, at time.Time) *hookmap.Entry {
	if !p.Shows(o, process.SessionID) {
		return nil
	}
	entry := process.entry(at)
	entry.PID = p.PID
	return entry
}

// Known says what has been told before of the session that a pane shows.
type Known struct {
	Listed    bool // the registry has listed it at some time
	Elsewhere bool // another registry behind the gate lists it
}

// Compare compares a pane with what the registry says over there, in a message of Registry. It
// returns the edits that the pane needs, none if it needs none. A session that was listed
// before and is not any more has ended, unless the message has no room for all sessions.
//
// What was told before the pane was read counts for nothing that has happened since. So where
// it is too soon to tell, it is told again: see [RepeatedAfter].
func (p Place) Compare(m Message, o opt.Options, known Known, told time.Time) []opt.Edit {
	if o[opt.Gate] != p.Gate && (o.State() != "" || o[opt.PID] != "") {
		return nil // the pane shows another session
	}
	shown := opt.ID(o[opt.SessionID])
	process, found := m.process(shown)
	if known.Elsewhere && opt.ID(process.SessionID) != shown {
		return nil // the other registry says more of it
	}
	complete := len(m.Processes) < MaxProcesses
	w := hookmap.Witness{Died: known.Listed && complete && o.State() != ""}
	if found {
		w = hookmap.Witness{Entry: process.entry(told)}
	} else if !w.Died {
		return nil
	}
	c, _ := hookmap.Reconcile(o, w, told)
	if c == nil {
		return nil
	}
	unchanged := opt.Is(opt.StateNS, o[opt.StateNS])
	marks := p.mark(m)
	for i := range marks {
		marks[i] = marks[i].If(unchanged)
	}
	return append(marks, c.Edits...) // the correction may change what the condition reads
}

// RepeatedAfter returns in how long what the registry says has to be told again that has
// changed some time ago, 0 if it has not: [hookmap.Reconcile] believes it only when the last
// event and the registry have disagreed for a while.
func RepeatedAfter(changed time.Duration) time.Duration {
	for _, due := range []time.Duration{repeatSoon, repeatLate} {
		if changed < due {
			return due - changed
		}
	}
	return 0
}

// When the registry is told again. An event may be told some time after the registry has
// changed, and that counts from then on.
const (
	repeatSoon = 160 * time.Millisecond
	repeatLate = 1700 * time.Millisecond
)

// process returns the process that runs the session or, where none does, the one that was
// started through this gate, the last to tell anything of several.
func (m Message) process(session string) (found Process, ok bool) {
	for _, p := range m.Processes {
		if session != "" && opt.ID(p.SessionID) == session {
			return p, true
		}
		if p.Ours && (!ok || p.UpdatedAgo < found.UpdatedAgo) {
			found, ok = p, true
		}
	}
	return found, ok
}
