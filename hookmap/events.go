// Package hookmap turns the hook events of Claude Code into edits of a pane's
// options.
//
// It is pure: a [Payload] and a [Context] go in, edits come out. Each event
// edits only the facts that it knows about, in ways that commute with what the
// events of other agents do at the same time; then the state is derived from
// the facts by tmux itself, in the same batch. So hooks that run in parallel
// need neither a lock nor to read what is there.
//
// Any bytes whatever give edits of options of the schema, or none. Events,
// types and reasons that this version does not know are traced and change
// nothing else. What no hook tells (Esc, a denial, a killed client) is not to be
// had here.
package hookmap

import opt "atm/tmuxopt"

// EventName is the name of a hook event of Claude Code.
type EventName string

// The hook events that change what a pane shows.
const (
	SessionStart       EventName = "SessionStart"
	Setup              EventName = "Setup"
	UserPromptSubmit   EventName = "UserPromptSubmit"
	PromptExpansion    EventName = "UserPromptExpansion"
	PreToolUse         EventName = "PreToolUse"
	PermissionRequest  EventName = "PermissionRequest"
	PermissionDenied   EventName = "PermissionDenied"
	PostToolUse        EventName = "PostToolUse"
	PostToolUseFailure EventName = "PostToolUseFailure"
	PostToolBatch      EventName = "PostToolBatch"
	Elicitation        EventName = "Elicitation"
	ElicitationResult  EventName = "ElicitationResult"
	SubagentStart      EventName = "SubagentStart"
	SubagentStop       EventName = "SubagentStop"
	TaskCreated        EventName = "TaskCreated"
	TaskCompleted      EventName = "TaskCompleted"
	TeammateIdle       EventName = "TeammateIdle"
	Notification       EventName = "Notification"
	PreCompact         EventName = "PreCompact"
	PostCompact        EventName = "PostCompact"
	Stop               EventName = "Stop"
	StopFailure        EventName = "StopFailure"
	ConfigChange       EventName = "ConfigChange"
	PostModelSwitch    EventName = "PostModelSwitch"
	SessionEnd         EventName = "SessionEnd"
)

// Event is a row of the event table: what one hook event of Claude Code does.
type Event struct {
	Name  EventName
	Since string // the first version of Claude Code that knows it; "" = not known, but 2.1.197 does

	// Answers is the first version of Claude Code in which the hook of this event can wait
	// for an answer to the dialog, and give it; "" = a hook of this event answers nothing.
	Answers string

	main  rule // what it does in the main thread; nil = it is only traced
	agent rule // what it does with an agent_id; nil = it is only traced
}

// firstAnswered is the first version of Claude Code whose dialogs a waiting hook can answer.
// Since 2.0.45 Claude Code obeys what such a hook prints (2.0.54 and 2.1.110 were tried). But
// the hook must also know whether its dialog is still open, and only the registry tells it:
// that of 2.1.110 does not, that of 2.1.162 does, the first whose changelog mentions it.
const firstAnswered = "2.1.162"

// rule maps one event to edits of facts and of what describes the session.
type rule func(event) []opt.Edit

// Events returns the event table. Its order is that of a session's life.
//
// WorktreeCreate, PreModelSwitch and MessageDisplay must never stand here: a
// hook there changes or delays what the client does.
func Events() []Event {
	row := func(name EventName, since string, main, agent rule) Event {
		return Event{Name: name, Since: since, main: main, agent: agent}
	}
	answering := func(e Event, answers string) Event {
		e.Answers = answers
		return e
	}
	return []Event{
		row(SessionStart, "1.0.62", sessionStart, nil),
		row(Setup, "2.1.10", setup, nil),
		row(UserPromptSubmit, "1.0.54", userPromptSubmit, nil),
		row(PromptExpansion, "", promptExpansion, nil),
		row(PreToolUse, "1.0.38", preToolUse, agentPreToolUse),
		answering(row(PermissionRequest, "2.0.45", permissionRequest, permissionRequest), firstAnswered),
		row(PermissionDenied, "2.1.89", toolEnded, agentToolEnded),
		row(PostToolUse, "1.0.38", toolEnded, agentToolEnded),
		row(PostToolUseFailure, "", toolEnded, agentToolEnded),
		row(PostToolBatch, "", batchEnded, agentBatchEnded),
		row(Elicitation, "2.1.76", elicitation, elicitation),
		row(ElicitationResult, "2.1.76", elicitationResult, elicitationResult),
		row(SubagentStart, "2.0.43", nil, subagentStart),
		row(SubagentStop, "1.0.41", nil, subagentStop),
		row(TaskCreated, "2.1.84", taskCreated, taskCreated),
		row(TaskCompleted, "2.1.33", taskCompleted, taskCompleted),
		row(TeammateIdle, "2.1.33", teammateIdle, teammateIdle),
		row(Notification, "1.0.38", notification, notification),
		row(PreCompact, "1.0.48", preCompact, nil),
		row(PostCompact, "2.1.76", postCompact, nil),
		row(Stop, "1.0.38", stop, subagentStop),
		row(StopFailure, "2.1.78", stopFailure, subagentStop),
		row(ConfigChange, "", configChange, nil),
		row(PostModelSwitch, "2.1.285", modelSwitched, nil),
		row(SessionEnd, "1.0.85", sessionEnd, nil),
	}
}

// CallKind is what an open call for attention asks for, the word of an entry of
// [opt.Waiting].
type CallKind string

// The kinds of calls.
const (
	CallPermission CallKind = "permission" // may this tool be used?
	CallQuestion   CallKind = "question"   // AskUserQuestion
	CallPlan       CallKind = "plan"       // EnterPlanMode, ExitPlanMode
	CallMCP        CallKind = "mcp"        // an MCP server asks for input
	CallDialog     CallKind = "dialog"     // a dialog that no hook has told of
)

// attentionTools are the tools that are a question to the person by themselves,
// with the kind of attention that they call for.
var attentionTools = map[string]CallKind{
	"AskUserQuestion": CallQuestion,
	"EnterPlanMode":   CallPlan,
	"ExitPlanMode":    CallPlan,
}

// KindOf returns what kind of call the PermissionRequest of a tool is.
func KindOf(tool string) CallKind {
	if kind := attentionTools[tool]; kind != "" {
		return kind
	}
	return CallPermission
}
