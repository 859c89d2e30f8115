package hookmap

import opt "atm/tmuxopt"

// skillTool is the tool by which the model itself begins a skill. One that a person begins by
// a slash command comes as UserPromptExpansion, and as no tool.
const skillTool = "Skill"

// promptExpansion starts an effort if that is what the slash command is for. (It comes before
// UserPromptSubmit in 2.1.197, and after it in 2.1.329.)
func promptExpansion(e *event) []opt.Edit { return opt.StartEffortBy(e.Command, e.Now) }

// Who has created or completed a task does not matter: a session and its subagents have one
// list.
func taskCreated(e *event) []opt.Edit   { return forSession(opt.AddTask(e.TaskID)) }
func taskCompleted(e *event) []opt.Edit { return forSession(opt.EndTask(e.TaskID)) }

// teammateIdle lists the teammate. Whether it works again, no event tells: Claude Code goes on
// calling it "running" while it is idle. One in a pane of its own says so there: it is no teammate of itself.
func teammateIdle(e *event) []opt.Edit {
	return where(opt.Not(opt.Get(opt.Lead)), forSession(opt.AddTeammate(e.Teammate, e.Team)))
}
