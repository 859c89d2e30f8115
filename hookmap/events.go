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

// Event is a row of the event table: what one hook event of Claude Code does.
type Event struct {
	Name  string
	Since string // the first version of Claude Code that knows it; "" = not known, but 2.1.197 does

	main  rule // what it does in the main thread; nil = it is only traced
	agent rule // what it does with an agent_id; nil = it is only traced
}

// rule maps one event to edits of facts and of what describes the session.
type rule func(event) []opt.Edit

// Events returns the event table. Its order is that of a session's life.
//
// WorktreeCreate, PreModelSwitch and MessageDisplay must never stand here: a
// hook there changes or delays what the client does.
func Events() []Event {
	return []Event{
		{"SessionStart", "1.0.62", sessionStart, nil},
		{"Setup", "2.1.10", setup, nil},
		{"UserPromptSubmit", "1.0.54", userPromptSubmit, nil},
		{"PreToolUse", "1.0.38", preToolUse, agentPreToolUse},
		{"PermissionRequest", "2.0.45", permissionRequest, permissionRequest},
		{"PermissionDenied", "2.1.89", toolEnded, callAnswered},
		{"PostToolUse", "1.0.38", toolEnded, callAnswered},
		{"PostToolUseFailure", "", toolEnded, callAnswered},
		{"PostToolBatch", "", batchEnded, allAnswered},
		{"Elicitation", "2.1.76", elicitation, elicitation},
		{"ElicitationResult", "2.1.76", elicitationResult, elicitationResult},
		{"SubagentStart", "2.0.43", nil, subagentStart},
		{"SubagentStop", "1.0.41", nil, subagentStop},
		{"Notification", "1.0.38", notification, notification},
		{"PreCompact", "1.0.48", preCompact, nil},
		{"PostCompact", "2.1.76", postCompact, nil},
		{"Stop", "1.0.38", stop, subagentStop},
		{"StopFailure", "2.1.78", stopFailure, subagentStop},
		{"SessionEnd", "1.0.85", sessionEnd, nil},
	}
}

// attentionTools are the tools that are a question to the person by themselves,
// with the kind of attention that they call for.
var attentionTools = map[string]string{
	"AskUserQuestion": "question",
	"EnterPlanMode":   "plan",
	"ExitPlanMode":    "plan",
}
