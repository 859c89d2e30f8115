package hookmap

import (
	"cmp"

	opt "atm/tmuxopt"
)

// subagentStart lists the agent. An agent that has already reported is running again.
func subagentStart(e *event) []opt.Edit {
	return e.derive(e.openTurn(), e.listAgent(), withoutReport(e.agent),
		unlessLate(opt.Set(opt.Activity, e.agentType())))
}

// listAgent returns the edit that lists the event's agent among those at work.
func (e *event) listAgent() opt.Edit {
	entry := opt.Entry{Key: e.agent, Word: opt.Word(e.agentType())}
	return unlessLate(opt.SetFormat(opt.Agents, opt.With(opt.Agents, entry)))
}

func (e *event) agentType() string { return cmp.Or(e.AgentType, "agent") }

// subagentStop does nothing for an agent that is not listed: helpers of Claude Code (compaction, titles)
// fire it too, up to seconds late, when the pane may already show another session.
func subagentStop(e *event) []opt.Edit {
	edits := e.setIdentity()
	if e.ReportDue {
		report := opt.Entry{Key: e.agent, Word: opt.Word(e.agentType())}
		edits = append(edits, opt.SetFormat(opt.Reports, opt.With(opt.Reports, report)))
	}
	edits = opt.OnlyWhere(opt.Has(opt.Agents, e.agent), edits)
	edits = append(edits,
		opt.SetFormat(opt.Agents, opt.Without(opt.Agents, e.agent)).If(opt.Get(opt.Agents)),
		closeCallsOf(e.agent),
	)
	return append(edits, opt.Derive(e.Now)...)
}

// A subagent in the background reports when it has ended: Claude Code gives its report to Claude with the
// results of tools, or begins a turn with it, up to two seconds later. Until then the session goes on
// working. Reports arrive in the order in which the subagents have ended.

// reported are the edits of an announcement that brings reports.
func (e *event) reported() []opt.Edit {
	var edits []opt.Edit
	reporters := opt.Entries(e.Reporters)
	for _, reporter := range reporters[:min(len(reporters), maxReporters)] {
		agent := reporter.Key
		edits = append(edits,
			// This includes an agent that ended earlier and has reported only to another subagent.
			opt.SetFormat(opt.Reports, opt.After(opt.Reports, agent)).If(opt.Get(opt.Reports)),
			// An agent that hands its report back ends after that. No report was due before.
			opt.Unset(opt.Reports).If(opt.Has(opt.Agents, agent)),
			opt.SetFormat(opt.Agents, opt.Without(opt.Agents, agent)).If(opt.Get(opt.Agents)),
		)
	}
	return edits
}

// withoutReport is the edit by which no report of that agent is due.
func withoutReport(agent string) opt.Edit {
	return opt.SetFormat(opt.Reports, opt.Without(opt.Reports, agent)).If(opt.Get(opt.Reports))
}

// skillTool is the tool with which the model itself begins a skill. A skill that a person begins by a slash
// command arrives as UserPromptExpansion, not as a tool.
const skillTool = "Skill"

// promptExpansion starts an effort if that is what the slash command is for. (It comes before
// UserPromptSubmit in 2.1.197, and after it in 2.1.329.)
func promptExpansion(e *event) []opt.Edit { return opt.StartEffortBy(e.Command, e.Now) }

// It does not matter who has created or completed a task: a session and its subagents share one list.
func taskCreated(e *event) []opt.Edit   { return onlyInSession(opt.AddTask(e.TaskID)) }
func taskCompleted(e *event) []opt.Edit { return onlyInSession(opt.EndTask(e.TaskID)) }

// teammateIdle lists the teammate. No event says that it works again: Claude Code calls it "running" also
// while it is idle. A teammate in a pane of its own fires this event there, and must not be listed as its
// own teammate.
func teammateIdle(e *event) []opt.Edit {
	return opt.OnlyWhere(opt.Not(opt.Get(opt.Lead)), onlyInSession(opt.AddTeammate(e.Teammate, e.Team)))
}
