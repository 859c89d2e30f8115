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

	Turn       Option = Prefix + "turn"
	Waiting    Option = Prefix + "waiting"
	Agents     Option = Prefix + "agents"
	Reports    Option = Prefix + "reports"
	Answerable Option = Prefix + "answerable"
	Compacting Option = Prefix + "compacting"
	Activity   Option = Prefix + "activity"
	Reason     Option = Prefix + "reason"

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
			"of a session elsewhere, in a container or on another host: the `atm gate` that tells of it, "+
				"as PROCESS-START"),
		row(Host, TextKind, Session, OfSession, Judged|Listed,
			"of such a session: the name of where it runs, in its own words").onlyWith(Gate),
		row(Agent, TextKind, Session, OfRun, Judged|Listed|Compared,
			"the program that reports its state by `atm hook --agent` or `atm set`; unset = Claude Code"),
		row(PID, IDKind, Session, OfRun, Judged|Listed|Compared,
			"process id of Claude Code, or of that program if it is known; unset for a session elsewhere"),
		row(Job, TextKind, Session, OfRun, Judged|Listed|Compared|Followed,
			"of a session that runs in the background: the id by which `claude attach` opens it; `?` = the pane "+
				"shows one, and nobody can tell which"),
		row(Model, TextKind, Session, OfSession, Compared, "the model, as Claude Code names it").
			help("as Claude Code names it"),
		row(Title, TextKind, Session, OfSession, Judged|Listed|Compared|Followed, "the title of the session"),
		row(Lead, IDKind, Session, OfSession, Judged|Listed,
			"of a teammate in a pane of its own: the id of the session that leads its team"),
		row(ForkedFrom, IDKind, Session, OfSession, Listed,
			"of a session that was forked from another one: the id of that").
			help(`of a session that was forked from another one: the id of that, "" = unknown`),
		row(PermissionMode, TextKind, Session, OfSession, 0, "`default`, `plan`, `acceptEdits`, `auto` …"),

		row(Turn, WordKind, Facts, OfRun, Judged|Listed|Compared,
			"`open` from a prompt to its end, `done`, `error`; unset when no session runs"),
		row(Waiting, ListKind, Facts, OfTurn, Judged|Listed|Compared,
			"the open calls for attention, ` key=kind …`; kind is `permission`, `question`, `plan`, `mcp` "+
				"or `dialog`"),
		row(Answerable, ListKind, Facts, OfTurn, Judged|Listed|Compared,
			"those calls that `atm answer` can answer without keys, ` key=process …`: the process of the "+
				"hook that waits, or of the `atm gate` that the hook is behind").onlyWith(Waiting),
		row(Agents, ListKind, Facts, OfTurn, Judged|Listed, "the subagents at work, ` id=type …`"),
		row(Reports, ListKind, Facts, OfTurn, Judged|Compared,
			"the subagents that have ended in the background, and whose reports Claude has not got yet, ` "+
				"id=type …`"),
		row(Compacting, WordKind, Facts, OfTurn, Judged|Listed|Compared,
			"`auto` or `manual` while the context is being compacted"),
		row(Activity, TextKind, Facts, OfTurn, 0,
			"what is being done: `Bash`, `Thinking`, `Compacting`, an agent's type …"),
		row(Reason, TextKind, Facts, OfRun, 0,
			"what was wanted last: `Permission: Bash`, `AskUserQuestion`, `ExitPlanMode`, `MCP input`"),

		row(State, WordKind, Derived, OfRun, Judged|Listed|Compared,
			"`starting`, `working`, `attention`, `idle`, `error`; unset when no session runs"),
		row(Shown, WordKind, Derived, OfPane, Judged,
			"what icons and counts show: the state, of an idle session `asleep`, `question` or `unseen` where it "+
				"is that, of one that works and is silent `stuck`, `ended` when none runs any more; parked or not"),
		row(Status, WordKind, Derived, OfRun, 0,
			"`running` when the state is `working`, else `stopped`; unset when no session runs"),
		row(Detail, TextKind, Derived, OfRun, Listed,
			"the reason of attention (or the kind of the call that is still open), the name of the error, "+
				"else the activity"),
		row(Since, TimeKind, Derived, OfRun, Judged|Listed|Compared, "Unix seconds of the last change of `state`"),
		row(Seen, TimeKind, Derived, OfRun, Judged|Listed|Compared|Followed,
			"the `since` of what was last looked at: a session that is idle or failed and has another "+
				"`since` is unseen"),
		row(QuestionShown, WordKind, Derived, OfRun, 0,
			"`1` once the session has been idle with the question of its last answer: nobody is notified of that again"),
		row(Parked, NanosKind, Derived, OfRun, Judged|Listed|Followed,
			"the `since_ns` of when the session was parked: until its state changes it needs nobody"),
		row(ParkedUntil, TimeKind, Derived, OfRun, Judged|Listed,
			"Unix seconds of when a parked session needs somebody again; unset = no such time").onlyWith(Parked),
		row(Wake, TimeKind, Derived, OfTurn, Judged|Listed|Printed,
			"Unix seconds of when an idle session goes on by itself: the next of its `/loop`, ScheduleWakeup and "+
				"CronCreate, or when a limit starts again; unset = it does not"),
		row(AsleepUntil, TimeKind, Derived, OfTurn, Judged|Listed|Compared,
			"Unix seconds until which such a session is shown as `asleep`: a minute later, and later still where "+
				"Claude Code may be late; unset = it is not: its wake-up is far off").onlyWith(Wake),

		row(Stuck, NanosKind, Derived, OfTurn, Judged|Listed,
			"the `state_ns` of a session that works, if nothing was heard of it for longer than `@atm-stuck`: with "+
				"another `state_ns` it is not stuck any more"),

		row(ContextPct, WholeKind, Meter, OfRun, 0,
			"whole per cent of the context window in use; unset while it is not known").atMost(100).
			help("whole per cent of the context in use, null = unknown"),
		row(ContextTokens, WholeKind, Meter, OfRun, Followed,
			"tokens of the context in use; unset while they are not known").
			help("tokens of the context in use, null = unknown"),
		row(ContextSize, WholeKind, Meter, OfRun, 0, "tokens that the context window holds").
			help("tokens that the context holds, null = unknown"),
		row(ContextTold, WholeKind, Meter, OfSession, Compared,
			"the last mark of `context_pct` that was told of in this session: `80` or `90`"),
		row(Cost, AmountKind, Meter, OfRun, Followed,
			"what the session has cost in US dollars, `0.35`: Claude Code's own estimate").
			help("what the session has cost, as Claude Code estimates it, null = unknown"),
		row(Limit5h, WholeKind, Meter, OfRun, Judged|Followed,
			"whole per cent of the account's limit for five hours in use").atMost(maxLimitPct).
			help("whole per cent of the account's limit for five hours, null = unknown"),
		row(Limit5hResets, TimeKind, Meter, OfRun, Judged, "Unix seconds of when that limit starts again").
			help("Unix seconds of when that limit starts again, null = unknown").onlyWith(Limit5h),
		row(Limit7d, WholeKind, Meter, OfRun, Judged|Followed,
			"whole per cent of the account's limit for seven days in use").atMost(maxLimitPct).
			help("whole per cent of the account's limit for seven days, null = unknown"),
		row(Limit7dResets, TimeKind, Meter, OfRun, Judged, "Unix seconds of when that limit starts again").
			help("Unix seconds of when that limit starts again, null = unknown").onlyWith(Limit7d),
		row(EffortLevel, WordKind, Meter, OfRun, 0, "the model's thinking effort: `low`, `medium`, `high` …").
			help(`the model's thinking effort, "" = unknown`).column("thinking"),
		row(Branch, TextKind, Meter, OfRun, Compared,
			"the branch of the worktree that Claude Code has made for the session").
			help(`the branch of a worktree that Claude Code has made, "" = none`).column("branch"),

		row(Prompt, TextKind, Texts, OfSession, Listed|Spoken, "first line of the last prompt that a person typed").
			help("first line of your last prompt").column("prompt"),
		row(FirstPrompt, TextKind, Texts, OfSession, Judged|Listed|Compared|Spoken,
			"first line of the first prompt of the session that was no command: its name, where it has no title"),
		row(Doing, TextKind, Texts, OfTurn, Listed|Spoken,
			"what the main thread does, while a tool runs: `Bash: go test ./...`, `Edit: src/a.go (+3 −1)`").
			help("what it does, while a tool runs").column("doing"),
		row(Request, TextKind, Texts, OfTurn, Listed|Spoken,
			"what the open dialog wants: `Bash: rm -rf build`, `Edit: src/a.go`, the text of the question; "+
				"of several calls, what the last one wants, until it is answered").
			help("what the open dialog wants").column("request"),
		row(RequestCall, TextKind, Texts, OfTurn, Listed, "the key of the call that `request` was written for"),
		row(Given, TextKind, Texts, OfTurn, Listed|Spoken,
			"what the subagent is to do that was started last in the background, as Claude calls it: `Measure the caches`"),
		row(GivenAgent, TextKind, Texts, OfTurn, Listed, "the id of that subagent, as in `agents`"),
		row(Said, TextKind, Texts, OfSession, Listed|Spoken, "the last sentence of the last answer").
			help("the last sentence of the last answer").column("said"),
		row(Intent, WordKind, Texts, OfSession, Judged|Listed,
			"of a finished turn: `question` (the answer asks something), `completion` (it reports "+
				"something done), unset if neither can be told").
			help(`"question" if that asks something, "completion" if it reports, "" = neither`),

		row(Tags, TextKind, Work, OfPane, Listed, "words of your own for the pane, by `atm tag`: `review urgent`").
			help(`your own words for it: "review urgent"`),
		row(Effort, TextKind, Work, OfPane, 0,
			"the piece of work that the sessions of this pane belong to; unset = none").
			help(`the piece of work that the pane's sessions belong to, "" = none is open`),
		row(EffortPhase, TextKind, Work, OfPane, 0, "the phase that it is in, in your words").
			help(`the phase that it is in, "" = unknown`).onlyWith(Effort),
		row(EffortStarted, TimeKind, Work, OfPane, 0, "Unix seconds of when it was started"),
		row(EffortLog, PathKind, Work, OfPane, 0,
			"absolute path of its log, a file in which sessions write how it goes"),
		row(EffortLogTime, TimeKind, Work, OfPane, 0,
			"Unix seconds of when `atm effort log` last said that the log was written"),
		row(EffortNote, TextKind, Work, OfPane, 0, "the last note on it"),
		row(EffortDialog, LinesKind, Work, OfPane, Spoken,
			"the last questions that a session has asked a person, and the answers, as one line: `\\n` is "+
				"a line break; `atm effort` prints it"),
		row(Handoff, LinesKind, Work, OfPane, Long,
			"what the next session must know, as one line: `\\n` is a line break, `\\t` a tab, `\\\\` a "+
				"backslash; `atm handoff --show` prints it"),
		row(HandoffFiles, LinesKind, Work, OfPane, Long,
			"absolute paths of files that the next session is to read, with `\\n` between them"),
		row(HandoffTime, TimeKind, Work, OfPane, 0, "Unix seconds of when the handoff was written"),
		row(HandoffTo, IDKind, Work, OfPane, 0, "id of the session that has got the handoff; unset = none so far"),
		row(HandoffTaken, WordKind, Work, OfPane, 0,
			"`1` once that session has worked with it: then no other one gets it"),
		row(Later, LinesKind, Prompts, OfPane, Listed,
			"a prompt or command that is to be sent later, as one line: `\\n` is a line break; `atm send --pending` "+
				"prints it").
			help(`a prompt that is to be sent later (atm send --at), "" = none`),
		row(LaterAt, TimeKind, Prompts, OfPane, Listed, "Unix seconds of when: it is not sent before").
			help("Unix seconds of when: it is not sent before, 0 = there is none").onlyWith(Later),
		row(LaterSession, IDKind, Prompts, OfPane, Listed, "id of the session that it is for").onlyWith(Later),
		row(LaterFailed, WholeKind, Prompts, OfPane, 0,
			"of a session that had reached a limit: the count of `history` at that time; if it has worked since, it has "+
				"gone on by itself, and is sent nothing").onlyWith(Later),
		row(LaterKey, IDKind, Prompts, OfPane, Listed,
			"the key of the job of tmux that will send it; unset = none will").onlyWith(Later),
		row(LaterNote, TextKind, Prompts, OfPane, Listed, "why it was not sent so far").
			help(`why it was not sent so far, "" = its time has not come`).onlyWith(Later),
		row(TaskList, ListKind, Work, OfSession, 0,
			"the tasks that the session has set itself, ` id=open …` or ` id=done …`"),
		row(Tasks, WholeKind, Work, OfSession, 0, "how many these are; unset = no task is known").atMost(maxTasks).
			help("how many tasks the session has set itself, null = unknown").onlyWith(TaskList),
		row(TasksDone, WholeKind, Work, OfSession, 0, "how many of them are done").atMost(maxTasks).
			help("how many of them are done, null = unknown").onlyWith(TaskList),
		row(Teammates, ListKind, Work, OfSession, 0, "the teammates that have told of themselves, ` name=team …`").
			help("the names of its teammates, as far as they have told of themselves"),

		row(Heartbeat, WholeKind, Work, OfSession, 0,
			"how many tool calls `atm guard` has counted since the log of the effort was written"),
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
			"the last changes of `state` as ` count=state …`, the count one of all changes of the server; "+
				"ended is an empty word"),
		row(Corrected, TextKind, Trace, OfSession, 0,
			"what the last correction was, where no hook told; stays after the session has ended"),
		row(ContractVersion, WordKind, Trace, OfPane, 0, "version of this contract: `"+Version+"`"),
	}
}
