package fleet

import (
	"time"

	"atm/hookmap"
	"atm/tmuxopt"
)

// Record is a session as atm ls, wait and watch print it in JSON. Members are added,
// never changed; [Members] says what each is.
type Record struct {
	Server    string  `json:"server"`
	PaneHost  string  `json:"pane_host"`
	Pane      string  `json:"pane"`
	Where     string  `json:"where"`
	SessionID string  `json:"session_id"`
	Title     string  `json:"title"`
	Dir       string  `json:"dir"`
	Host      string  `json:"host"`
	Model     string  `json:"model"`
	State     string  `json:"state"`
	Detail    string  `json:"detail"`
	Since     int64   `json:"since"`
	Event     string  `json:"event"`
	EventAt   int64   `json:"event_at"`
	Agents    []Agent `json:"agents"`
	Unseen    bool    `json:"unseen"`
	Stale     bool    `json:"stale"`
	NeedsYou  bool    `json:"needs_you"`
	Parked    bool    `json:"parked"`
	Agent     string  `json:"agent"`
	AsOf      int64   `json:"as_of"`

	Meter
	Words
	Work
}

// Agent is a subagent at work, in a [Record].
type Agent struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Member is a member of a [Record].
type Member struct {
	Name string
	Doc  string
}

// Members lists the members of a [Record] in their order.
func Members() []Member {
	return []Member{
		{Name: "server", Doc: `name of the tmux server's socket, "" for the current one`},
		{Name: "pane_host", Doc: `the host whose tmux has the pane (--hosts), "" = this one`},
		{Name: "pane", Doc: `"%3"`},
		{Name: "where", Doc: `"main:1.0"`},
		{Name: "session_id", Doc: "the full id"},
		{Name: "title", Doc: "given by you, else by Claude, else the first prompt"},
		{Name: "dir", Doc: "the directory that the session was started in"},
		{Name: "host", Doc: `where Claude Code runs, also behind atm gate, "" = here`},
		{Name: "model", Doc: "as Claude Code names it"},
		{Name: "state",
			Doc: `attention, error, working, idle, starting, "" = ended; or in the words of --states`},
		{Name: "detail", Doc: "what is wanted, done, or went wrong"},
		{Name: "since", Doc: "Unix seconds of the last change of the state, 0 = unknown"},
		{Name: "event", Doc: "the last hook event"},
		{Name: "event_at", Doc: "its time, Unix seconds"},
		{Name: "agents", Doc: `the subagents at work: [{"id", "type"}]`},
		{Name: "unseen", Doc: "it has finished or failed, and nobody has looked since"},
		{Name: "stale", Doc: "nothing was heard of it for long"},
		{Name: "needs_you", Doc: "it asks, or is unseen, and is not parked"},
		{Name: "parked", Doc: "atm park: it needs nobody for now"},
		{Name: "agent", Doc: `the program that tells its state by atm set, "" = Claude Code`},
		{Name: "as_of", Doc: "of a host that does not answer: Unix seconds of when it did, 0 = it answers"},
		{Name: "context_pct", Doc: "whole per cent of the context in use, null = unknown"},
		{Name: "context_tokens", Doc: "tokens of the context in use, null = unknown"},
		{Name: "context_size", Doc: "tokens that the context holds, null = unknown"},
		{Name: "context_source",
			Doc: `"status line", "transcript" = worked out from its last response, "" = unknown`},
		{Name: "cost_usd", Doc: "what the session has cost, as Claude Code estimates it, null = unknown"},
		{Name: "limit_5h", Doc: "whole per cent of the account's limit for five hours, null = unknown"},
		{Name: "limit_5h_resets", Doc: "Unix seconds of when that limit starts again, null = unknown"},
		{Name: "limit_7d", Doc: "whole per cent of the account's limit for seven days, null = unknown"},
		{Name: "limit_7d_resets", Doc: "Unix seconds of when that limit starts again, null = unknown"},
		{Name: "effort_level", Doc: `how much the model thinks, "" = unknown`},
		{Name: "branch", Doc: `the branch of a worktree that Claude Code has made, "" = none`},
		{Name: "prompt", Doc: "first line of your last prompt"},
		{Name: "request", Doc: "what the open dialog wants"},
		{Name: "said", Doc: "the last sentence of the last answer"},
		{Name: "intent", Doc: `"question" if that asks something, "completion" if it reports, "" = neither`},
		{Name: "effort", Doc: `the piece of work that the pane's sessions belong to, "" = none is open`},
		{Name: "effort_phase", Doc: `the phase that it is in, "" = unknown`},
		{Name: "tasks", Doc: "how many tasks the session has set itself, null = unknown"},
		{Name: "tasks_done", Doc: "how many of them are done, null = unknown"},
		{Name: "teammates", Doc: "the names of its teammates, as far as they have told of themselves"},
	}
}

// Listing is what atm ls --json prints.
type Listing struct {
	Version     int      `json:"version"` // of this format: 1
	Sessions    []Record `json:"sessions"`
	Unreachable []string `json:"unreachable,omitempty"` // hosts that do not answer
}

// NewListing lists sessions, with the words of a vocabulary for their states.
func NewListing(sessions []Session, words hookmap.Vocabulary) Listing {
	return Listing{Version: 1, Sessions: Records(sessions, words)}
}

// Records returns the records of sessions.
func Records(sessions []Session, words hookmap.Vocabulary) []Record {
	records := []Record{}
	for _, session := range sessions {
		records = append(records, session.Record(words))
	}
	return records
}

// Record returns the session with the words of a vocabulary for its state.
func (s Session) Record(words hookmap.Vocabulary) Record {
	r := Record{
		Server:    s.Server,
		PaneHost:  s.Host,
		Pane:      s.Pane.ID,
		Where:     tmuxopt.Text(s.Pane.Where()),
		SessionID: s.ID,
		Title:     s.Title,
		Dir:       s.Dir,
		Host:      s.RunsOn(),
		Model:     s.Model,
		State:     words.Say(s.Pane.Options),
		Detail:    s.Detail,
		Since:     unixSeconds(s.Since),
		Event:     s.Event,
		EventAt:   unixSeconds(s.EventAt),
		Agents:    []Agent{},
		Unseen:    s.Unseen,
		Stale:     s.Stale,
		NeedsYou:  s.NeedsYou(),
		Parked:    s.Parked,
		Agent:     s.Agent,
		AsOf:      unixSeconds(s.AsOf),
		Meter:     s.Meter,
		Words:     s.Words,
		Work:      s.Work,
	}
	for _, agent := range s.Agents {
		r.Agents = append(r.Agents, Agent{ID: agent.Key, Type: agent.Word})
	}
	return r
}

// unixSeconds is 0 for a time that is not known.
func unixSeconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
