package decision

import (
	"fmt"
	"slices"

	"atm/hookmap"
	"atm/internal/longwork/handoff"
	opt "atm/tmuxopt"
)

// guardRule is a rule of the guard itself: what it decides about an event, and what it reads for that.
type guardRule struct {
	event    hookmap.EventName
	reads    []opt.Option // the options of the pane that it reads, and no other
	personal bool         // it reads the person's own rules

	// decide adds to the answer; final says that no other rule is asked.
	decide func(e Event, a *Answer, p Pane, o reading) (final bool)
}

// rules lists the rules of the guard. Those of one event are asked in this order.
func rules() []guardRule {
	return []guardRule{
		{event: hookmap.SessionStart, reads: handoff.Needed(), decide: Event.delivery},
		{event: hookmap.PreToolUse, personal: true, decide: Event.byPersonalRule},
		{event: hookmap.PreToolUse, reads: heartbeatReads(), decide: Event.heartbeat},
		{event: hookmap.PreToolUse, reads: []opt.Option{
			opt.ContextPct, opt.ContextWarned, opt.EffortLog, opt.GuardWarnOption,
		}, decide: Event.contextUsed},
		{event: hookmap.PreCompact, reads: []opt.Option{
			opt.GuardCompactOption, opt.HandoffTime, opt.HandoffTo, opt.Effort, opt.EffortPhase, opt.EffortLog,
		}, decide: Event.compact},
	}
}

// heartbeatReads lists what decides whether a model is reminded of its log.
func heartbeatReads() []opt.Option {
	return []opt.Option{
		opt.Effort, opt.EffortLog, opt.EffortLogTime, opt.EffortStarted, opt.Heartbeat,
		opt.GuardHeartbeatOption, opt.GuardDenyOption,
	}
}

// delivery gives a session that starts the handoff of the one before it.
func (e Event) delivery(a *Answer, _ Pane, o reading) (final bool) {
	a.context, a.Edits = handoff.Delivery(o.all(), e.SessionID)
	return true
}

// reading is what a rule may read of a pane: the options that it has declared.
type reading struct {
	options  opt.Options
	declared []opt.Option
}

// get returns the value of an option. A rule that has not declared it panics: the guard fails open then,
// and each test in which the rule decides fails.
func (r reading) get(o opt.Option) string {
	if !slices.Contains(r.declared, o) {
		panic(fmt.Sprintf("a rule of the guard reads %s and does not declare it", o))
	}
	return r.options[o]
}

// all returns the options that are declared.
func (r reading) all() opt.Options {
	declared := opt.Options{}
	for _, o := range r.declared {
		declared[o] = r.options[o]
	}
	return declared
}
