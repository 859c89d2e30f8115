// Package tmuxopt is the contract between a Claude Code session and what shows it: the options of a tmux
// pane, the possible values, the edits that change them, and the formats by which tmux itself derives the
// state of a session from its facts. It is pure: it renders commands, and does not talk to any server.
//
// It promises that a value written here cannot run a command, be expanded as a format, end a tmux command
// early or name another pane, and that every batch is idempotent: sent twice it leaves the same options. It
// does not promise that a value survives unchanged: control characters are replaced and long text is cut
// (see [Text], [Path], [ID]).
//
// tmux 3.2 is the oldest version supported: 3.0 and 3.1 expand "set -pF" in the wrong pane, so batches
// refuse to run there.
package tmuxopt

import "strings"

// Prefix begins the name of every option of the contract.
const Prefix = "@meta.claude."

// Version is the version of the contract, the value of [ContractVersion].
const Version = "1"

// Option is the full name of a pane option of the contract.
type Option string

// Name returns the name without the prefix: "state".
func (o Option) Name() string { return strings.TrimPrefix(string(o), Prefix) }

// The options of the contract. [Schema] documents each of them.
const (
	SessionID      Option = Prefix + "session_id"
	SessionIDSetOn Option = Prefix + "session_id_set_on"
	SessionDir     Option = Prefix + "session_dir"
	TranscriptPath Option = Prefix + "transcript_path"
	Gate           Option = Prefix + "gate"
	Host           Option = Prefix + "host"
	PID            Option = Prefix + "pid"
	Job            Option = Prefix + "job"
	Model          Option = Prefix + "model"
	Title          Option = Prefix + "title"
	PermissionMode Option = Prefix + "permission_mode"
	Agent          Option = Prefix + "agent"
	Lead           Option = Prefix + "lead"
	ForkedFrom     Option = Prefix + "forked_from"
	MovedID        Option = Prefix + "moved_id"

	Turn           Option = Prefix + "turn"
	Waiting        Option = Prefix + "waiting"
	Agents         Option = Prefix + "agents"
	Reports        Option = Prefix + "reports"
	Answerable     Option = Prefix + "answerable"
	Compacting     Option = Prefix + "compacting"
	Activity       Option = Prefix + "activity"
	ActivityPrompt Option = Prefix + "activity_prompt"
	Reason         Option = Prefix + "reason"

	State  Option = Prefix + "state"
	Shown  Option = Prefix + "shown"
	Status Option = Prefix + "status"

	QuestionShown Option = Prefix + "question_shown"

	Detail Option = Prefix + "detail"
	Since  Option = Prefix + "since"
	Seen   Option = Prefix + "seen"

	Parked      Option = Prefix + "parked"
	ParkedUntil Option = Prefix + "parked_until"

	Wake        Option = Prefix + "wake"
	AsleepUntil Option = Prefix + "asleep_until"

	Stuck   Option = Prefix + "stuck"
	SinceNS Option = Prefix + "since_ns"

	ContextPct    Option = Prefix + "context_pct"
	ContextTokens Option = Prefix + "context_tokens"
	ContextSize   Option = Prefix + "context_size"
	Cost          Option = Prefix + "cost_usd"
	Limit5h       Option = Prefix + "limit_5h"
	Limit5hResets Option = Prefix + "limit_5h_resets"
	Limit7d       Option = Prefix + "limit_7d"
	Limit7dResets Option = Prefix + "limit_7d_resets"
	ContextTold   Option = Prefix + "context_told"
	EffortLevel   Option = Prefix + "effort_level"
	Branch        Option = Prefix + "branch"

	Prompt      Option = Prefix + "prompt"
	FirstPrompt Option = Prefix + "first_prompt"
	Doing       Option = Prefix + "doing"
	Request     Option = Prefix + "request"
	RequestCall Option = Prefix + "request_call"
	Given       Option = Prefix + "given"
	GivenAgent  Option = Prefix + "given_agent"
	Said        Option = Prefix + "said"
	Intent      Option = Prefix + "intent"

	Tags          Option = Prefix + "tags"
	Effort        Option = Prefix + "effort"
	EffortPhase   Option = Prefix + "effort_phase"
	EffortStarted Option = Prefix + "effort_started"
	EffortLog     Option = Prefix + "effort_log"
	EffortLogTime Option = Prefix + "effort_log_time"
	EffortNote    Option = Prefix + "effort_note"
	EffortDialog  Option = Prefix + "effort_dialog"

	Handoff      Option = Prefix + "handoff"
	HandoffFiles Option = Prefix + "handoff_files"
	HandoffTime  Option = Prefix + "handoff_time"
	HandoffTo    Option = Prefix + "handoff_to"
	HandoffTaken Option = Prefix + "handoff_taken"

	Later        Option = Prefix + "later"
	LaterAt      Option = Prefix + "later_at"
	LaterSession Option = Prefix + "later_session"
	LaterFailed  Option = Prefix + "later_failed"
	LaterKey     Option = Prefix + "later_key"
	LaterNote    Option = Prefix + "later_note"

	TaskList  Option = Prefix + "task_list"
	Tasks     Option = Prefix + "tasks"
	TasksDone Option = Prefix + "tasks_done"
	Teammates Option = Prefix + "teammates"

	Heartbeat     Option = Prefix + "heartbeat"
	ContextWarned Option = Prefix + "context_warned"

	LatestHookEvent Option = Prefix + "latest_hook_event"
	LatestHookTime  Option = Prefix + "latest_hook_time"
	StateNS         Option = Prefix + "state_ns"
	Corrected       Option = Prefix + "corrected"
	History         Option = Prefix + "history"
	ContractVersion Option = Prefix + "version"
	OnlyCommon      Option = Prefix + "only_common"
)

