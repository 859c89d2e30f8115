// Package fleet handles many sessions at once: it finds them in the panes of a server, sorts them by
// urgency, compares two readings, prints them as a table and as JSON, and moves a person from one to the
// next. Only [Complete] and [WorkOutContext], which read transcripts, and [Visitor], which talks to the server,
// reach beyond it. Package watching decides when the sessions are read again.
package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/sys/heap"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Session is a session in a pane. Its texts are safe for a terminal, except for Dir and those of Pane.
type Session struct {
	Pane   tmux.Pane
	Host   string // the host that has the pane, as ssh knows it; "" = this one
	Server string // name of the tmux server's socket, where there are several

	ID     string               `option:"session_id"`
	Title  string               `option:"title"`       // "" = not known, see [Complete]
	Dir    string               `option:"session_dir"` // absolute, "" = not known
	Model  string               `option:"model"`
	Job    string               `option:"job"`  // its id in the background; "" = it is not in the background
	Lead   string               `option:"lead"` // of a teammate in a pane of its own: the session that leads it
	Fork   string               `option:"forked_from"`
	Agent  string               `option:"agent"` // the program that reports its state; "" = Claude Code
	State  tmuxopt.SessionState `option:"state"` // "" = it has ended
	Detail string               `option:"detail"`
	Since  time.Time            `option:"since"` // of the last change of State
	Wake   time.Time            `option:"wake"`  // when it will continue by itself, zero if it will not

	Event   string             `option:"latest_hook_event"`
	EventAt time.Time          `option:"latest_hook_time"`
	Agents  []tmuxopt.Entry    `option:"agents"`
	Given   map[string]string  // the tasks of the subagents at work, by their ids, see [Complete]
	Runs    string             // the programs below the command that it is stuck in, see [Complete]
	Shown   tmuxopt.ShownState // the state, or a more precise word for it
	Unseen  bool               // it has finished or failed since its pane was looked at
	Stale   bool               // no event for long
	Parked  bool               // a person has marked it as needing nobody for now

	Meter
	Words
	Work

	AsOf     time.Time // when its host answered last, if that does not answer now
	PaneGone bool      // its pane does not exist any more: see [Session.Gone]

	readAt time.Time // the time of the list
}

// bytesPerSession is about how much of the heap a list needs for each session.
const bytesPerSession = 8 << 10

// List returns the sessions of the panes, the most urgent first: attention, error, finished with a question,
// finished and not seen yet, working, idle, asleep, ended. Of the same urgency the one that has been in its
// state for longest is first. Parked sessions follow, and stale ones are last. A session that has ended in one
// pane and goes on in another is listed in the other; one that has ended in several is listed where its last
// event was. For that, sessions behind gates are compared only with each other: what a gate reports hides no
// session of this host.
func List(panes []tmux.Pane, now time.Time) []Session {
	heap.Populate(len(panes) * bytesPerSession)
	list := make([]Session, 0, len(panes))
	last := map[identity]int{} // the index in the list where a session continues, or has ended last
	for _, p := range panes {
		if p.Options[tmuxopt.SessionID] == "" && p.Options[tmuxopt.State] == "" {
			continue
		}
		list = append(list, Session{})
		s := &list[len(list)-1]
		s.read(p, now)
		if other, known := last[s.identity()]; !known || s.replaces(list[other]) {
			last[s.identity()] = len(list) - 1
		}
	}
	kept := list[:0] // a session is large: nothing is copied elsewhere
	for i := range list {
		if s := &list[i]; s.State != "" || s.ID == "" || last[s.identity()] == i {
			kept = append(kept, *s)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].Compare(kept[j]) < 0 })
	return kept
}

// identity says which panes show the same session.
type identity struct {
	id         string
	behindGate bool
}

func (s *Session) identity() identity { return identity{s.ID, s.Pane.Options[tmuxopt.Gate] != ""} }

// replaces reports whether the session in this pane is listed instead of the one with the same id in the
// other pane.
func (s Session) replaces(other Session) bool {
	runs, otherRuns := s.State != "", other.State != ""
	return runs && !otherRuns || runs == otherRuns && s.EventAt.After(other.EventAt)
}

// Compare orders a list as [List] does.
func (s Session) Compare(other Session) int {
	return cmp.Or(cmp.Compare(s.Urgency(), other.Urgency()), s.Since.Compare(other.Since))
}

// Key names the session's pane among those of all hosts: "%3", "devbox:%3". If no pane shows the session,
// the key is the id of its job.
func (s Session) Key() string { return s.hostPrefix() + s.Pane.ID }

// SplitKey returns the host and the pane that a key names.
func SplitKey(key string) (host, pane string) {
	colon := strings.LastIndexByte(key, ':') // an address of a host may have colons
	return key[:max(colon, 0)], key[colon+1:]
}

// Place returns the place of its pane among those of all hosts, safe for a terminal: "main:1.0",
// "devbox:main:1.0".
func (s Session) Place() string { return tmuxopt.Text(s.hostPrefix() + s.Pane.Where()) }

// RunsOn returns the host or container in which Claude Code runs. Behind a gate that is the name that the
// gate reports; "" = this host.
func (s Session) RunsOn() string { return cmp.Or(tmuxopt.Text(s.Pane.Options[tmuxopt.Host]), s.Host) }

// hostPrefix returns what names of panes of another host begin with.
func (s Session) hostPrefix() string {
	if s.Host == "" {
		return ""
	}
	return s.Host + ":"
}

