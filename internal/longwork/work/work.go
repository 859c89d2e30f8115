// Package work decides what follows when a session of a long piece of work has ended: a new
// session, the same one again, or nothing. It also decides when a session that has handed over
// can be ended, and what a session is told at its start. It is pure.
//
// It promises that the number of sessions is bounded, also of those that end at once, and that
// nothing follows what a person has ended.
package work

import (
	"fmt"
	"slices"
	"time"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// Next is what follows a session.
type Next string

// What can follow.
const (
	Nothing Next = "nothing"
	Fresh   Next = "a new session"
	Again   Next = "the same session"
)

// End is how a session has ended.
type End struct {
	EffortOpen bool // the piece of work is not done
	HandedOver bool // a handoff is there that no session has got
	Given      bool // the session has got the handoff that is there
	Worked     bool // the process has worked: a tool was called, or a turn has ended
	Crashed    bool // the process was killed, or has failed
	Stopped    bool // a person has ended it by a signal
	Lasted     time.Duration
}

// Bounds of sessions that end soon: more than a few of them in a row do no work.
const (
	shortest = 10 * time.Second
	maxShort = 5
)

// Sessions counts the sessions of a piece of work.
type Sessions struct {
	Max int // how many may follow the first one

	started int // how many have followed it
	short   int // how many in a row have ended soon
}

// Reason says why, for people.
type Reason string

// The reasons that are no error.
const (
	Done       Reason = "the effort is done"
	Stopped    Reason = "stopped"
	NoHandoff  Reason = "the session has ended without a handoff"
	HandedOver Reason = "the session has handed over"
	Unread     Reason = "the session has ended before it worked"
	Crashed    Reason = "the session has not ended by itself"
)

// Next returns what follows a session that has ended so, and why. failed says that nothing
// follows although the work is not done, and nobody has ended it.
func (s *Sessions) Next(e End) (next Next, reason Reason, failed bool) {
	next, reason = e.next()
	if next == Nothing {
		return next, reason, reason == Crashed
	}
	s.short++
	if e.Lasted >= shortest {
		s.short = 0
	}
	s.started++
	switch {
	case s.short >= maxShort:
		return Nothing, Reason(fmt.Sprintf("%d sessions in a row have ended within %v", s.short, shortest)), true
	case s.started > s.Max:
		return Nothing, Reason(fmt.Sprintf("%d sessions have followed the first one", s.Max)), true
	}
	return next, reason, false
}

// next is what would follow if there were no bounds.
func (e End) next() (Next, Reason) {
	switch {
	case !e.EffortOpen:
		return Nothing, Done
	case e.Stopped:
		return Nothing, Stopped
	case e.HandedOver:
		return Fresh, HandedOver
	case !e.Crashed:
		return Nothing, NoHandoff
	case e.Worked:
		return Again, Crashed
	case e.Given: // it has read nothing, or could not go on: nobody knows the handoff any more
		return Fresh, Unread
	}
	return Nothing, Crashed // it could not be started
}

// Of returns what the options of a pane tell of the end of a session. before are those of the time
// when its process was started.
func Of(o, before opt.Options, session string) End {
	waits, to := o[opt.Handoff] != "", o[opt.HandoffTo]
	return End{
		EffortOpen: o[opt.Effort] != "",
		HandedOver: waits && to == "" && o[opt.HandoffTaken] == "",
		Given:      waits && to == session,
		Worked:     Worked(o, before, session),
	}
}

// Worked reports whether the last event that a pane knows shows that a process has worked, and has
// come since that was started.
func Worked(o, before opt.Options, session string) bool {
	if o[opt.StateNS] == before[opt.StateNS] {
		return false
	}
	events := []hookmap.EventName{
		hookmap.PreToolUse, hookmap.PostToolUse, hookmap.PostToolUseFailure, hookmap.PostToolBatch,
		hookmap.PermissionRequest, hookmap.SubagentStart, hookmap.SubagentStop, hookmap.Stop,
	}
	event := hookmap.EventName(o[opt.LatestHookEvent])
	return session != "" && o[opt.SessionID] == session && slices.Contains(events, event)
}

// CanEnd reports whether a session has handed over and does nothing any more, as far as its pane
// tells.
func CanEnd(o opt.Options, session string) bool {
	return session != "" && o[opt.SessionID] == session && o.State() == opt.Idle && Of(o, nil, session).HandedOver
}

// Options lists the options that this package reads.
func Options() []opt.Option {
	return []opt.Option{
		opt.Effort, opt.Handoff, opt.HandoffTo, opt.HandoffTaken, opt.SessionID, opt.State, opt.StateNS,
		opt.LatestHookEvent,
	}
}
