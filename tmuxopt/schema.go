// Package tmuxopt keeps a Claude Code session in the user options of its tmux
// pane: the schema of the options, batches of edits that tmux carries out as
// one transaction, the formats that derive and draw them, and the one place
// that runs tmux.
//
// It promises that a value written here cannot run a command, be expanded as a
// format, end a tmux command early or name another pane, and that every batch
// is idempotent: sent twice it leaves the same options. It does not promise
// that a value survives unchanged: control characters are replaced and long
// text is cut (see [Text], [Path], [ID]).
//
// tmux 3.2 is the oldest version supported: 3.0 and 3.1 expand "set -pF" in the
// wrong pane, so batches refuse to run there.
package tmuxopt

import "strings"

// Prefix is what the name of every option of the contract begins with.
const Prefix = "@meta.claude."

// Version is the version of the contract, the value of [ContractVersion].
const Version = "1"

// Option is the full name of a pane option of the contract.
type Option string

// Name returns the name without the prefix: "state".
func (o Option) Name() string { return strings.TrimPrefix(string(o), Prefix) }

// The options of the contract. [Schema] says what each of them holds.
const (
	SessionID      Option = Prefix + "session_id"
	SessionIDSetOn Option = Prefix + "session_id_set_on"
	SessionDir     Option = Prefix + "session_dir"
	TranscriptPath Option = Prefix + "transcript_path"
	PID            Option = Prefix + "pid"
	Model          Option = Prefix + "model"
	Title          Option = Prefix + "title"
	PermissionMode Option = Prefix + "permission_mode"

	Turn       Option = Prefix + "turn"
	Waiting    Option = Prefix + "waiting"
	Agents     Option = Prefix + "agents"
	Compacting Option = Prefix + "compacting"
	Activity   Option = Prefix + "activity"
	Reason     Option = Prefix + "reason"

	State  Option = Prefix + "state"
	Status Option = Prefix + "status"
	Detail Option = Prefix + "detail"
	Since  Option = Prefix + "since"
	Seen   Option = Prefix + "seen"

	SinceNS Option = Prefix + "since_ns"

	LatestHookEvent Option = Prefix + "latest_hook_event"
	LatestHookTime  Option = Prefix + "latest_hook_time"
	StateNS         Option = Prefix + "state_ns"
	Corrected       Option = Prefix + "corrected"
	History         Option = Prefix + "history"
	ContractVersion Option = Prefix + "version"
)

// Group says what an option is for.
type Group string

// The groups of the contract, in the order in which people want to read them.
const (
	Session Group = "Session"
	Facts   Group = "Facts"
	Derived Group = "State"
	Trace   Group = "Trace"
)

// Field describes one option of the contract.
type Field struct {
	Option Option
	Group  Group
	Doc    string // what the value is, for people
}

// Schema returns the whole contract, in reading order. It is the only list of
// the options: documentation, completions and tests derive from it.
func Schema() []Field {
	return []Field{
		{SessionID, Session, "id of the session, a UUID; stays after the session has ended"},
		{SessionIDSetOn, Session, "the event that last wrote `session_id`"},
		{SessionDir, Session, "the directory that the session was started in"},
		{TranscriptPath, Session, "absolute path of the transcript"},
		{PID, Session, "process id of the client"},
		{Model, Session, "the model, as Claude Code names it"},
		{Title, Session, "the title of the session"},
		{PermissionMode, Session, "`default`, `plan`, `acceptEdits`, `auto` …"},

		{Turn, Facts, "`open` from a prompt to its end, `done`, `error`; unset when no session runs"},
		{Waiting, Facts, "the open calls for attention, ` key=kind …`; kind is `permission`, `question`, `plan`, `mcp` or `dialog`"},
		{Agents, Facts, "the subagents at work, ` id=type …`"},
		{Compacting, Facts, "`auto` or `manual` while the context is being compacted"},
		{Activity, Facts, "what is being done: `Bash`, `Thinking`, `Compacting`, an agent's type …"},
		{Reason, Facts, "what was wanted last: `Permission: Bash`, `AskUserQuestion`, `ExitPlanMode`, `MCP input`"},

		{State, Derived, "`starting`, `working`, `attention`, `idle`, `error`; unset when no session runs"},
		{Status, Derived, "`running` when the state is `working`, else `stopped`; unset when no session runs"},
		{Detail, Derived, "the reason of attention, the name of the error, else the activity"},
		{Since, Derived, "Unix seconds of the last change of `state`"},
		{Seen, Derived, "the `since` of what was last looked at: a session that is idle or failed and has another `since` is unseen"},

		{LatestHookEvent, Trace, "the last event: `Stop`, `Notification-permission_prompt` …"},
		{LatestHookTime, Trace, "its time, Unix seconds"},
		{StateNS, Trace, "Unix nanoseconds, 19 digits, of the last event that asserted a fact"},
		{SinceNS, Trace, "Unix nanoseconds, 19 digits, of the last change of `state`"},
		{History, Trace, "the last changes of `state` as ` count=state …`, the count one of all changes of the server; ended is an empty word"},
		{Corrected, Trace, "what the last correction was, where no hook told"},
		{ContractVersion, Trace, "version of this contract: `" + Version + "`"},
	}
}

// Options holds the options of one pane by name. Unset and empty mean the same.
type Options map[Option]string