// read sets the session to that of a pane.
func (s *Session) read(p tmux.Pane, now time.Time) {
	o := p.Options
	*s = Session{Pane: p, Shown: o.ShownState(), Unseen: o.Unseen(), Parked: o.IsParked(now), readAt: now}
	tmuxopt.Read(s, o)
	if !s.Wake.After(now) {
		s.Wake = time.Time{}
	}
	s.Meter.settle(now)
	s.Work.settle()
	s.Stale = s.State != "" && !s.EventAt.IsZero() && now.Sub(s.EventAt) > staleAfter(o)
}

// staleAfter returns after how long without an event a session counts as stale.
func staleAfter(o tmuxopt.Options) time.Duration {
	if d, err := time.ParseDuration(strings.TrimSpace(o[tmuxopt.StaleOption])); err == nil && d > 0 {
		return d
	}
	return 8 * time.Hour
}

// Urgency returns the rank of the session in a [List]; 0 is the most urgent.
func (s Session) Urgency() int {
	switch rank := slices.Index(byUrgency, s.Shown); {
	case s.Stale:
		return len(byUrgency) + 1
	case s.Parked:
		return len(byUrgency)
	case rank < 0: // a state of another version
		return slices.Index(byUrgency, tmuxopt.ShownState(tmuxopt.Idle))
	default:
		return rank
	}
}

var byUrgency = tmuxopt.ByUrgency()

// Asleep reports whether the session is idle, but will soon continue by itself.
func (s Session) Asleep() bool { return s.Shown == tmuxopt.ShownAsleep }

// Stuck reports whether the session works but has fired no event for long.
func (s Session) Stuck() bool { return s.Shown == tmuxopt.ShownStuck }

// Asks reports whether the last answer of the session has asked something.
func (s Session) Asks() bool { return s.Shown == tmuxopt.ShownQuestion }

// NeedsYou reports whether somebody should go to the session: it wants something, or has finished or failed
// while nobody looked. A session that has asked a question needs you until it gets a prompt, even if you have
// seen the question: like a dialog, it is not answered by looking at it. A parked session needs nobody.
func (s Session) NeedsYou() bool {
	return !s.Parked && (s.State == tmuxopt.Attention || s.Asks() || s.Unseen)
}

// About returns what a person wants to know of the session: while it waits, what it asks for; after it has
// finished, its last answer; else what it does or what went wrong.
func (s Session) About() string {
	switch s.State {
	case tmuxopt.Attention:
		if n := len(hookmap.OpenCalls(s.Pane.Options)); n > 1 { // nobody knows which of them is on the screen
			return fmt.Sprintf("%d requests", n)
		}
		return cmp.Or(s.Request, clearReasons[s.Detail], s.Detail)
	case tmuxopt.Idle:
		return cmp.Or(s.Said, s.Detail)
	case "":
		return cmp.Or(s.Detail, s.Said)
	case tmuxopt.Working:
		activity := cmp.Or(s.agentsInWords(), s.Doing, s.Detail, "Thinking")
		if s.Stuck() && !s.EventAt.IsZero() {
			return "silent since " + cli.Moment(s.readAt, s.EventAt) + ": " + activity + cli.After(" · runs ", s.Runs)
		}
		return activity
	default:
		return s.Detail
	}
}

// AgentAsks reports whether a subagent of the session asks for something, and what, if that is known. Where only the
// registry has reported a dialog, it is that of the only subagent if the main thread has ended its turn.
func (s Session) AgentAsks(id string) (request string, asks bool) {
	o := s.Pane.Options
	isOnly := len(s.Agents) == 1 && s.Agents[0].Key == id && o[tmuxopt.Turn] != string(tmuxopt.TurnOpen)
	for _, open := range tmuxopt.Entries(o[tmuxopt.Waiting]) {
		if agent, _, _ := strings.Cut(open.Key, "."); agent != id && !(isOnly && hookmap.OnlyRegistered(open)) {
			continue
		}
		asks = true
		if open.Key == o[tmuxopt.RequestCall] {
			return s.Request, true
		}
	}
	return "", asks
}

// clearReasons replace reasons that Claude Code gives for a request.
var clearReasons = map[string]string{
	"ExitPlanMode": "a plan", "AskUserQuestion": "a question", "Dialog": "a dialog",
}

// agentsInWords lists the types of the subagents at work: "2 agents: Explore, Plan". For a single one it
// returns the task, "agent: Measure the caches", or the type if the task is not known.
func (s Session) agentsInWords() string {
	switch len(s.Agents) {
	case 0:
		return ""
	case 1:
		return cmp.Or(cli.After("agent: ", s.agentTask(s.Agents[0].Key)), s.Agents[0].Word)
	}
	var types []string
	for _, agent := range s.Agents {
		types = append(types, agent.Word)
	}
	return fmt.Sprintf("%d agents: %s", len(types), strings.Join(types, ", "))
}

// agentTask returns the task of a subagent at work, "" if it is not known.
func (s Session) agentTask(agent string) string {
	if o := s.Pane.Options; s.Given[agent] == "" && o[tmuxopt.GivenAgent] == agent {
		return tmuxopt.Text(o[tmuxopt.Given])
	}
	return s.Given[agent]
}

// Next returns the pane to go to from the current one: the most urgent candidate that the round has not
// visited yet; after the last one home, where the round began; "" if there is no other pane. The round needs
// the visited panes, because some panes need nobody once they were seen, and others still do.
func Next(candidates, visited []string, current, home string) string {
	for _, pane := range candidates {
		if pane != current && pane != home && !slices.Contains(visited, pane) {
			return pane
		}
	}
	switch {
	case home != "" && home != current:
		return home
	case home == "" && len(visited) > 0: // the next round begins
		return Next(candidates, nil, current, home)
	}
	return ""
}