// Schema returns the whole contract, in reading order. It is the only list of the options: what is cleared
// when a session starts or ends, which options are read, the documentation, the completions and tests follow
// from it.
func Schema() []Field {
	row := func(o Option, k Kind, g Group, l Lifetime, u Use, doc string) Field {
		return Field{Option: o, Kind: k, Group: g, Lifetime: l, Uses: u, Doc: doc}
	}
	return []Field{
		row(SessionID, IDKind, Session, OfSession, Judged|Listed|Compared,
			"id of the session, a UUID; stays after the session has ended"),
		row(SessionIDSetOn, TextKind, Session, OfSession, 0, "the event that last wrote `session_id`"),
		row(SessionDir, PathKind, Session, OfSession, Judged|Listed|Compared,
			"the directory that the session was started in"),
		row(TranscriptPath, PathKind, Session, OfSession, Judged|Listed, "absolute path of the transcript"),
		row(Gate, TextKind, Session, OfSession, Judged|Listed|Compared,
			"of a session elsewhere, in a container or on another host: the `atm gate` that reports it, as "+
				"PROCESS-START"),
		row(Host, TextKind, Session, OfSession, Judged|Listed,
			"of such a session: the name of the place where it runs, as that place reports it").onlyWith(Gate),
		row(Agent, TextKind, Session, OfRun, Judged|Listed|Compared,
			"the program that reports its state by `atm hook --agent` or `atm set`; unset = Claude Code"),
		row(PID, IDKind, Session, OfRun, Judged|Listed|Compared,
			"process id of Claude Code, or of that program if it is known; unset for a session elsewhere"),
		row(Job, TextKind, Session, OfRun, Judged|Listed|Compared|Followed,
			"of a background session: the id by which `claude attach` opens it; `?` = the pane shows one, but "+
				"nobody can tell which one"),
		row(Model, TextKind, Session, OfSession, Compared, "the model, as Claude Code names it").
			help("as Claude Code names it"),
		row(Title, TextKind, Session, OfSession, Judged|Listed|Compared|Followed, "the title of the session"),
		row(Lead, IDKind, Session, OfSession, Judged|Listed,
			"of a teammate in a pane of its own: the id of the session that leads its team"),
		row(ForkedFrom, IDKind, Session, OfSession, Listed,
			"of a forked session: the id of the session that it was forked from").
			help(`of a forked session: the id of the session that it was forked from, "" = unknown`),
		row(MovedID, IDKind, Session, OfSession, 0,
			"of a pane without a session: the id under which the conversation of its last one goes on elsewhere"),
		row(PermissionMode, TextKind, Session, OfSession, 0, "`default`, `plan`, `acceptEdits`, `auto` …"),

		row(Turn, WordKind, Facts, OfRun, Judged|Listed|Compared,
			"`open` from a prompt to the end of its turn, `done`, `error`; unset when no session runs"),
		row(Waiting, ListKind, Facts, OfTurn, Judged|Listed|Compared,
			"the open calls for attention, ` key=kind …`; kind is `permission`, `question`, `plan`, `mcp` "+
				"or `dialog`"),
		row(Answerable, ListKind, Facts, OfTurn, Judged|Listed|Compared,
			"the calls that `atm answer` can answer without keys, ` key=process …`: the process of the waiting "+
				"hook, or of the `atm gate` that leads to the hook").onlyWith(Waiting),
		row(Agents, ListKind, Facts, OfTurn, Judged|Listed|Compared, "the subagents that work, ` id=type …`"),
		row(Reports, ListKind, Facts, OfTurn, Judged|Compared,
			"the subagents that have ended in the background and whose reports Claude has not received yet, ` "+
				"id=type …`"),
		row(Compacting, WordKind, Facts, OfTurn, Judged|Listed|Compared,
			"`auto` or `manual` while the context is being compacted"),
		row(Activity, TextKind, Facts, OfTurn, Judged|Compared,
			"the current activity: `Bash`, `Thinking`, `Compacting`, an agent's type …; `Interrupted` where a turn has "+
				"ended and no hook has reported it, as after Esc or a denial"),
		row(ActivityPrompt, IDKind, Facts, OfTurn, 0,
			"the id of the prompt for which the main thread has last used a tool: a prompt that is queued meanwhile has "+
				"the same"),
		row(Reason, TextKind, Facts, OfRun, 0,
			"what the session asked for last: `Permission: Bash`, `AskUserQuestion`, `ExitPlanMode`, `MCP input`"),

		row(State, WordKind, Derived, OfRun, Judged|Listed|Compared,
			"`starting`, `working`, `attention`, `idle`, `error`; unset when no session runs"),
		row(Shown, WordKind, Derived, OfPane, Judged,
			"what icons and counts show: the state; for an idle session `elsewhere`, `asleep`, `question` or `unseen` if that "+
				"applies; `stuck` for a working session that is silent; `ended` when none runs any more. Parking does "+
				"not change it"),
		row(Status, WordKind, Derived, OfRun, 0,
			"`running` when the state is `working`, else `stopped`; unset when no session runs"),
		row(Detail, TextKind, Derived, OfRun, Listed,
			"the reason of attention (or the kind of the call that is still open), the name of the error, or else "+
				"the activity"),
		row(Since, TimeKind, Derived, OfRun, Judged|Listed|Compared, "Unix seconds of the last change of `state`"),
		row(Seen, TimeKind, Derived, OfRun, Judged|Listed|Compared|Followed,
			"the `since` of the state that was last looked at: an idle or failed session with another `since` is "+
				"unseen"),
		row(QuestionShown, WordKind, Derived, OfRun, 0,
			"`1` once the session has been idle with the question of its last answer: nobody is notified of it "+
				"again"),
		row(Parked, NanosKind, Derived, OfRun, Judged|Listed|Followed,
			"the `since_ns` at the time of parking: the session needs nobody until its state changes"),
		row(ParkedUntil, TimeKind, Derived, OfRun, Judged|Listed,
			"Unix seconds when a parked session needs somebody again; unset = no such time").onlyWith(Parked),
		row(Wake, TimeKind, Derived, OfTurn, Judged|Listed|Printed,
			"Unix seconds when an idle session continues by itself: the next of its `/loop`, ScheduleWakeup and "+
				"CronCreate, or when a limit resets; unset = it does not"),
		row(AsleepUntil, TimeKind, Derived, OfTurn, Judged|Listed|Compared,
			"Unix seconds until which such a session is shown as `asleep`: a minute later, or more if Claude Code "+
				"may be late; unset = it is not, because its wake-up is far off").onlyWith(Wake),

		row(Stuck, NanosKind, Derived, OfTurn, Judged|Listed|Compared,
			"the `state_ns` of a working session that was silent for longer than `@atm-stuck`: with another "+
				"`state_ns` it is no longer stuck"),

		row(ContextPct, WholeKind, Meter, OfRun, 0,
			"whole per cent of the context window in use; unset while it is not known").atMost(100).
			help("whole per cent of the context in use, null = unknown"),
		row(ContextTokens, WholeKind, Meter, OfRun, Followed,
			"tokens of the context in use; unset while they are not known").
			help("tokens of the context in use, null = unknown"),
		row(ContextSize, WholeKind, Meter, OfRun, 0, "tokens that the context window holds").
			help("tokens that the context holds, null = unknown"),
		row(ContextTold, WholeKind, Meter, OfSession, Compared,
			"the last notification mark that `context_pct` has reached in this session: `80` or `90`"),
		row(Cost, AmountKind, Meter, OfRun, Followed,
			"the cost of the session in US dollars, `0.35`: Claude Code's own estimate").
			help("what the session has cost, as Claude Code estimates it, null = unknown"),
		row(Limit5h, WholeKind, Meter, OfRun, Judged|Followed,
			"whole per cent of the account's five-hour limit in use; at most 99 until it is reached").atMost(MaxLimitPct).
			help("whole per cent of the account's five-hour limit, null = unknown"),
		row(Limit5hResets, TimeKind, Meter, OfRun, Judged, "Unix seconds when that limit resets").
			help("Unix seconds when that limit resets, null = unknown"),
		row(Limit7d, WholeKind, Meter, OfRun, Judged|Followed,
			"whole per cent of the account's seven-day limit in use; at most 99 until it is reached").atMost(MaxLimitPct).
			help("whole per cent of the account's seven-day limit, null = unknown"),
		row(Limit7dResets, TimeKind, Meter, OfRun, Judged, "Unix seconds when that limit resets").
			help("Unix seconds when that limit resets, null = unknown"),
		row(EffortLevel, WordKind, Meter, OfRun, 0, "the model's thinking effort: `low`, `medium`, `high` …").
			help(`the model's thinking effort, "" = unknown`).column("thinking"),
		row(Branch, TextKind, Meter, OfRun, Compared,
			"the branch of the worktree that Claude Code has made for the session").
			help(`the branch of a worktree that Claude Code has made, "" = none`).column("branch"),

		row(Prompt, TextKind, Texts, OfSession, Listed|Spoken, "first line of the last prompt that a person typed").
			help("first line of your last prompt").column("prompt"),
		row(FirstPrompt, TextKind, Texts, OfSession, Judged|Listed|Compared|Spoken,
			"its name if it has no title: the first line of the first prompt that was not a command; after a resume that of "+
				"the title in the transcript"),
		row(Doing, TextKind, Texts, OfTurn, Listed|Spoken,
			"what the main thread does while a tool runs: `Bash: go test ./...`, `Edit: src/a.go (+3 −1)`").
			help("what it does, while a tool runs").column("doing"),
		row(Request, TextKind, Texts, OfTurn, Judged|Listed|Compared|Spoken,
			"what the open dialog asks for: `Bash: rm -rf build`, `Edit: src/a.go`, the text of the question; with "+
				"several calls, what the last one asks for, until it is answered").
			help("what the open dialog wants").column("request").onlyWith(Waiting),
		row(RequestCall, TextKind, Texts, OfTurn, Judged|Listed|Compared, "the key of the call that `request` describes"),
		row(Given, TextKind, Texts, OfTurn, Listed|Spoken,
			"the task of the last subagent that was started in the background, as Claude calls it: `Measure the "+
				"caches`"),
		row(GivenAgent, TextKind, Texts, OfTurn, Listed, "the id of that subagent, as in `agents`").onlyWith(Given),
		row(Said, TextKind, Texts, OfSession, Judged|Listed|Compared|Spoken, "the last sentence of the last answer").
			help("the last sentence of the last answer").column("said"),
		row(Intent, WordKind, Texts, OfSession, Judged|Listed|Compared,
			"of a finished turn: `question` (the answer asks something), `completion` (it reports something done); "+
				"unset if neither is recognised").
			help(`"question" if that asks something, "completion" if it reports, "" = neither`),

		row(Tags, TextKind, Work, OfPane, Listed, "your own words for the pane, set with `atm tag`: `review urgent`").
			help(`your own words for it: "review urgent"`),
		row(Effort, TextKind, Work, OfPane, 0,
			"the piece of work that the sessions of this pane belong to; unset = none").
			help(`the piece of work that the pane's sessions belong to, "" = none is open`),
		row(EffortPhase, TextKind, Work, OfPane, 0, "the phase of the effort, in your words").
			help(`the phase that it is in, "" = unknown`).onlyWith(Effort),
		row(EffortStarted, TimeKind, Work, OfPane, 0, "Unix seconds when the effort was started").onlyWith(Effort),
		row(EffortLog, PathKind, Work, OfPane, 0,
			"absolute path of the effort's log, a file in which sessions write their progress").onlyWith(Effort),
		row(EffortLogTime, TimeKind, Work, OfPane, 0,
			"Unix seconds when the log was last written, as far as `atm effort log` and the guard know").onlyWith(Effort),
		row(EffortNote, TextKind, Work, OfPane, 0, "the last note on the effort").onlyWith(Effort),
		row(EffortDialog, LinesKind, Work, OfPane, Spoken,
			"the last questions that a session asked a person, and the answers, as one line: `\\n` is a line "+
				"break; `atm effort` prints them").onlyWith(Effort),
		row(Handoff, LinesKind, Work, OfPane, Long,
			"what the next session must know, as one line: `\\n` is a line break, `\\t` a tab, `\\\\` a "+
				"backslash; `atm handoff --show` prints it"),
		row(HandoffFiles, LinesKind, Work, OfPane, Long,
			"absolute paths of files that the next session is to read, with `\\n` between them"),
		row(HandoffTime, TimeKind, Work, OfPane, 0, "Unix seconds when the handoff was written").onlyWith(Handoff),
		row(HandoffTo, IDKind, Work, OfPane, 0,
			"id of the session that has received the handoff; unset = none so far").onlyWith(Handoff),
		row(HandoffTaken, WordKind, Work, OfPane, 0,
			"`1` once that session has worked with the handoff: then no other session gets it").onlyWith(Handoff),
		row(Later, LinesKind, Prompts, OfPane, Listed,
			"a prompt or command to send later, as one line: `\\n` is a line break; `atm send --pending` prints it").
			help(`a prompt to send later (atm send --at), "" = none`),
		row(LaterAt, TimeKind, Prompts, OfPane, Listed, "Unix seconds before which it is not sent").
			help("Unix seconds before which it is not sent, 0 = there is none").onlyWith(Later),
		row(LaterSession, IDKind, Prompts, OfPane, Listed, "id of the session that gets it").onlyWith(Later),
		row(LaterFailed, WholeKind, Prompts, OfPane, 0,
			"of a session that had reached a limit: the count of `history` at that time, `0` after a reboot; if the "+
				"session has worked since, it has continued by itself, and gets nothing").onlyWith(Later),
		row(LaterKey, IDKind, Prompts, OfPane, Listed,
			"the key of the tmux job that will send it; `saved` = restored, without a job so far; unset = none will").
			onlyWith(Later),
		row(LaterNote, TextKind, Prompts, OfPane, Listed, "why it has not been sent so far").
			help(`why it has not been sent so far, "" = its time has not come`).onlyWith(Later),
		row(TaskList, ListKind, Work, OfSession, 0,
			"the tasks that the session has set itself, ` id=open …` or ` id=done …`"),
		row(Tasks, WholeKind, Work, OfSession, 0,
			"how many tasks these are; unset = no task is known").atMost(maxTasks).
			help("how many tasks the session has set itself, null = unknown").onlyWith(TaskList),
		row(TasksDone, WholeKind, Work, OfSession, 0, "how many of them are done").atMost(maxTasks).
			help("how many of them are done, null = unknown").onlyWith(TaskList),
		row(Teammates, ListKind, Work, OfSession, 0, "the teammates that have reported so far, ` name=team …`").
			help("the names of its teammates that have reported so far"),

		row(Heartbeat, WholeKind, Work, OfSession, 0,
			"how many tool calls `atm guard` has counted since the effort's log was written"),
		row(ContextWarned, WholeKind, Work, OfSession, 0,
			"the highest per cent of the context at which `atm guard` has warned the session"),

		row(LatestHookEvent, TextKind, Trace, OfPane, Judged|Listed|Compared|Followed,
			"the last event: `Stop`, `Notification-permission_prompt` …"),
		row(LatestHookTime, TimeKind, Trace, OfPane, Judged|Listed|Compared|Followed, "its time, Unix seconds"),
		row(StateNS, NanosKind, Trace, OfPane, Judged|Listed|Compared|Followed,
			"Unix nanoseconds, 19 digits, of the last event that asserted a fact"),
		row(SinceNS, NanosKind, Trace, OfRun, Judged|Listed|Compared|Followed,
			"Unix nanoseconds, 19 digits, of the last change of `state`"),
		row(History, ListKind, Trace, OfPane, 0,
			"the last changes of `state` as ` count=state …`; the count is over all changes of the server, and an "+
				"empty word means ended"),
		row(Corrected, TextKind, Trace, OfSession, 0,
			"the last correction, made because no hook reported a change; stays after the session has ended"),
		row(OnlyCommon, WordKind, Trace, OfPane, 0,
			"a hash of the names of the options that few panes have, if none of them is set: lists then do not read "+
				"those. Who sets one of them by hand must unset this"),
		row(ContractVersion, WordKind, Trace, OfPane, 0, "version of this contract: `"+Version+"`"),
	}
}

// isRare reports whether few panes have the option. It is no part of [Schema], because a hook would need a
// tenth of a millisecond to build that.
func isRare(o Option) bool {
	switch o {
	case Gate, Agent, Job, Lead, ForkedFrom, MovedID, Waiting, Reports, Compacting, Parked, Wake, Stuck, Given, Tags,
		Later, Teammates, Heartbeat, ContextWarned:
		return true
	}
	return false
}
