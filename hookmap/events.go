// Package hookmap turns the hook events of Claude Code into edits of a pane's options.
//
// It is pure: a [Payload] and a [Context] go in, edits come out. A payload is first reduced to a [Digest];
// the rules read nothing else. Each event edits only the facts that it knows about, in ways that commute
// with what the events of other agents do at the same time; then tmux itself derives the state from the
// facts, in the same batch. So hooks that run in parallel need no lock, and need not read what is there.
//
// Any bytes give edits of options of the schema, or none. Events, types and reasons that this version does
// not know are traced and change nothing else. For Esc, a denial and a killed Claude Code no hook fires: see
// [Reconcile].
package hookmap

import (
	"slices"

	opt "atm/tmuxopt"
)

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

	// Answers is the first version of Claude Code in which the hook of this event can wait for an answer to
	// the dialog, and give it; "" = it cannot.
	Answers string

	main  rule // what it does in the main thread; nil = it is only traced
	agent rule // what it does with an agent_id; nil = it is only traced
}

// firstAnswered is the first version of Claude Code whose dialogs a waiting hook can answer. Claude Code
// obeys what such a hook prints since 2.0.45 (2.0.54 and 2.1.110 were tried). But the hook must also know
// whether its dialog is still open, and only the registry shows that: it does not in 2.1.110, and does in
// 2.1.162, the first version whose changelog mentions it.
const firstAnswered = "2.1.162"

// rule maps one event to edits of facts and of what describes the session.
type rule func(*event) []opt.Edit

// Events returns the event table, in the order of a session's life.
//
// WorktreeCreate, PreModelSwitch and MessageDisplay must never be added: a hook for them changes or delays
// what Claude Code does.
func Events() []Event { return slices.Clone(events[:]) }

// events needs no initialisation at the start of a hook.
var events = [...]Event{
	{Name: SessionStart, Since: "1.0.62", main: sessionStart},
	{Name: Setup, Since: "2.1.10", main: setup},
	{Name: UserPromptSubmit, Since: "1.0.54", main: userPromptSubmit},
	{Name: PromptExpansion, main: promptExpansion},
	{Name: PreToolUse, Since: "1.0.38", main: preToolUse, agent: agentPreToolUse},
	{
		Name: PermissionRequest, Since: "2.0.45", Answers: firstAnswered,
		main: permissionRequest, agent: permissionRequest,
	},
	{Name: PermissionDenied, Since: "2.1.89", main: toolEnded, agent: agentToolEnded},
	{Name: PostToolUse, Since: "1.0.38", main: toolEnded, agent: agentToolEnded},
	{Name: PostToolUseFailure, main: toolEnded, agent: agentToolEnded},
	{Name: PostToolBatch, main: batchEnded, agent: agentBatchEnded},
	{Name: Elicitation, Since: "2.1.76", main: elicitation, agent: elicitation},
	{Name: ElicitationResult, Since: "2.1.76", main: elicitationResult, agent: elicitationResult},
	{Name: SubagentStart, Since: "2.0.43", agent: subagentStart},
	{Name: SubagentStop, Since: "1.0.41", agent: subagentStop},
	{Name: TaskCreated, Since: "2.1.84", main: taskCreated, agent: taskCreated},
	{Name: TaskCompleted, Since: "2.1.33", main: taskCompleted, agent: taskCompleted},
	{Name: TeammateIdle, Since: "2.1.33", main: teammateIdle, agent: teammateIdle},
	{Name: Notification, Since: "1.0.38", main: notification, agent: notification},
	{Name: PreCompact, Since: "1.0.48", main: preCompact},
	{Name: PostCompact, Since: "2.1.76", main: (*event).compacted},
	{Name: Stop, Since: "1.0.38", main: stop, agent: subagentStop},
	{Name: StopFailure, Since: "2.1.78", main: stopFailure, agent: agentFailed},
	{Name: ConfigChange, main: configChange},
	{Name: PostModelSwitch, Since: "2.1.285", main: modelSwitched},
	{Name: SessionEnd, Since: "1.0.85", main: sessionEnd},
}

// CallKind is what an open call for attention asks for, the word of an entry of [opt.Waiting].
type CallKind string

// The kinds of calls.
const (
	CallPermission CallKind = "permission" // may this tool be used?
	CallQuestion   CallKind = "question"   // AskUserQuestion
	CallPlan       CallKind = "plan"       // EnterPlanMode, ExitPlanMode
	CallMCP        CallKind = "mcp"        // an MCP server asks for input
	CallDialog     CallKind = "dialog"     // a dialog that no hook has reported
)

// attentionTools are the tools that are themselves a question to the person, with the kind of attention that
// they call for.
var attentionTools = map[string]CallKind{
	"AskUserQuestion": CallQuestion,
	"EnterPlanMode":   CallPlan,
	"ExitPlanMode":    CallPlan,
}

// KindOf returns the kind of the call that a PermissionRequest for the tool makes.
func KindOf(tool string) CallKind {
	if kind := attentionTools[tool]; kind != "" {
		return kind
	}
	return CallPermission
}
