// Package fleet knows many sessions at once: which there are in the panes of a server,
// in which order they want to be looked at, what has happened to them from one look to
// the next, how they are shown in a table and in JSON, and how a person goes from one to
// the other. Pure but for [Complete], which reads transcripts, and [Visitor],
// which talks to the server. When to look again is up to package watching.
package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// DefaultStale is after how long without an event a session counts as stale.
const DefaultStale = 8 * time.Hour

// Session is a session in a pane. Its texts are fit for a terminal, except for Dir and
// those of Pane.
type Session struct {
	Pane   tmux.Pane
	Host   string // the host that has the pane, as ssh knows it; "" = this one
	Server string // name of the tmux server's socket, where there are several

	ID     string               `option:"session_id"`
	Title  string               `option:"title"`       // "" = not known, see [Complete]
	Dir    string               `option:"session_dir"` // absolute, "" = not known
	Model  string               `option:"model"`
	Job    string               `option:"job"`  // of a session in the background: its id there; "" = of another one
	Lead   string               `option:"lead"` // of a teammate in a pane of its own: the id of the session that leads it
	Fork   string               `option:"forked_from"`
	Agent  string               `option:"agent"` // the program that reports its state; "" = Claude Code
	State  tmuxopt.SessionState `option:"state"` // "" = it has ended
	Detail string               `option:"detail"`
	Since  time.Time            `option:"since"` // of the last change of State
	Wake   time.Time            `option:"wake"`  // when it will go on by itself, zero if it will not

	Event   string             `option:"latest_hook_event"`
	EventAt time.Time          `option:"latest_hook_time"`
	Agents  []tmuxopt.Entry    `option:"agents"`
	Given   map[string]string  // what the subagents at work are to do, by their ids, see [Complete]
	Runs    string             // of one that is stuck in a command: the programs that this runs, see [Complete]
	Shown   tmuxopt.ShownState // what its pane shows: the state, or what says more than that
	Unseen  bool               // it has finished or failed since its pane was looked at
	Stale   bool               // nothing has been heard of it for long
	Parked  bool               // somebody has said that it needs nobody for now

	Meter
	Words
	Work

	AsOf     time.Time // when its host was heard of last, if that does not answer now
	PaneGone bool      // its pane does not exist any more: see [Session.Gone]
}

// List returns the sessions of the panes, the most urgent first: attention,
// error, finished with a question, finished and not seen yet, working, idle, asleep, ended; of the
// same urgency, the one that has been so for the longest time. Parked sessions follow, and stale
// ones come last. A session that has ended in one pane and goes on in another is listed in the
// other; one that has ended in several is listed where its last event was.
func List(panes []tmux.Pane, now time.Time, stale time.Duration) []Session {
	list := make([]Session, 0, len(panes))
	last := map[string]int{} // where in the list a session goes on, or has ended last, by id
	for _, p := range panes {
		if p.Options[tmuxopt.SessionID] == "" && p.Options[tmuxopt.State] == "" {
			continue
		}
		list = append(list, Session{})
		s := &list[len(list)-1]
		s.read(p, now, stale)
		if other, known := last[s.ID]; !known || s.replaces(list[other]) {
			last[s.ID] = len(list) - 1
		}
	}
	order := make([]int, 0, len(list)) // a session is large: numbers are faster to sort
	for i, s := range list {
		if s.State != "" || s.ID == "" || last[s.ID] == i {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return list[a].Compare(list[b]) })
	sorted := make([]Session, len(order))
	for i, from := range order {
		sorted[i] = list[from]
	}
	return sorted
}

// replaces reports whether the session in this pane tells more than in another one.
func (s Session) replaces(other Session) bool {
	runs, otherRuns := s.State != "", other.State != ""
	return runs && !otherRuns || runs == otherRuns && s.EventAt.After(other.EventAt)
}

// Compare is the order of a list: what is more urgent, or has been so for longer,
// comes first.
func (s Session) Compare(other Session) int {
	return cmp.Or(cmp.Compare(s.Urgency(), other.Urgency()), s.Since.Compare(other.Since))
}

// Key names the session's pane among those of all hosts: "%3", "devbox:%3". Where no pane shows the session
// it is the id of its job.
func (s Session) Key() string { return s.onHost() + s.Pane.ID }

// SplitKey returns the host and the pane that a key names.
func SplitKey(key string) (host, pane string) {
	colon := strings.LastIndexByte(key, ':') // addresses of hosts may have colons
	return key[:max(colon, 0)], key[colon+1:]
}

// Place is the place of its pane among those of all hosts, fit for a terminal: "main:1.0",
// "devbox:main:1.0".
func (s Session) Place() string { return tmuxopt.Text(s.onHost() + s.Pane.Where()) }

// RunsOn is the host or container in which Claude Code runs, in its own words where it runs
// behind a gate; "" = this host.
func (s Session) RunsOn() string { return cmp.Or(tmuxopt.Text(s.Pane.Options[tmuxopt.Host]), s.Host) }

// onHost is what stands before the names of panes of another host.
func (s Session) onHost() string {
	if s.Host == "" {
		return ""
	}
	return s.Host + ":"
}

