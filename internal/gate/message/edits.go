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

// Origin is where a session runs: behind a gate, or on this machine.
type Origin struct {
	Gate string // the value of [tmuxopt.Gate]: [A-Za-z0-9-] only; "" = no gate
	Host string // the host that the pane shows; "" = that of the message
	PID  int    // the process of Claude Code on this machine, 0 behind a gate
}

// mark returns the edits that set the gate and the host of the session.
func (p Origin) mark(m Message) []opt.Edit {
	host := words.OptionText(cmp.Or(p.Host, m.Host))
	return []opt.Edit{opt.Set(opt.Gate, p.Gate), opt.Set(opt.Host, host)}
}

// IsShown is true in a pane that shows a session of this gate.
func (p Origin) IsShown() opt.Format { return opt.Is(opt.Gate, p.Gate) }

// Shows reports whether a pane shows that session of this origin.
func (p Origin) Shows(o opt.Options, session string) bool {
	if p.PID != 0 {
		return o[opt.PID] == strconv.Itoa(p.PID)
	}
	return o[opt.Gate] == p.Gate && o[opt.SessionID] == opt.ID(session)
}

// Edits returns the edits of a message that do not depend on the pane's options.
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

// Unless is true in a pane that an event does not change: it shows a session of this machine that has begun since. A
// session of the gate gets the pane back when it begins another session or a turn; nil = the event does that.
func (p Origin) Unless(m Message) opt.Format {
	if m.Hook != nil {
		switch hookmap.EventName(m.Hook.Event) { // a compaction, and the end of a subagent, are begun by nobody
		case hookmap.SessionStart:
			if m.Hook.Source != "compact" {
				return nil
			}
		case hookmap.UserPromptSubmit:
			if !m.Hook.Synthetic {
				return nil
			}
		}
	}
	return opt.And(opt.Get(opt.PID), opt.And(opt.Get(opt.Turn), opt.Not(p.IsShown())))
}

// Meter returns the edits for the numbers of a status line, and the condition under which they are not
// needed. ok is false if the message is not about a status line.
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

// StatusLineEdits returns the other edits for a status line in a pane with these options: texts, and
// corrections from the registry of its Claude Code.
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
	// The corrections come last because they change options in the conditions of the others.
	return slices.Concat(m.Line.Descriptions(o, 0), m.Line.Warning(o, 0), corrections)
}

// Entry returns the registry's entry of a process at that time, nil if the pane shows another session.
func (p Origin) Entry(process Process, o opt.Options, at time.Time) *hookmap.Entry {
	if !p.Shows(o, process.SessionID) {
		return nil
	}
	entry := process.entry(at, o[opt.Job])
	entry.PID = p.PID
	return entry
}

// Known is what earlier messages have reported about the session that a pane shows.
type Known struct {
	Listed    bool // the registry has listed it
	Elsewhere bool // another registry behind the gate lists it
}

// Compare compares a pane with the registry behind the gate, in a message of kind Registry, and returns the
// edits that correct the pane. A session that was listed earlier and is not listed now has ended, unless the
// message has MaxProcesses and so may be incomplete.
//
// A message proves nothing about later events. If it is too early for a correction, the sender repeats the
// message later: see [RepeatedAfter].
func (p Origin) Compare(m Message, o opt.Options, known Known, arrived time.Time) []opt.Edit {
	if o[opt.Gate] != p.Gate && (o.State() != "" || o[opt.PID] != "") {
		return nil // the pane shows another session
	}
	shown := opt.ID(o[opt.SessionID])
	process, found := m.process(shown)
	if known.Elsewhere && opt.ID(process.SessionID) != shown {
		return nil // the other registry is right
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
	marks := opt.OnlyWhere(opt.Is(opt.StateNS, o[opt.StateNS]), p.mark(m))
	return append(marks, c.Edits...) // the correction may change StateNS, on which the marks depend
}

// RepeatedAfter returns the delay after which a registry must be sent again, given the time since its last
// change; 0 = never. [hookmap.Reconcile] corrects a pane only when the last event and the registry have
// disagreed for a while.
func RepeatedAfter(changed time.Duration) time.Duration {
	for _, due := range []time.Duration{firstRepeat, secondRepeat} {
		if changed < due {
			return due - changed
		}
	}
	return 0
}

// Times after a change at which the registry is sent again. An event may arrive some time after the change,
// and then Reconcile waits from the event on.
const (
	firstRepeat  = 160 * time.Millisecond
	secondRepeat = 1700 * time.Millisecond
)

// process returns the process that runs the session. If there is none, it returns the process that was
// started through this gate, of several the one that was updated last.
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
