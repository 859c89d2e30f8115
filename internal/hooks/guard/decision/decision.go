// Package decision decides for atm guard: from an event of Claude Code, the options of its pane and the
// settings of the guard it computes which options change, and the answer for Claude Code. It is pure.
//
// It promises that nothing is denied or asked unless a person has set an option for that, that anything that
// it does not understand is allowed silently, and that each text for a model says that it comes from atm.
// Foreign parts of such a text are escaped as in an option, and the whole text is never longer than Claude
// Code accepts.
package decision

import (
	"encoding/json"
	"time"

	"atm/hookmap"
	"atm/internal/longwork/handoff"
	opt "atm/tmuxopt"
)

// Registered is an event that Claude Code must let atm guard answer.
type Registered struct {
	Event   hookmap.EventName
	Matcher string // of the hook's settings; "" = all
}

// Events lists the events that atm guard answers, or needs to know.
func Events() []Registered {
	return []Registered{
		{Event: hookmap.SessionStart},
		{Event: hookmap.PreToolUse},
		{Event: hookmap.PostToolUse, Matcher: askTool},
		{Event: hookmap.PreCompact, Matcher: automatic},
		{Event: hookmap.Stop},
	}
}

// Event is one event of Claude Code.
type Event struct {
	hookmap.Payload
	Raw  []byte // the unchanged payload
	Home string // the person's home directory; "" = not known
	Now  time.Time
}

// Input is what tmux reads and changes in one transaction before the decision. The edits must not be made
// twice.
type Input struct {
	Wanted []opt.Option // of the pane, as they were before the edits
	Edits  []opt.Edit
	Rules  bool // also read the rules of the guard
}

// Input returns what the decision on an event needs; ok is false if it needs nothing, because nothing is
// answered or recorded. It reads the options that the rules of the event declare.
func (e Event) Input() (in Input, ok bool) {
	for _, r := range rules() {
		if r.event == hookmap.EventName(e.Event) {
			in.Wanted = append(in.Wanted, r.reads...)
			in.Rules = in.Rules || r.personal
		}
	}
	switch hookmap.EventName(e.Event) {
	case hookmap.SessionStart:
		if e.Source == "compact" { // the context is new
			in.Edits = []opt.Edit{opt.Unset(opt.ContextWarned)}
		}
	case hookmap.PreToolUse:
		in.Edits = handoff.Taken(e.SessionID)
		if !e.isUncounted() {
			in.Edits = append(in.Edits, opt.CountCall()...)
		}
	case hookmap.PostToolUse:
		in.Edits = e.dialog()
	case hookmap.Stop:
		in.Edits = handoff.Taken(e.SessionID)
	}
	return in, len(in.Wanted)+len(in.Edits) > 0
}

// Pane is the relevant part of the pane of an event.
type Pane struct {
	Options opt.Options       // as they were before the edits of [Event.Input]
	Rules   map[string]string // the options that begin with [opt.GuardRulePrefix], by their names

	// LogChanged is when the file of the log has changed, if [Event.NeedsLog]; zero = unknown.
	LogChanged time.Time
}

// Decide returns the answer to an event.
func Decide(e Event, p Pane) Answer {
	a := Answer{event: e.Event}
	for _, r := range rules() {
		if r.event == hookmap.EventName(e.Event) && r.decide(e, &a, p, r.read(p.Options)) {
			break
		}
	}
	return a
}

// Answer is the answer for Claude Code.
type Answer struct {
	// Edits are made before anything is printed. If Unless is true, none is made: another call has already
	// printed the text that is printed once.
	Edits  []opt.Edit
	Unless opt.Format

	event       string // its name
	verdict     Verdict
	reason      string // of the verdict
	context     string // for the model
	contextOnce string // further context, only if the edits are made
	plain       string // printed unchanged
	blocked     string // why a compaction is blocked
}

// Print returns the output of the guard, nil if there is none. editsMade means that the edits were made. If
// that is not certain, text that must be printed only once is left out, but a handoff is printed.
func (a Answer) Print(editsMade bool) []byte {
	context := a.context
	if editsMade {
		context += a.contextOnce
	}
	if context != "" {
		context = handoff.Sender + context
	}
	var out output
	if context != "" || a.verdict != "" {
		out.Specific = &specific{
			Event: a.event, Context: context, Decision: string(a.verdict), Reason: a.reason,
		}
	}
	if a.blocked != "" {
		out.Decision, out.Reason = "block", a.blocked
	}
	switch {
	case a.plain != "":
		return []byte(a.plain)
	case out == output{}:
		return nil
	}
	text, err := json.Marshal(out)
	if err != nil {
		return nil // it has only texts, so this cannot happen
	}
	return append(text, '\n')
}

// output is the answer of a hook, in the form that Claude Code 2.1.197 and 2.1.329 accept.
type output struct {
	Specific *specific `json:"hookSpecificOutput,omitempty"`
	Decision string    `json:"decision,omitempty"`
	Reason   string    `json:"reason,omitempty"`
}

type specific struct {
	Event    string `json:"hookEventName"`
	Context  string `json:"additionalContext,omitempty"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
}

// Verdict is the decision on a tool call; "" = none.
type Verdict string

// The verdicts.
const (
	Ask  Verdict = "ask"  // the person is asked, whatever else allows the call
	Deny Verdict = "deny" // the call is not made
)

// automatic is the trigger of a compaction that Claude Code begins by itself.
const automatic = "auto"
