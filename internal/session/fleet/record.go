package fleet

import (
	"time"

	"atm/hookmap"
	"atm/tmuxopt"
)

// Record is a session as atm ls, wait and watch print it in JSON. Members are added, never changed. The tag
// "help", or the declaration of the option that a member holds, documents it.
type Record struct {
	Server    string  `json:"server" help:"with --all-servers: name of the tmux server's socket, else ''"`
	PaneHost  string  `json:"pane_host" help:"the host whose tmux has the pane (--hosts), '' = this one"`
	Pane      string  `json:"pane" help:"\"%3\", '' = no pane shows it"`
	Where     string  `json:"where" help:"\"main:1.0\", bg where no pane shows it"`
	Job       string  `json:"job" help:"of a session in the background: the id for claude attach; ? = nobody knows which"`
	SessionID string  `json:"session_id" help:"the full id"`
	Title     string  `json:"title" help:"given by you, else by Claude, else the first prompt"`
	Dir       string  `json:"dir" help:"the directory that the session was started in"`
	Host      string  `json:"host" help:"where Claude Code runs, also behind atm gate, '' = here"`
	Model     string  `json:"model"`
	State     string  `json:"state" help:"attention, error, working, idle, starting, '' = ended; or as --states says"`
	Detail    string  `json:"detail" help:"what it asks or has done, or what went wrong"`
	Since     int64   `json:"since" help:"Unix seconds of the last change of the state, 0 = unknown"`
	Event     string  `json:"event" help:"the last hook event"`
	EventAt   int64   `json:"event_at" help:"its time, Unix seconds"`
	Agents    []Agent `json:"agents" help:"the subagents at work: [{\"id\", \"type\", \"description\"}]"`
	Unseen    bool    `json:"unseen" help:"it has finished or failed, and nobody has looked since"`
	Stale     bool    `json:"stale" help:"it has had no event for long"`
	NeedsYou  bool    `json:"needs_you" help:"it asks, or is unseen, and is not parked"`
	Parked    bool    `json:"parked" help:"atm park: it needs nobody for now"`
	Asleep    bool    `json:"asleep" help:"it is idle, and goes on by itself soon"`
	Stuck     bool    `json:"stuck" help:"it works, and has had no event for longer than @atm-stuck"`
	Wake      int64   `json:"wake" help:"Unix seconds of when it will go on by itself, 0 = it will not"`
	Agent     string  `json:"agent" help:"the program that reports its state, '' = Claude Code"`
	Lead      string  `json:"lead" help:"of a teammate in a pane of its own: the id of the session that leads its team"`
	Fork      string  `json:"forked_from" option:"forked_from"`
	AsOf      int64   `json:"as_of" help:"of a host that does not answer: Unix seconds of when it did, 0 = it answers"`

	Meter
	Words
	Work
}

// Agent is a subagent at work, in a [Record].
type Agent struct {
	ID   string `json:"id"`
	Type string `json:"type"`

	Description string `json:"description"` // its task, "" = not known
}

// Listing is what atm ls --json prints.
type Listing struct {
	Version     int      `json:"version"` // of this format: 1
	Sessions    []Record `json:"sessions"`
	Unreachable []string `json:"unreachable,omitempty"` // hosts that do not answer
}

// NewListing lists sessions. Their states are words of the vocabulary.
func NewListing(sessions []Session, words hookmap.Vocabulary) Listing {
	return Listing{Version: 1, Sessions: Records(sessions, words)}
}

// Records returns the records of sessions.
func Records(sessions []Session, words hookmap.Vocabulary) []Record {
	records := make([]Record, 0, len(sessions))
	for _, session := range sessions {
		records = append(records, session.Record(words))
	}
	return records
}

// Record returns the session as a record. Its state is a word of the vocabulary.
func (s Session) Record(words hookmap.Vocabulary) Record {
	r := Record{
		Server:    s.Server,
		PaneHost:  s.Host,
		Job:       s.Job,
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
		Asleep:    s.Asleep(),
		Stuck:     s.Stuck(),
		Wake:      unixSeconds(s.Wake),
		Agent:     s.Agent,
		Lead:      s.Lead,
		Fork:      s.Fork,
		AsOf:      unixSeconds(s.AsOf),
		Meter:     s.Meter,
		Words:     s.Words,
		Work:      s.Work,
	}
	if s.Pane.Exists() {
		r.Pane = s.Pane.ID
	}
	for _, agent := range s.Agents {
		r.Agents = append(r.Agents, Agent{ID: agent.Key, Type: agent.Word, Description: s.agentTask(agent.Key)})
	}
	return r
}

// unixSeconds returns 0 for a time that is not known.
func unixSeconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