// read sets the session to that of a pane.
func (s *Session) read(p tmux.Pane, now time.Time, stale time.Duration) {
	o := p.Options
	*s = Session{Pane: p, Shown: o.ShownState(), Unseen: o.Unseen(), Parked: o.IsParked(now)}
	tmuxopt.Read(s, o)
	if !s.Wake.After(now) {
		s.Wake = time.Time{}
	}
	s.Meter.settle(now)
	s.Work.settle()
	s.Stale = s.State != "" && !s.EventAt.IsZero() && now.Sub(s.EventAt) > stale
}

// Urgency is the position of the session in a list: 0 comes first. Parked sessions follow all
// others, and stale sessions come last.
func (s Session) Urgency() int {
	switch place := slices.Index(byUrgency, s.Shown); {
	case s.Stale:
		return len(byUrgency) + 1
	case s.Parked:
		return len(byUrgency)
	case place < 0: // a state of another version
		return slices.Index(byUrgency, tmuxopt.ShownState(tmuxopt.Idle))
	default:
		return place
	}
}

var byUrgency = tmuxopt.ByUrgency()

// Asleep reports whether the session is idle, and will go on by itself soon.
func (s Session) Asleep() bool { return s.Shown == tmuxopt.ShownAsleep }

// Stuck reports whether the session works, and nothing was heard of it for long.
func (s Session) Stuck() bool { return s.Shown == tmuxopt.ShownStuck }

// Asks reports whether the last answer of the session has asked something.
func (s Session) Asks() bool { return s.Shown == tmuxopt.ShownQuestion }

// NeedsYou reports whether somebody should go there: it wants something, or has finished
// or failed while nobody looked. What has asked needs you until it gets a prompt, also
// when you have seen it: like a dialog, a question is not answered by looking at it.
// What is parked needs nobody.
func (s Session) NeedsYou() bool {
	return !s.Parked && (s.State == tmuxopt.Attention || s.Asks() || s.Unseen)
}

// About says what a person wants to know of the session: what it asks for while it waits,
// what it has said when it has finished, else what it does or what went wrong.
func (s Session) About() string {
	switch s.State {
	case tmuxopt.Attention:
		if n := len(hookmap.OpenCalls(s.Pane.Options)); n > 1 { // nobody knows which of them is on the screen
			return fmt.Sprintf("%d requests", n)
		}
		return cmp.Or(s.Request, forPeople(s.Detail))
	case tmuxopt.Idle:
		return cmp.Or(s.Said, s.Detail)
	case "":
		return cmp.Or(s.Detail, s.Said)
	case tmuxopt.Working:
		does := cmp.Or(s.agentsInWords(), s.Doing, s.Detail, "Thinking")
		if s.Stuck() && !s.EventAt.IsZero() {
			does = "silent since " + s.EventAt.Format("15:04") + ": " + does + cli.After(" · runs ", s.Runs)
		}
		return does
	default:
		return s.Detail
	}
}

// AgentAsks reports whether a subagent of the session asks something, and what, if that is known.
func (s Session) AgentAsks(id string) (request string, asks bool) {
	for _, open := range tmuxopt.Entries(s.Pane.Options[tmuxopt.Waiting]) {
		if agent, _, _ := strings.Cut(open.Key, "."); agent != id {
			continue
		}
		asks = true
		if open.Key == s.Pane.Options[tmuxopt.RequestCall] {
			return s.Request, true
		}
	}
	return "", asks
}

// forPeople returns what people call what Claude Code gives as the reason of a request that says no more.
func forPeople(reason string) string {
	switch reason {
	case "ExitPlanMode":
		return "a plan"
	case "AskUserQuestion":
		return "a question"
	case "Dialog":
		return "a dialog"
	}
	return reason
}

// agentsInWords says which subagents work: "2 agents: Explore, Plan", and of a single one what it is to do, else its
// type: "agent: Measure the caches".
func (s Session) agentsInWords() string {
	switch len(s.Agents) {
	case 0:
		return ""
	case 1:
		return cmp.Or(cli.After("agent: ", s.given(s.Agents[0].Key)), s.Agents[0].Word)
	}
	var types []string
	for _, agent := range s.Agents {
		types = append(types, agent.Word)
	}
	return fmt.Sprintf("%d agents: %s", len(types), strings.Join(types, ", "))
}

// given returns what a subagent at work is to do, "" if that is not known.
func (s Session) given(agent string) string {
	o := s.Pane.Options
	told := ""
	if o[tmuxopt.GivenAgent] == agent {
		told = tmuxopt.Text(o[tmuxopt.Given])
	}
	return cmp.Or(s.Given[agent], told)
}

// Next returns the pane to go to from the current one: the most urgent of the candidates
// that the round has not come to yet, in the end home, where it has begun. A pane that
// has been seen may need nobody any more, and one that asks still does: so the round is
// known by where it has been. Next returns "" if there is nowhere to go.
func Next(candidates, visited []string, current, home string) string {
	for _, pane := range candidates {
		if pane != current && pane != home && !slices.Contains(visited, pane) {
			return pane
		}
	}
	switch {
	case home != "" && home != current:
		return home
	case home == "" && len(visited) > 0: // round and round
		return Next(candidates, nil, current, home)
	}
	return ""
}
