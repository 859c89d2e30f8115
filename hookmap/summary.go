package hookmap

import (
	"strings"
	"time"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// Summary is what goes through a gate of a hook event: what [Map] makes edits of, and of
// long texts no more than an option will hold. It has neither a tool's input or output nor
// a whole prompt or answer. The path of the transcript and the process id are left out:
// they mean nothing where the pane is.
//
// One that has arrived is as foreign as a payload is.
type Summary struct {
	Event          string `json:"event"`
	SessionID      string `json:"session_id,omitempty"`
	CWD            string `json:"cwd,omitempty"`
	AgentID        string `json:"agent_id,omitempty"`
	AgentType      string `json:"agent_type,omitempty"`
	PermissionMode string `json:"permission_mode,omitempty"`

	Source   string `json:"source,omitempty"`
	Model    string `json:"model,omitempty"`
	ToModel  string `json:"to_model,omitempty"`
	Title    string `json:"title,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Trigger  string `json:"trigger,omitempty"`
	Error    string `json:"error,omitempty"`
	Notified string `json:"notified,omitempty"`
	Message  string `json:"message,omitempty"`

	Prompt    string   `json:"prompt,omitempty"`    // its first line
	Reporters []string `json:"reporters,omitempty"` // the agents whose reports it brings

	Said    string `json:"said,omitempty"`    // the last sentence of the last answer
	Failure string `json:"failure,omitempty"` // what a failed turn has shown to the person
	Intent  string `json:"intent,omitempty"`  // of the last answer
	Request string `json:"request,omitempty"` // what the tool call wants

	Tool          string `json:"tool,omitempty"`
	Call          uint64 `json:"call,omitempty"` // a digest of the tool's input: see Input
	MCPServer     string `json:"mcp_server,omitempty"`
	ElicitationID string `json:"elicitation_id,omitempty"`

	Skill    string `json:"skill,omitempty"`    // that a tool call begins
	Command  string `json:"command,omitempty"`  // a slash command
	TaskID   string `json:"task_id,omitempty"`  // of a task that is created or completed
	Teammate string `json:"teammate,omitempty"` // that is idle
	Team     string `json:"team,omitempty"`     // of that teammate

	Tasks        []Task `json:"tasks,omitempty"`         // the agents at work among them
	InBackground bool   `json:"in_background,omitempty"` // the agent that ends is one of the tasks

	Old              bool `json:"old,omitempty"` // see Context
	TranscriptExists bool `json:"transcript_exists,omitempty"`
}

// Summary returns what of the payload goes through a gate.
func (p Payload) Summary(c Context) Summary {
	e := event{Payload: p, Context: c, agent: agentKey(p.AgentID)}
	s := Summary{
		Event: opt.Word(p.Event), SessionID: opt.ID(p.SessionID), CWD: opt.Path(p.CWD),
		AgentID: opt.Word(p.AgentID), AgentType: opt.Text(p.AgentType), PermissionMode: opt.Text(p.PermissionMode),
		Source: opt.Word(p.Source), Model: opt.Text(p.Model), ToModel: opt.Text(p.ToModel), Title: opt.Text(p.Title), Reason: opt.Word(p.Reason),
		Trigger: opt.Word(p.Trigger), Error: opt.Text(p.Error), Notified: opt.Word(p.Notified),
		Message: words.OptionText(p.Message), Tool: opt.Text(p.Tool), Call: p.Input.sum(p.Tool),
		MCPServer: opt.Text(p.MCPServer), ElicitationID: opt.Text(p.ElicitationID), Tasks: e.listed(),
		Command: opt.Word(p.Command), TaskID: opt.Word(p.TaskID),
		Teammate: opt.Word(p.Teammate), Team: opt.Word(p.Team),
		Old: c.Old, TranscriptExists: c.TranscriptExists,
	}
	if p.Tool == skillTool {
		s.Skill = opt.Word(p.Input.Texts.Skill)
	}
	switch EventName(p.Event) {
	case SubagentStop:
		s.InBackground = e.inBackground()
	case UserPromptSubmit:
		if s.Source = e.promptSource(); s.Source != fromPerson {
			s.Reporters = e.reporters()
		}
		s.Prompt = words.OptionText(words.FirstLine(withoutMark(p.Prompt)))
	case PreToolUse, PermissionRequest:
		s.Request = words.OptionText(e.request())
	case Stop:
		said, intent := e.answer()
		s.Said, s.Intent = words.OptionText(said), string(intent)
	case StopFailure:
		s.Failure = words.OptionText(firstSaid(p.LastMessage))
	}
	return s
}

// Map returns the edits that the summary makes to the options of its pane, as [Map] does
// of a payload.
func (s Summary) Map(now time.Time) []opt.Edit {
	p := Payload{
		Event: s.Event, SessionID: s.SessionID, CWD: s.CWD, AgentID: s.AgentID, AgentType: s.AgentType,
		PermissionMode: s.PermissionMode, Source: s.Source, Model: s.Model, ToModel: s.ToModel, Title: s.Title, Reason: s.Reason,
		Trigger: s.Trigger, Error: s.Error, Notified: s.Notified, Message: s.Message, Prompt: s.Prompt,
		LastMessage: s.Failure, Tool: s.Tool, Input: Input{all: s.Call, questions: s.Call},
		MCPServer: s.MCPServer, ElicitationID: s.ElicitationID, Command: s.Command, TaskID: s.TaskID,
		Teammate: s.Teammate, Team: s.Team, Tasks: s.Tasks[:min(len(s.Tasks), maxTasks)],
		summary: &s,
	}
	return Map(p, Context{Now: now, Old: s.Old, TranscriptExists: s.TranscriptExists})
}

// intent is what the last answer wants, if that is one of the intents that there are.
func (s Summary) intent() opt.TurnIntent {
	switch intent := opt.TurnIntent(s.Intent); intent {
	case opt.Question, opt.Completion:
		return intent
	}
	return ""
}

// The sources of prompts, where the prompt itself is not there to tell.
const (
	fromPerson = "user"
	fromClaude = "claude"
)

// promptSource says who has written the prompt: its first line need not tell.
func (e event) promptSource() string {
	if e.synthetic() {
		return fromClaude
	}
	return fromPerson
}

// firstSaid is the first line of an answer.
func firstSaid(message string) string {
	said, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	return said
}

// listed returns the agents at work among the tasks, as many as an option can hold.
func (e event) listed() []Task {
	var tasks []Task
	for _, entry := range opt.Entries(opt.List(e.working())) {
		tasks = append(tasks, Task{ID: entry.Key, Type: taskAgent, Status: taskRunning, AgentType: entry.Word})
	}
	return tasks
}
