package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"atm/cldresume"
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/session/find"
	"atm/internal/session/fleet"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

const (
	recent = 20 // sessions that are listed by default
	narrow = 60 // columns of a terminal below which neither branch nor directory is shown
)

type sessionsCmd struct {
	cli.ColourFlag
	find.Flags
	Here bool     `xor:"which" help:"Those of the current directory."`
	All  bool     `xor:"which" help:"List all, not only the 20 that were active last; with --grep also search tools, thoughts and subagents."`
	Grep []string `sep:"none" placeholder:"WORD" help:"Search all conversations for this word. Repeated, all words must be in one text."`
	JSON bool     `name:"json" help:"Print a JSON array, with --grep one object per line; see below."`
}

func (sessionsCmd) Details() string {
	return `RUNS is the pane in which a session runs, or else its process: red if Claude Code waits for you, ` +
		`yellow if it works, grey if it is idle. A directory whose name a terminal cannot show is quoted for the ` +
		`shell. Only --all lists a session whose conversation went on as another one, in the background.

With --json each session has all of:
` + cli.MembersHelp(record{}) + `
With --grep each match has:
` + cli.MembersHelp(find.Record{}) + `
Examples:
  cld sessions
  cld sessions --here
  cld sessions --grep parser --grep 'exit code' --since 2w
  cld sessions --all --json | jq -r '.[] | select(.running) | .id'`
}

// Run lists sessions.
func (c sessionsCmd) Run(s streams) error {
	f := s.finder()
	sessions, n := s.sessions(f), recent
	if c.Here {
		sessions = f.Here(sessions)
		n = len(sessions)
	}
	if len(c.Grep) > 0 {
		return find.Search{
			Flags: c.Flags, Words: c.Grep, All: c.All, JSON: c.JSON, Now: s.now(),
			ShortPath: s.reader().ShortPath,
			Colour:    c.Colours(s.stdout, s.getenv), Width: cli.Width(s.stdout),
		}.Run(context.Background(), []find.In{{Finder: f, Sessions: sessions}}, s.stdout)
	}
	if c.Regex || c.Since != "" || c.Dir != "" {
		return cli.Wrong("", "--regex, --since and --dir are for --grep")
	}
	var newest []cldresume.Session
	if c.All {
		newest = f.All(sessions)
	} else {
		newest = f.Newest(sessions, n)
	}
	if c.JSON {
		records := []record{}
		for _, session := range newest {
			records = append(records, newRecord(f, session))
		}
		return cli.WriteJSON(s.stdout, records, cli.Indent)
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
	width := cli.Width(s.stdout)
	if width > 0 && width < narrow { // the title matters more than branch and directory
		for i, row := range rows {
			rows[i] = slices.Delete(row, 3, 5)
		}
		layout.Shrink = []int{3}
	}
	_, err := fmt.Fprint(s.stdout, layout.Table(rows, width))
	return err
}

// addStyles adds the styles of a session's row, according to its status.
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

// row returns the cells of a session in a table.
func (s streams) row(f cldresume.Finder, session cldresume.Session) []string {
	runs := ""
	if r := session.Running; r != nil {
		runs = cmp.Or(r.Pane, fmt.Sprintf("pid %d", r.PID))
	}
	dir := s.reader().ShortPath(f.Dir(session))
	title := fleet.ShortTitle(session.Title())
	if session.Err != nil {
		title = tmuxopt.Text(session.Err.Error())
	}
	age := cli.Age(s.now(), session.LastActive()) // "" if the session has no message yet
	return []string{session.Short(), age, runs, tmuxopt.Text(session.Branch()), dir, title}
}

// record is a session in JSON. Scripts rely on the names.
type record struct {
	ID         string   `json:"id" help:"the full id"`
	Directory  string   `json:"directory" help:"where it belongs, '' if unknown"`
	Title      string   `json:"title" help:"given by you, else by Claude, else the first prompt"`
	Prompt     string   `json:"prompt" help:"the beginning of the first prompt"`
	Branch     string   `json:"branch" help:"git's, at the last message"`
	LastActive string   `json:"last_active" help:"time of the last message, RFC 3339, UTC; '' if unknown"`
	Project    string   `json:"project" help:"name of its directory below projects, '' before the first prompt"`
	Running    *running `json:"running" help:"null, or an object:"`
}

type running struct {
	PID    int    `json:"pid" help:"process id of claude, 0 if it cannot be seen"`
	Pane   string `json:"pane" help:"\"%\" and a number, '' if it is in no pane of this tmux server"`
	Window string `json:"window" help:"of that pane, \"session:index\""`
	Status string `json:"status" help:"busy, idle, waiting … as Claude Code says, '' if it does not"`
}

func newRecord(f cldresume.Finder, session cldresume.Session) record {
	r := record{
		ID:        session.ID,
		Directory: f.Dir(session),
		Title:     session.Title(),
		Prompt:    session.Prompt(),
		Branch:    session.Branch(),
		Project:   session.Project,
	}
	if at := session.LastActive(); !at.IsZero() {
		r.LastActive = at.UTC().Format(time.RFC3339)
	}
	if at := session.Running; at != nil {
		r.Running = &running{PID: at.PID, Pane: at.Pane, Window: at.Window, Status: at.Status}
	}
	return r
}
