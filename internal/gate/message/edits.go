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

// Origin is how a pane shows a session: that of the gate which the session is behind, or that of a
// Claude Code on this machine.
type Origin struct {
	Gate string // the value of [tmuxopt.Gate]: [A-Za-z0-9-] only; "" = no gate
	Host string // what the pane shows as its host; "" = the host that a message names
	PID  int    // the process of Claude Code on this machine, 0 behind a gate
}

// mark returns the edits that name the gate of the session, and where it runs.
func (p Origin) mark(m Message) []opt.Edit {
	host := words.OptionText(cmp.Or(p.Host, m.Host))
	return []opt.Edit{opt.Set(opt.Gate, p.Gate), opt.Set(opt.Host, host)}
}

// IsShown is true in a pane that shows the session of this gate.
func (p Origin) IsShown() opt.Format { return opt.Is(opt.Gate, p.Gate) }

// Shows reports whether a pane shows that session, and shows it from this place.
func (p Origin) Shows(o opt.Options, session string) bool {
	if p.PID != 0 {
		return o[opt.PID] == strconv.Itoa(p.PID)
	}
	return o[opt.Gate] == p.Gate && o[opt.SessionID] == opt.ID(session)
}

// Edits returns the edits of a message that need not know what the pane shows.
func (p Origin) Edits(m Message, now time.Time) []opt.Edit {
	var edits []opt.Edit
	if m.Kind == Hook && m.Hook != nil {
		edits = m.Hook.Edits(hookmap.Context{Now: now})
	}
	if len(edits) == 0 {
		return nil
	}
	return append(edits, p.mark(m)...)
}

// Meter returns the edits of the numbers of a status line, and the condition under which the pane has
// them already. ok is false for another message.
func (p Origin) Meter(m Message) (edits []opt.Edit, unless opt.Format, ok bool) {
	if m.Kind != StatusLine || m.Line == nil {
		return nil, nil, false
	}
	edits, unless = m.Line.MeterElsewhere(0)
	if edits == nil {
		return nil, opt.Lit("1"), true
	}
	return edits, opt.Or(unless, opt.Not(p.IsShown())), true
}

// StatusLineEdits returns the other edits of a status line for a pane with these options: texts, and what
// the registry of its Claude Code corrects.
func (p Origin) StatusLineEdits(m Message, o opt.Options, now time.Time) []opt.Edit {
	if m.Line == nil || o[opt.Gate] != p.Gate {
		return nil
	}
	var corrections []opt.Edit
	if len(m.Processes) > 0 && opt.ID(m.Processes[0].SessionID) == opt.ID(m.Line.SessionID) {
		w := hookmap.Witness{Entry: m.Processes[0].entry(now, o[opt.Job]), Drawn: true}
		if c, _ := hookmap.Reconcile(o, w, now); c != nil {
			corrections = c.Edits
		}
	}
	// The corrections come last: they change what the conditions of the others read.
	return slices.Concat(m.Line.Descriptions(o, 0), m.Line.Warning(o, 0), corrections)
}

// Entry returns the entry of a process in the registry at that time, nil if the pane shows another
// session.
func (p Origin) Entry(process Process, o opt.Options, at time.Time) *hookmap.Entry {
	if !p.Shows(o, process.SessionID) {
		return nil
	}
	entry := process.entry(at, o[opt.Job])
	entry.PID = p.PID
	return entry
}

// Known is what earlier messages have said of the session that a pane shows.
type Known struct {
	Listed    bool // the registry has listed it at some time
	Elsewhere bool // another registry behind the gate lists it
}

// Compare compares a pane with the registry on the other side of the gate, in a message of Registry. It
// returns the edits that the pane needs. A session that was listed
// before and is not any more has ended, unless the message has no room for all sessions.
//
// A message counts only for what has happened before it. So where it is too early to judge, the registry
// is sent again: see [RepeatedAfter].
func (p Origin) Compare(m Message, o opt.Options, known Known, arrived time.Time) []opt.Edit {
	if o[opt.Gate] != p.Gate && (o.State() != "" || o[opt.PID] != "") {
		return nil // the pane shows another session
	}
	shown := opt.ID(o[opt.SessionID])
	process, found := m.process(shown)
	if known.Elsewhere && opt.ID(process.SessionID) != shown {
		return nil // the other registry knows more of it
	}
	complete := len(m.Processes) < MaxProcesses
	w := hookmap.Witness{Died: known.Listed && complete && o.State() != ""}
	if found {
		job := ""
		if process.Unclear {
			job = opt.AnyJob
		}
		w = hookmap.Witness{Entry: process.entry(arrived, job)}
	} else if !w.Died {
		return nil
	}
	c, _ := hookmap.Reconcile(o, w, arrived)
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

// RepeatedAfter returns after which time a registry has to be sent again that changed so long ago, 0 if
// not again: [hookmap.Reconcile] believes it only when the last event and the registry have disagreed
// for a while.
func RepeatedAfter(changed time.Duration) time.Duration {
	for _, due := range []time.Duration{firstRepeat, secondRepeat} {
		if changed < due {
			return due - changed
		}
	}
	return 0
}

// When the registry is sent again. An event may arrive some time after the registry has changed, and
// counts from then on.
const (
	firstRepeat  = 160 * time.Millisecond
	secondRepeat = 1700 * time.Millisecond
)

// process returns the process that runs the session or, where none does, the one that was
// started through this gate; of several the one that was updated last.
func (m Message) process(session string) (found Process, ok bool) {
	for _, p := range m.Processes {
		if session != "" && opt.ID(p.SessionID) == session {
			return p, true
		}
		if p.SameGate && (!ok || p.UpdatedAgo < found.UpdatedAgo) {
			found, ok = p, true
		}
	}
	return found, ok
}
