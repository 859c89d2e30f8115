package hookmap

import (
	"cmp"

	opt "atm/tmuxopt"
)

func subagentStart(e event) []opt.Edit {
	return e.asserted(e.opened(), e.works(), unlessLate(opt.Set(opt.Activity, opt.Text(e.agentType()))))
}

// works lists the event's agent among those at work.
func (e event) works() opt.Edit {
	entry := opt.Entry{Key: e.agent, Word: opt.Word(e.agentType())}
	return unlessLate(opt.SetFormat(opt.Agents, opt.With(opt.Agents, entry)))
}

func (e event) agentType() string { return cmp.Or(e.AgentType, "agent") }

// subagentStop does nothing for an agent that is not listed: helpers of Claude Code
// (compaction, titles) fire it too, up to seconds late, when the pane may show
// another session already.
func subagentStop(e event) []opt.Edit {
	var edits []opt.Edit
	for _, edit := range e.identity() {
		edits = append(edits, edit.If(opt.Has(opt.Agents, e.agent)))
	}
	edits = append(edits,
		opt.SetFormat(opt.Agents, opt.Without(opt.Agents, e.agent)).If(opt.Get(opt.Agents)),
		allAnsweredOf(e.agent),
	)
	return append(edits, opt.Derive(e.Now)...)
}
