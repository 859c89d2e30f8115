package hookmap

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atm/internal/words"
	opt "atm/tmuxopt"
)

// Members are the short members of a hook event. Each is decoded, read by the rules, and carried by a gate
// under its name in the payload. All text is foreign: the method members lists which function makes each
// text safe for an option.
type Members struct {
	Event          string `json:"hook_event_name"`
	SessionID      string `json:"session_id,omitempty"`
	CWD            string `json:"cwd,omitempty"`
	AgentID        string `json:"agent_id,omitempty"` // set only inside a subagent
	AgentType      string `json:"agent_type,omitempty"`
	PermissionMode string `json:"permission_mode,omitempty"`
	PromptID       string `json:"prompt_id,omitempty"` // of the turn's first prompt

	Source   string `json:"source,omitempty"`            // of SessionStart, UserPromptSubmit, ConfigChange
	Model    string `json:"model,omitempty"`             // of SessionStart
	ToModel  string `json:"to_model,omitempty"`          // of PostModelSwitch
	Title    string `json:"session_title,omitempty"`     // of SessionStart
	Reason   string `json:"reason,omitempty"`            // of SessionEnd
	Trigger  string `json:"trigger,omitempty"`           // of PreCompact
	Error    string `json:"error,omitempty"`             // of StopFailure
	Notified string `json:"notification_type,omitempty"` // of Notification
	Message  string `json:"message,omitempty"`           // of Notification, Elicitation

	Tool          string `json:"tool_name,omitempty"`
	MCPServer     string `json:"mcp_server_name,omitempty"` // of Elicitation
	ElicitationID string `json:"elicitation_id,omitempty"`

	Command  string `json:"command_name,omitempty"`  // of UserPromptExpansion: a slash command
	TaskID   string `json:"task_id,omitempty"`       // of TaskCreated, TaskCompleted
	Teammate string `json:"teammate_name,omitempty"` // of TeammateIdle
	Team     string `json:"team_name,omitempty"`     // of TeammateIdle
}

// members is written out because reflection would take a hundredth of a hook's time. A test compares it with
// the fields.
func (m *Members) members() members {
	return members{
		{"hook_event_name", &m.Event, opt.Word},
		{"session_id", &m.SessionID, opt.ID},
		{"cwd", &m.CWD, opt.Path},
		{"agent_id", &m.AgentID, opt.Word},
		{"agent_type", &m.AgentType, opt.Text},
		{"permission_mode", &m.PermissionMode, opt.Text},
		{"prompt_id", &m.PromptID, opt.ID},
		{"source", &m.Source, opt.Word},
		{"model", &m.Model, opt.Text},
		{"to_model", &m.ToModel, opt.Text},
		{"session_title", &m.Title, opt.Text},
		{"reason", &m.Reason, opt.Word},
		{"trigger", &m.Trigger, opt.Word},
		{"error", &m.Error, opt.Text},
		{"notification_type", &m.Notified, opt.Word},
		{"message", &m.Message, words.OptionText},
		{"tool_name", &m.Tool, opt.Text},
		{"mcp_server_name", &m.MCPServer, opt.Text},
		{"elicitation_id", &m.ElicitationID, opt.Text},
		{"command_name", &m.Command, opt.Word},
		{"task_id", &m.TaskID, opt.Word},
		{"teammate_name", &m.Teammate, opt.Word},
		{"team_name", &m.Team, opt.Word},
	}
}

