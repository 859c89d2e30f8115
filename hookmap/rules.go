package hookmap

import (
	"strconv"

	opt "atm/tmuxopt"
)

// An event is late if the pane has seen the end of its session: no turn, and
// still the id of that session. Then it changes no facts. In a pane that knows
// nothing, or another session, the hooks were installed in mid-session: there
// the event opens the turn.

// turn is the edit that gives the turn a value unless the event is late.
func (e *event) turn(value opt.TurnState) opt.Edit {
	return opt.Set(opt.Turn, string(value)).If(opt.Or(opt.Get(opt.Turn), opt.Not(e.known())))
}

// opened is the edit that opens the turn in a pane without one, unless the event is late. A turn that is
// done stays done.
func (e *event) opened() opt.Edit {
	return opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(opt.Or(opt.Get(opt.Turn), e.known())))
}

// known is true in a pane that has seen the event's session.
func (e *event) known() opt.Format {
	if e.SessionID == "" {
		return opt.Get(opt.SessionID)
	}
	return opt.Is(opt.SessionID, e.SessionID)
}

// unlessLate restricts edits that follow turn or opened.
func unlessLate(edit opt.Edit) opt.Edit { return edit.If(opt.Get(opt.Turn)) }

// forSession restricts edits to panes whose session runs.
func forSession(edits []opt.Edit) []opt.Edit { return where(opt.Get(opt.Turn), edits) }

// where restricts edits to panes for which a condition is true.
func where(cond opt.Format, edits []opt.Edit) []opt.Edit {
	for i := range edits {
		edits[i] = edits[i].If(cond)
	}
	return edits
}

// identity says which session this is.
func (e *event) identity() []opt.Edit {
	if e.SessionID == "" {
		return nil
	}
	return []opt.Edit{
		opt.Set(opt.SessionID, e.SessionID),
		opt.Set(opt.SessionIDSetOn, e.Event),
		opt.Set(opt.TranscriptPath, e.TranscriptPath),
	}
}

// process says which process runs the session.
func (e *event) process() []opt.Edit {
	if e.Process == 0 {
		return nil
	}
	return []opt.Edit{opt.Set(opt.PID, strconv.Itoa(e.Process))}
}

// unfinished is asserted for an event after which a session may be idle without having finished
// anything, except where the condition is true; nil = nowhere.
func (e *event) unfinished(except opt.Format, edits ...opt.Edit) []opt.Edit {
	return opt.Unfinished(e.Now, except, append(edits, opt.Set(opt.StateNS, opt.Nanoseconds(e.Now))))
}

// asserted appends to the edits of an event those that derive the state. The event counts as newer than
// what the registry has said before.
func (e *event) asserted(edits ...opt.Edit) []opt.Edit {
	return append(edits, opt.DeriveAsserted(e.Now)...)
}
