// Package work decides what follows when a session of an effort has ended: a new session, the same one again,
// or nothing. It also decides when a session that has handed over can be ended, and has the texts that a
// session gets at its start. It is pure.
//
// It promises that the number of sessions is bounded, also if they end at once, and that no session follows
// after a person has ended one.
package work

import (
	"fmt"
	"slices"
	"strings"
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

// End describes how a session has ended.
type End struct {
	EffortOpen bool // the effort is not done
	HandedOver bool // there is a handoff that no session has got
	Given      bool // there is a handoff that this session has got
	Worked     bool // the process has worked: a tool was called, or a turn has ended
	Crashed    bool // the process was killed, or has failed
	Stopped    bool // a person has ended it by a signal
	Lasted     time.Duration
}

// After maxShort short sessions in a row no other one follows: they do no work.
const (
	shortest = 10 * time.Second // a session is short if it lasts less
	maxShort = 5
)

// Sessions counts the sessions of an effort.
type Sessions struct {
	Max int // how many may follow the first one

	started int // how many have followed it
	short   int // how many in a row were short
}

// Reason tells people why a session follows, or none.
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

// Next returns what follows after the end of a session, and why. failed is true if nothing follows although
// the work is not done, and nobody has ended it.
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

// next is Next without bounds.
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
	case e.Given: // it has not read the handoff, or could not continue: another session must get it
		return Fresh, Unread
	}
	return Nothing, Crashed // it could not be started
}

// Of returns how a session has ended according to the options of its pane. before are the options at the
// start of its process.
func Of(o, before opt.Options, session string) End {
	waits, to := o[opt.Handoff] != "", o[opt.HandoffTo]
	return End{
		EffortOpen: o[opt.Effort] != "",
		HandedOver: waits && to == "" && o[opt.HandoffTaken] == "",
		Given:      waits && to == session,
		Worked:     Worked(o, before, session),
	}
}

// Worked reports whether the last event in a pane is newer than the start of the process, and shows that the
// process has worked.
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

// CanEnd reports whether a session has handed over and is idle, according to its pane.
func CanEnd(o opt.Options, session string) bool {
	isIdle := session != "" && o[opt.SessionID] == session && o.State() == opt.Idle
	return isIdle && Of(o, nil, session).HandedOver
}

// Written remembers the handoff that a session has written. After a compaction atm guard gives it to the same session,
// but that has to be ended all the same, and the next one needs it.
type Written struct{ session, time string }

// Keep makes a handoff that only its own writer has got one that no session has got, in o and by the edits for the
// pane. session is the one that runs.
func (w *Written) Keep(o opt.Options, session string) []opt.Edit {
	switch {
	case o[opt.HandoffTo] == "" && o[opt.HandoffTime] != w.time: // after /clear the next one has not written it
		*w = Written{session, o[opt.HandoffTime]}
	case o[opt.HandoffTo] != "" && *w == Written{o[opt.HandoffTo], o[opt.HandoffTime]}:
		delete(o, opt.HandoffTo)
		delete(o, opt.HandoffTaken)
		isRecipient := opt.Is(opt.HandoffTo, opt.ID(w.session)) // its own edit is the last one
		return opt.OnlyWhere(isRecipient, []opt.Edit{opt.Unset(opt.HandoffTaken), opt.Unset(opt.HandoffTo)})
	}
	return nil
}

// Options lists the options that this package reads.
func Options() []opt.Option {
	return []opt.Option{
		opt.Effort, opt.Handoff, opt.HandoffTime, opt.HandoffTo, opt.HandoffTaken, opt.SessionID, opt.State,
		opt.StateNS, opt.LatestHookEvent,
	}
}

// Instructions is added to the system prompt of each session. It is constant: the prompt has the name of the
// effort and the handoff of the previous session.
const Instructions = `This session belongs to a piece of work that takes several sessions, the effort. ` +
	"They run one after the other in one tmux pane, under `cld work`; `atm effort` shows the effort. " +
	"When your context is nearly full, or when you are asked to hand over, give all that the next session " +
	"must know to `atm handoff`, on its standard input, and then end your turn without a question: " +
	"this session is ended as soon as it is idle, and a new one gets the text. " +
	"When the whole work is done, run `atm effort done`."

// GoOn is the prompt of a session that continues after its process was killed.
const GoOn = "The process of this session has ended unexpectedly, and was started again by `cld work`. " +
	"Look at how things stand, and go on with the work."

// Begin ends the prompt of a new session that gets a handoff.
const Begin = "\nGo on with this work now."

// Continued is the first line of the prompt of such a session, which becomes its title. Without it all
// sessions would have the same title. The name of the effort makes it no command.
func Continued(effort string) string {
	return strings.TrimLeft(opt.Text(effort), "/!#@& ") + ", continued by cld work\n\n"
}
