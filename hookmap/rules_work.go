package hookmap

import opt "atm/tmuxopt"

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
	return onlyWhere(opt.Not(opt.Get(opt.Lead)), onlyInSession(opt.AddTeammate(e.Teammate, e.Team)))
}
