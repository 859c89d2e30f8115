// Package effort shows the efforts of panes: pieces of work that take more than one session. Package tmuxopt
// declares their options. It reads options and the time of a log, and changes nothing; its texts are fit for
// a terminal.
package effort

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/longwork/handoff"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Record is an open effort of a pane, as atm effort --json prints it. Its texts except paths are fit for a
// terminal.
type Record struct {
	Pane  string `json:"pane" help:"as in atm ls --json, like where, dir, session_id, title and state"`
	Where string `json:"where" help:"of the pane"`
	Dir   string `json:"dir" option:"session_dir" help:"of the session that the pane shows"`

	Started   int64  `json:"started" option:"effort_started" help:"Unix seconds of when it was started, 0 = unknown"`
	Log       string `json:"log" option:"effort_log" help:"its log, in which sessions write their progress, '' = none"`
	LogTime   int64  `json:"log_time" option:"effort_log_time" help:"Unix seconds of when that was written, 0 = never"`
	Heartbeat int64  `json:"heartbeat" help:"how many tool calls atm guard has counted since it saw that last"`
	Note      string `json:"note" option:"effort_note" help:"the last note on it, '' = none"`
	Dialog    string `json:"dialog" option:"effort_dialog" help:"the last questions to a person with answers, '' = none"`
	Handoff   int64  `json:"handoff" option:"handoff_time" help:"Unix seconds of when it was handed over, 0 = never"`
	HandoffTo string `json:"handoff_to" help:"id of the session that has received it, '' = none so far"`
	SessionID string `json:"session_id" help:"of that session"`
	Title     string `json:"title" help:"its title, as hooks have reported it"`
	State     string `json:"state" help:"its state, '' = ended"`

	fleet.Work
	logIsNewer bool // than the guard has seen

	Agents []fleet.Agent `json:"agents" option:"-" help:"the subagents at work: [{\"id\", \"type\", \"description\"}]"`
}

// New returns the effort of a pane according to its options.
func New(p tmux.Pane) Record {
	e := Record{Pane: p.ID, Where: tmuxopt.Text(p.Where()), Agents: []fleet.Agent{}}
	tmuxopt.Read(&e, p.Options)
	e.Work = fleet.NewWork(p.Options)
	if changed := fileChanged(e.Log); changed >= e.Started && changed > e.LogTime {
		e.LogTime, e.logIsNewer = changed, true
	}
	for _, agent := range tmuxopt.Entries(tmuxopt.Lines(p.Options[tmuxopt.Agents])) {
		e.Agents = append(e.Agents, fleet.Agent{ID: agent.Key, Type: agent.Word})
	}
	return e
}

// Listing is what atm effort --json prints.
type Listing struct {
	Version int      `json:"version"` // of this format: 1
	Efforts []Record `json:"efforts"`
}

// Text describes the effort for people. left has the options of its handoff.
func (e Record) Text(now time.Time, shortPath func(string) string, left tmuxopt.Options) string {
	var b strings.Builder
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-10s %s\n", name, text)
		}
	}
	age := cli.After(", for ", cli.Ago(now, e.Started))
	fmt.Fprintf(&b, "%s at %s: %s%s\n", e.Pane, e.Where, e.InWords(), age)
	if e.Dir != "" {
		row("directory", shortPath(e.Dir))
	}
	row("session", e.sessionInWords())
	if progress := e.Progress(); progress != "" {
		row("tasks", progress+" done")
	}
	for _, agent := range e.Agents {
		row("subagent", agent.Type)
	}
	for _, name := range e.Teammates {
		row("teammate", name)
	}
	if e.Log != "" {
		written := "not written since the effort began"
		if age := cli.Ago(now, e.LogTime); age != "" {
			written = "written " + age + " ago"
		}
		row("log", shortPath(e.Log)+", "+written)
	}
	if e.Heartbeat > 0 {
		atMost := ""
		if e.logIsNewer { // the guard looks at the file only when it would remind
			atMost = "at most "
		}
		row("heartbeat", fmt.Sprintf("%s%d since anything was written down", atMost, e.Heartbeat))
	}
	row("note", e.Note)
	for line := range strings.Lines(e.Dialog) {
		row("dialog", strings.TrimSpace(line))
	}
	row("handoff", handoffInWords(left, now))
	return b.String()
}

// sessionInWords describes the session of the effort's pane and its state; "" if there was none.
func (e Record) sessionInWords() string {
	name := cmp.Or(e.Title, fleet.ShortID(e.SessionID))
	if name == "" {
		return ""
	}
	return name + ", " + cmp.Or(e.State, "ended")
}

// List returns the efforts of panes, by directory and age.
func List(panes []tmux.Pane) Listing {
	list := Listing{Version: 1, Efforts: []Record{}}
	for _, pane := range panes {
		if e := New(pane); e.Effort != "" {
			list.Efforts = append(list.Efforts, e)
		}
	}
	slices.SortStableFunc(list.Efforts, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Started, b.Started))
	})
	return list
}

// Table returns the list for people, at most limit columns wide (0 or less = no limit).
func (l Listing) Table(now time.Time, shortPath func(string) string, limit int) string {
	rows := [][]string{{"DIRECTORY", "EFFORT", "TASKS", "FOR", "LOG", "WHERE", "SESSION"}}
	for _, e := range l.Efforts {
		dir := ""
		if e.Dir != "" {
			dir = shortPath(e.Dir)
		}
		started, written := cli.Ago(now, e.Started), cli.Ago(now, e.LogTime)
		rows = append(rows,
			[]string{dir, e.InWords(), e.Progress(), started, written, e.Where, e.sessionInWords()})
	}
	layout := cli.Layout{Shrink: []int{0, 6, 1}, Drop: []int{4, 2}}
	return layout.Table(rows, limit)
}

// fileChanged returns when a file was last changed in Unix seconds, 0 if that is not known.
func fileChanged(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.ModTime().Unix()
}

// handoffInWords describes the handoff in one line, "" if there is none.
func handoffInWords(left tmuxopt.Options, now time.Time) string {
	h := handoff.Of(left)
	if h.Text == "" {
		return ""
	}
	first, rest, _ := strings.Cut(h.Text, "\n")
	if rest != "" {
		first += " …"
	}
	to := "for the next session"
	if id := tmuxopt.ID(left[tmuxopt.HandoffTo]); id != "" {
		to = "given to " + fleet.ShortID(id)
	}
	return tmuxopt.Text(first) + " (" + cli.Age(now, h.Time) + " ago, " + to + ")"
}
