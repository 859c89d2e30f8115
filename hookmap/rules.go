package hookmap

import (
	"strconv"

	opt "atm/tmuxopt"
)

// An event is late if its session has already ended in the pane: the pane has no turn, but still the id of
// that session. Then the event changes no facts. If the pane has no session, or another one, the hooks were
// installed in mid-session: then the event opens the turn.

// setTurn is the edit that sets the turn unless the event is late.
func (e *event) setTurn(value opt.TurnState) opt.Edit {
	return opt.Set(opt.Turn, string(value)).If(opt.Or(opt.Get(opt.Turn), opt.Not(e.sessionIsKnown())))
}

// openTurn is the edit that opens the turn in a pane without one, unless the event is late. A turn that has
// ended is not opened again.
func (e *event) openTurn() opt.Edit {
	return opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(opt.Or(opt.Get(opt.Turn), e.sessionIsKnown())))
}

// sessionIsKnown is true in a pane that has the id of the event's session.
func (e *event) sessionIsKnown() opt.Format {
	if e.SessionID == "" {
		return opt.Get(opt.SessionID)
	}
	return opt.Is(opt.SessionID, e.SessionID)
}

// unlessLate restricts an edit that comes after setTurn or openTurn to events that are not late.
func unlessLate(edit opt.Edit) opt.Edit { return edit.If(opt.Get(opt.Turn)) }

// onlyInSession restricts edits to panes with a running session.
func onlyInSession(edits []opt.Edit) []opt.Edit { return opt.OnlyWhere(opt.Get(opt.Turn), edits) }

// setIdentity returns the edits that set which session this is.
func (e *event) setIdentity() []opt.Edit {
	if e.SessionID == "" {
		return nil
	}
	return []opt.Edit{
		opt.Set(opt.SessionID, e.SessionID),
		opt.Set(opt.SessionIDSetOn, e.Event),
		opt.Set(opt.TranscriptPath, e.TranscriptPath),
	}
}

// setProcess returns the edits that set which process runs the session.
func (e *event) setProcess() []opt.Edit {
	if e.Process == 0 {
		return nil
	}
	return []opt.Edit{opt.Set(opt.PID, strconv.Itoa(e.Process))}
}

// deriveUnfinished is derive for an event after which a session may be idle without having finished
// anything, except where the condition is true; nil = nowhere.
func (e *event) deriveUnfinished(except opt.Format, edits ...opt.Edit) []opt.Edit {
	return opt.Unfinished(e.Now, except, append(edits, opt.Set(opt.StateNS, opt.Nanoseconds(e.Now))))
}

// derive appends the edits that derive the state to those of an event. The event counts as newer than the
// registry's last change.
func (e *event) derive(edits ...opt.Edit) []opt.Edit {
	return append(edits, opt.DeriveAsserted(e.Now)...)
}
