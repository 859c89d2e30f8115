package fleet

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Counts has the number of sessions in each state, as atm status --json prints it. Fields are added, never
// changed.
type Counts struct {
	Version   int `json:"version" option:"-" help:"of this format: 1"`
	Attention int `json:"attention" help:"sessions that wait for an answer"`
	Error     int `json:"error" help:"those whose last turn ended in an error"`
	Working   int `json:"working" help:"those that work"`
	Stuck     int `json:"stuck" help:"of these, those without an event for long"`
	Idle      int `json:"idle" help:"those that have finished"`
	Question  int `json:"question" help:"of these, those that have finished with a question"`
	Unseen    int `json:"unseen" help:"of these, those that nobody has looked at since, and that ask no question"`
	Elsewhere int `json:"elsewhere" help:"of these, panes of which nobody can tell which session they show"`
	Asleep    int `json:"asleep" help:"of these, those that go on by themselves"`

	Unreachable []string `json:"unreachable,omitempty" help:"hosts that do not answer"`
}

// Text writes the counts that are not zero, each after its icon; "" if all are zero.
func (c Counts) Text(icons map[string]string) string {
	sessions := map[string]int{
		string(tmuxopt.Attention): c.Attention, string(tmuxopt.Failed): c.Error, draw.Question: c.Question,
		draw.Stuck: c.Stuck, string(tmuxopt.Working): c.Working - c.Stuck, draw.Unseen: c.Unseen,
		string(tmuxopt.Idle): c.Idle - c.Question - c.Unseen - c.Asleep - c.Elsewhere, draw.Asleep: c.Asleep,
	}
	var texts []string
	for _, name := range draw.Counted() {
		if sessions[name] > 0 {
			texts = append(texts, icons[name]+strconv.Itoa(sessions[name]))
		}
	}
	return strings.Join(texts, " ")
}

// Count counts the panes by the states of their sessions.
func Count(panes []tmux.Pane) Counts {
	states, shown := map[tmuxopt.SessionState]int{}, map[tmuxopt.ShownState]int{}
	for _, pane := range panes {
		states[pane.Options.State()]++
		shown[pane.Options.ShownState()]++
	}
	return Counts{
		Version:   1,
		Attention: states[tmuxopt.Attention],
		Error:     states[tmuxopt.Failed],
		Working:   states[tmuxopt.Working],
		Stuck:     shown[tmuxopt.ShownStuck],
		Idle:      states[tmuxopt.Idle],
		Question:  shown[tmuxopt.ShownQuestion],
		Unseen:    shown[tmuxopt.ShownUnseen],
		Elsewhere: shown[tmuxopt.ShownElsewhere],
		Asleep:    shown[tmuxopt.ShownAsleep],
	}
}

// Total is the sum over the running sessions, as atm ls --total --json prints it. A sum is nil if no session
// has a value for it.
type Total struct {
	Version         int      `json:"version"` // of this format: 1
	Sessions        int      `json:"sessions"`
	NeedYou         int      `json:"need_you"`
	CostUSD         *float64 `json:"cost_usd"`
	CostSessions    int      `json:"cost_sessions"` // whose cost is known
	ContextTokens   *int64   `json:"context_tokens"`
	ContextSessions int      `json:"context_sessions"` // whose tokens are known
}

// NewTotal adds up the running sessions. One that several panes show counts in each, but has one cost and one context:
// the largest value, because the panes may have got theirs at different times.
func NewTotal(sessions []Session) Total {
	t := Total{Version: 1}
	type session struct{ host, id string }
	costs, contexts, keys := map[session]float64{}, map[session]int64{}, []session{}
	for i, s := range sessions {
		if s.State == "" {
			continue
		}
		key := session{s.Host, cmp.Or(s.ID, strconv.Itoa(i))}
		t.Sessions++
		if s.NeedsYou() {
			t.NeedYou++
		}
		keys = append(keys, key)
		if s.CostUSD != nil {
			costs[key] = max(costs[key], *s.CostUSD)
		}
		if s.ContextTokens != nil {
			contexts[key] = max(contexts[key], *s.ContextTokens)
		}
	}
	for _, key := range keys { // of each row, also where another one knows
		if _, known := costs[key]; known {
			t.CostSessions++
		}
		if _, known := contexts[key]; known {
			t.ContextSessions++
		}
	}
	if t.CostSessions > 0 {
		t.CostUSD = new(math.Round(sum(costs)*1e4) / 1e4) // 0.1 + 0.2 is 0.30000000000000004
	}
	if t.ContextSessions > 0 {
		t.ContextTokens = new(sum(contexts))
	}
	return t
}

func sum[K comparable, V int64 | float64](values map[K]V) (sum V) {
	for _, v := range values {
		sum += v
	}
	return sum
}
