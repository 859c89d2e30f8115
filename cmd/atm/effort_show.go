package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// effort is an open effort of a pane, as atm effort --json prints it.
type effort struct {
	Pane      string `json:"pane"`
	Where     string `json:"where"`
	Dir       string `json:"dir"`
	Started   int64  `json:"started"`
	Log       string `json:"log"`
	LogTime   int64  `json:"log_time"`
	Heartbeat int64  `json:"heartbeat"`
	Note      string `json:"note"`
	Dialog    string `json:"dialog"`
	Handoff   int64  `json:"handoff"`
	HandoffTo string `json:"handoff_to"`
	SessionID string `json:"session_id"`
	Title     string `json:"title"`
	State     string `json:"state"`

	fleet.Work
	Agents []fleet.Agent `json:"agents"`
}

// effortMembersHelp says what the members of an effort in JSON are, but those that atm ls has.
func effortMembersHelp() string {
	var b strings.Builder
	for _, member := range []fleet.Member{
		{Name: "started", Doc: "Unix seconds of when it was started, 0 = unknown"},
		{Name: "log", Doc: `its log, a file in which sessions write how it goes, "" = none`},
		{Name: "log_time", Doc: "Unix seconds of when the log was last written, 0 = never"},
		{Name: "heartbeat", Doc: "how many tool calls atm guard has counted since"},
		{Name: "note", Doc: `the last note on it, "" = none`},
		{Name: "dialog", Doc: `the last questions to a person with the answers, in lines, "" = none`},
		{Name: "handoff", Doc: "Unix seconds of when the handoff was written, 0 = there is none"},
		{Name: "handoff_to", Doc: `id of the session that has got it, "" = none so far`},
	} {
		fmt.Fprintf(&b, "  %-10s  %s\n", member.Name, member.Doc)
	}
	b.WriteString("  pane, where, dir, session_id, title, state, effort, effort_phase, tasks, tasks_done,\n")
	b.WriteString("  teammates, agents: of its pane and the session there, as in atm ls --json\n")
	return b.String()
}

// newEffort returns what the options of a pane tell of its effort. The texts are fit for a
// terminal, but for the paths.
func newEffort(p tmux.Pane) effort {
	o := p.Options
	log := tmuxopt.Path(o[tmuxopt.EffortLog])
	e := effort{
		Pane:      p.ID,
		Where:     tmuxopt.Text(p.Where()),
		Dir:       tmuxopt.Path(o[tmuxopt.SessionDir]),
		Started:   seconds(o[tmuxopt.EffortStarted]),
		Log:       log,
		LogTime:   seconds(o[tmuxopt.EffortLogTime]),
		Heartbeat: seconds(o[tmuxopt.Heartbeat]),
		Note:      tmuxopt.Text(o[tmuxopt.EffortNote]),
		Dialog:    tmuxopt.UnescapeLines(o[tmuxopt.EffortDialog]),
		Handoff:   seconds(o[tmuxopt.HandoffTime]),
		HandoffTo: tmuxopt.ID(o[tmuxopt.HandoffTo]),
		SessionID: tmuxopt.ID(o[tmuxopt.SessionID]),
		Title:     tmuxopt.Text(o[tmuxopt.Title]),
		State:     tmuxopt.Text(o[tmuxopt.State]),
		Work:      fleet.NewWork(o),
		Agents:    []fleet.Agent{},
	}
	if changed := fileChanged(log); changed >= e.Started {
		e.LogTime = max(e.LogTime, changed)
	}
	for _, agent := range tmuxopt.Entries(tmuxopt.Text(o[tmuxopt.Agents])) {
		e.Agents = append(e.Agents, fleet.Agent{ID: agent.Key, Type: agent.Word})
	}
	return e
}

// efforts is what atm effort --json prints.
type efforts struct {
	Version int      `json:"version"` // of this format: 1
	Efforts []effort `json:"efforts"`
}

// show prints the effort of a pane.
func (c effortCmd) show(ctx context.Context, s streams, pane tmux.Pane) error {
	e := newEffort(pane)
	if e.Effort == "" {
		return noEffort(pane)
	}
	if c.JSON {
		return s.printJSON(efforts{Version: 1, Efforts: []effort{e}})
	}
	left, err := s.handoffOf(ctx, pane)
	if err != nil {
		return err
	}
	return s.printEffort(e, left)
}

// printEffort prints an effort for people, with the options of its handoff.
func (s streams) printEffort(e effort, left tmuxopt.Options) error {
	var b strings.Builder
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-10s %s\n", name, text)
		}
	}
	now := s.now()
	fmt.Fprintf(&b, "%s at %s: %s%s\n", e.Pane, e.Where, e.InWords(), after(", for ", ago(now, e.Started)))
	if e.Dir != "" {
		row("directory", s.shortPath(e.Dir))
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
		if age := ago(now, e.LogTime); age != "" {
			written = "written " + age + " ago"
		}
		row("log", s.shortPath(e.Log)+", "+written)
	}
	if e.Heartbeat > 0 {
		row("heartbeat", fmt.Sprintf("%d since anything was written down", e.Heartbeat))
	}
	row("note", e.Note)
	for line := range strings.Lines(e.Dialog) {
		row("dialog", strings.TrimSpace(line))
	}
	row("handoff", handoffInWords(left, now))
	_, err := io.WriteString(s.stdout, b.String())
	return err
}

// sessionInWords is the session of the effort's pane, and its state; "" if there was none.
func (e effort) sessionInWords() string {
	name := cmp.Or(e.Title, fleet.ShortID(e.SessionID))
	if name == "" {
		return ""
	}
	return name + ", " + cmp.Or(e.State, "ended")
}

// showAll prints the efforts of all panes.
func (c effortCmd) showAll(s streams, panes []tmux.Pane) error {
	list := efforts{Version: 1, Efforts: []effort{}}
	for _, pane := range panes {
		if e := newEffort(pane); e.Effort != "" {
			list.Efforts = append(list.Efforts, e)
		}
	}
	slices.SortStableFunc(list.Efforts, func(a, b effort) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Started, b.Started))
	})
	switch {
	case c.JSON:
		return s.printJSON(list)
	case len(list.Efforts) == 0:
		_, err := fmt.Fprintln(s.stderr, "atm: no efforts")
		return err
	}
	now := s.now()
	rows := [][]string{{"DIRECTORY", "EFFORT", "TASKS", "FOR", "LOG", "WHERE", "SESSION"}}
	for _, e := range list.Efforts {
		dir := ""
		if e.Dir != "" {
			dir = s.shortPath(e.Dir)
		}
		started, written := ago(now, e.Started), ago(now, e.LogTime)
		rows = append(rows,
			[]string{dir, e.InWords(), e.Progress(), started, written, e.Where, e.sessionInWords()})
	}
	layout := cli.Layout{Shrink: []int{0, 6, 1}, Drop: []int{4, 2}}
	_, err := fmt.Fprint(s.stdout, layout.Table(rows, cli.Width(s.stdout)))
	return err
}