// Digest is what the rules read of a hook event, and what a gate carries: the short members, and the results
// of reading the long ones. It contains no input or output of a tool, and no whole prompt or answer. A
// digest from a gate is as untrusted as a payload.
type Digest struct {
	Members

	// Agent is the agent that has fired the event, "" = Claude Code. A gate carries events of Claude Code
	// only.
	Agent   string `json:"-"`
	Allowed bool   `json:"-"` // see Payload
	// TranscriptPath means nothing on another machine, so a gate does not carry it.
	TranscriptPath   string `json:"-"`
	TranscriptExists bool   `json:"transcript_exists,omitempty"`
	Old              bool   `json:"old,omitempty"`    // see Context
	Queued           bool   `json:"queued,omitempty"` // see Context
	NoStatusLine     bool   `json:"no_status_line,omitempty"`

	Mate string `json:"mate,omitempty"` // see Teammate
	Lead string `json:"lead,omitempty"`
	Fork string `json:"fork,omitempty"` // of a start as a fork: the id of the session that it goes on from

	Synthetic bool   `json:"synthetic,omitempty"`  // the prompt comes from Claude Code itself
	Prompt    string `json:"prompt,omitempty"`     // its first line, if from a person; of a start see Context
	Reporters string `json:"reporters,omitempty"`  // the agents whose reports the prompt brings
	Said      string `json:"said,omitempty"`       // the last sentence of the last answer
	Failure   string `json:"failure,omitempty"`    // what a failed turn has shown to the person
	Intent    string `json:"intent,omitempty"`     // of the last answer
	Request   string `json:"request,omitempty"`    // what the tool call wants
	Call      uint64 `json:"call,omitempty"`       // a hash of the tool's input: see Input
	Skill     string `json:"skill,omitempty"`      // the skill that a tool call begins
	Launched  string `json:"launched,omitempty"`   // the background agent that a tool call has started
	AtWork    string `json:"at_work,omitempty"`    // of Stop: the background agents at work
	HasTeam   bool   `json:"has_team,omitempty"`   // a teammate runs in the process, at work or idle
	ReportDue bool   `json:"report_due,omitempty"` // the ended agent ran in the background, and reports later

	// Of Stop: in how long the session goes on by itself, and for how long it counts as asleep; 0 = not.
	WakesIn   time.Duration `json:"wakes_in,omitempty"`
	AsleepFor time.Duration `json:"asleep_for,omitempty"`
}

// Digest reads what the rules need from the payload. Of the long texts it reads only what the event's rule
// uses.
func (p Payload) Digest(c Context) Digest {
	d := Digest{
		Members: p.Members, TranscriptPath: p.TranscriptPath, TranscriptExists: c.TranscriptExists,
		Old: c.Old, Queued: c.Queued, NoStatusLine: c.NoStatusLine,
		Mate: c.Teammate.Name, Lead: c.Teammate.Lead, Fork: c.Teammate.Fork,
		Call: p.Input.sum(p.Tool), Agent: p.Agent, Allowed: p.Allowed,
	}
	if p.Agent != "" { // transcripts of other agents cannot be read
		d.TranscriptPath = ""
	}
	if p.Tool == skillTool {
		d.Skill = p.Input.texts.Skill
	}
	_, asks := attentionTools[p.Tool] // the tools of a subagent are not shown
	switch event := EventName(p.Event); {
	case event == PermissionRequest, event == PreToolUse && (asks || p.AgentID == ""):
		// If the input says no more than the tool's name, Request stays empty.
		if request := p.Request(c.Home); request != p.Tool {
			d.Request = request
		}
	case p.AgentID != "":
		if event == SubagentStop || event == Stop || event == StopFailure {
			d.ReportDue = p.inBackground()
		}
	case event == PostToolUse && p.Launched != "":
		d.Launched, d.Request = agentKey(p.Launched), p.Input.texts.Description
	case event == UserPromptSubmit:
		if d.Synthetic = p.synthetic(); d.Synthetic {
			d.Reporters = reporters(p.Prompt)
		} else {
			d.Prompt = words.FirstLine(withoutMark(p.Prompt))
		}
	case event == SessionStart:
		d.Prompt = words.FirstLine(c.AskedFirst)
		d.Said, d.Intent = words.LastSentence(c.AnsweredLast), string(words.Intent(c.AnsweredLast))
	case event == Stop:
		d.Said, d.Intent = words.LastSentence(p.LastMessage), string(words.Intent(p.LastMessage))
		d.AtWork, d.HasTeam = p.atWork(), p.hasTeam()
		d.WakesIn, d.AsleepFor = sleep(p.Crons, c.Now)
	}
	if p.Event == string(StopFailure) {
		d.Failure = words.FirstLine(p.LastMessage)
	}
	return d
}

// Short returns the digest with its texts cut to the length of an option, for a gate.
func (d Digest) Short() Digest {
	d.Members.members().clean()
	d.derived().clean()
	return d
}

