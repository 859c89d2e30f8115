package main

import (
	"cmp"
	"fmt"
	"strings"

	"atm/cldresume"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// recent is how many sessions are listed unless more are asked for.
const recent = 20

type sessionsCmd struct {
	cli.ColourFlag
	Here bool `xor:"which" help:"Those of the current directory."`
	All  bool `xor:"which" help:"All, not only the 20 that were active last."`
	JSON bool `name:"json" help:"Print a JSON array, see below."`
}

// Help is what the help text says below the flags.
func (sessionsCmd) Help() string {
	return `RUNS shows the pane in which a session runs, or else its process: red where Claude Code waits ` +
		`for you, yellow where it works, grey where it does nothing. A directory whose name a terminal ` +
		`cannot show is given as a word for the shell.

With --json the members of each session are, all of them always there:
` + cli.MembersHelp(record{}) + `
Examples:
  cld sessions
  cld sessions --here
  cld sessions --all --json | jq -r '.[] | select(.running) | .id'`
}

// Run lists sessions.
func (c sessionsCmd) Run(s streams) error {
	f := s.finder()
	sessions, n := s.sessions(f), recent
	if c.Here {
		sessions = f.Here(sessions)
	}
	if c.Here || c.All {
		n = len(sessions)
	}
	newest := f.Newest(sessions, n)
	if c.JSON {
		return s.printJSON(f, newest)
	}
	if len(newest) == 0 {
		fmt.Fprintln(s.stderr, "cld: no sessions")
		return nil
	}
	rows := [][]string{{"ID", "AGE", "RUNS", "BRANCH", "DIRECTORY", "TITLE"}}
	layout := cli.Layout{Shrink: []int{5, 4, 3}, Styles: map[cli.Cell]draw.Style{}}
	for i := range rows[0] {
		layout.Styles[cli.Cell{Row: 0, Column: i}] = draw.StyleOf(draw.Heading)
	}
	for _, session := range newest {
		addStyles(layout.Styles, session, len(rows))
		rows = append(rows, s.row(f, session))
	}
	if !c.Colours(s.stdout, s.getenv) {
		layout.Styles = nil
	}
	_, err := fmt.Fprint(s.stdout, layout.Table(rows, cli.Width(s.stdout)))
	return err
}

// addStyles adds the styles of a session's row: those of what Claude Code says that it does.
func addStyles(to map[cli.Cell]draw.Style, session cldresume.Session, row int) {
	const runs, columns = 2, 6
	if session.Running == nil {
		return
	}
	state, whole := tmuxopt.Idle, draw.Style{}
	switch session.Running.Status {
	case claudehome.StatusBusy:
		state = tmuxopt.Working
	case claudehome.StatusWaiting:
		state, whole = tmuxopt.Attention, draw.Style{Bold: true}
	}
	for i := range columns {
		to[cli.Cell{Row: row, Column: i}] = whole
	}
	to[cli.Cell{Row: row, Column: runs}] = draw.StyleOf(string(state)).Within(whole)
}

// row is what a table shows of a session.
func (s streams) row(f cldresume.Finder, session cldresume.Session) []string {
	runs := ""
	if r := session.Running; r != nil {
		runs = cmp.Or(r.Pane, fmt.Sprintf("pid %d", r.PID))
	}
	dir := cldresume.Show(f.Dir(session))
	if home := s.getenv("HOME"); home != "" && (dir == home || strings.HasPrefix(dir, home+"/")) {
		dir = "~" + dir[len(home):]
	}
	title := tmuxopt.Text(session.Title())
	if session.Err != nil {
		title = tmuxopt.Text(session.Err.Error())
	}
	age, branch := cli.Age(s.now(), session.LastActive()), tmuxopt.Text(session.Branch())
	return []string{session.Short(), age, runs, branch, dir, title}
}