// derived lists the texts that are not members of the payload.
func (d *Digest) derived() members {
	return members{
		{"agent", &d.Agent, opt.ID},
		{"transcript_path", &d.TranscriptPath, opt.Path},
		{"mate", &d.Mate, opt.Text},
		{"lead", &d.Lead, opt.ID},
		{"fork", &d.Fork, opt.ID},
		{"prompt", &d.Prompt, words.OptionText},
		{"reporters", &d.Reporters, agentList},
		{"said", &d.Said, words.OptionText},
		{"failure", &d.Failure, words.OptionText},
		{"intent", &d.Intent, opt.Word},
		{"request", &d.Request, words.OptionText},
		{"skill", &d.Skill, opt.Word},
		{"launched", &d.Launched, opt.Word},
		{"at_work", &d.AtWork, agentList},
	}
}

// member is a text of a JSON object: its name there, where it is stored, and the function that makes it safe
// for an option; nil = it is not written into an option.
type member struct {
	name  string
	text  *string
	clean func(string) string
}

// members is a list and no map, which would be slower for so few names.
type members []member

// of returns where the member of that name is stored, nil if it is not wanted.
func (list members) of(name string) *string {
	for _, m := range list {
		if m.name == name {
			return m.text
		}
	}
	return nil
}

// clean makes the texts safe for options. A second call changes nothing.
func (list members) clean() {
	for _, m := range list {
		if *m.text != "" {
			*m.text = m.clean(*m.text)
		}
	}
}

// agentList makes a list of agents safe for an option.
func agentList(list string) string { return opt.List(agents(list)) }

// agents parses a list of agents, which may come from a gate.
func agents(list string) []opt.Entry {
	entries := opt.Entries(list)
	for i, e := range entries {
		entries[i] = opt.Entry{Key: agentKey(e.Key), Word: opt.Word(e.Word)}
	}
	return entries
}

// Request says in words what the payload's tool call wants. Paths are relative to the payload's directory,
// or to home.
func (p Payload) Request(home string) string {
	return words.Request(p.Tool, p.Input.texts, words.Directories{CWD: p.CWD, Home: home})
}

// fromPerson is the source of a prompt that a person has written.
const fromPerson = "user"

// synthetic reports whether the prompt comes from Claude Code itself. If it names no source, its words
// decide.
func (p *Payload) synthetic() bool {
	if p.Source != "" {
		return p.Source != fromPerson
	}
	if p.Agent != "" {
		return p.Prompt == "" // Qwen Code fires the event again after the results of tools
	}
	return words.AuthorOf(p.Prompt) != words.Person
}

// withoutMark removes the line with which Claude Code 2.1.329 marks a long paste: <pasted_content
// id="f665">.
func withoutMark(prompt string) string {
	rest, found := strings.CutPrefix(strings.TrimLeft(prompt, "\n"), `<pasted_content id="`)
	if _, paste, closed := strings.Cut(rest, "\">\n"); found && closed {
		return paste
	}
	return prompt
}

// maxReporters is how many reports of one announcement are used: the edits for more would not fit into a
// batch.
const maxReporters = 8

// reporters lists the agents and tasks whose reports an announcement brings.
func reporters(prompt string) string {
	var list []opt.Entry
	for _, id := range words.Reporters(prompt) {
		if id = opt.Word(id); id != "" && len(list) < maxReporters {
			list = append(list, opt.Entry{Key: agentKey(id)})
		}
	}
	return opt.List(list)
}

// Words that Claude Code uses in a [Task].
const (
	taskAgent   = "subagent"
	taskRunning = "running"
)

// atWork lists the background tasks that are agents at work. A shell does not count: a development server
// never ends.
func (p *Payload) atWork() string {
	var list []opt.Entry
	for _, task := range p.Tasks {
		switch task.Type {
		case taskAgent, "workflow": // an idle teammate is also called running
			if task.Status == taskRunning {
				kind := cmp.Or(task.AgentType, task.Type)
				list = append(list, opt.Entry{Key: agentKey(task.ID), Word: opt.Word(kind)})
			}
		}
	}
	return opt.List(list)
}

// hasTeam reports whether a teammate runs in the process of its lead. Its task has another id than its
// events.
func (p *Payload) hasTeam() bool {
	return slices.ContainsFunc(p.Tasks, func(task Task) bool { return task.Type == "teammate" })
}

// inBackground reports whether the agent that ends ran in the background: then its own event still lists it.
// An agent in the foreground ends with a call of the main thread.
func (p *Payload) inBackground() bool {
	agent := agentKey(p.AgentID)
	return slices.ContainsFunc(p.Tasks, func(task Task) bool {
		return task.Type == taskAgent && agentKey(task.ID) == agent
	})
}
