package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"atm/cldresume"
	"atm/internal/cli"
	"atm/tmuxopt"
)

// recent is how many sessions are listed unless more are asked for.
const recent = 20

type sessionsCmd struct {
	Here bool `xor:"which" help:"Those of the current directory."`
	All  bool `xor:"which" help:"All, not only the 20 that were active last."`
	JSON bool `name:"json" help:"Print a JSON array, see below."`
}

// Help ends the help text.
func (sessionsCmd) Help() string {
	return `RUNS shows the pane in which a session runs, or else its process.

With --json the members of each session are, all of them always there:
  id           the full id
  directory    where it belongs, "" if unknown
  title        given by you, else by Claude, else the first prompt
  prompt       the beginning of the first prompt
  branch       git's, at the last message
  last_active  time of the last message, RFC 3339, UTC; "" if unknown
  project      name of its directory below projects, "" before the first prompt
  running      null, or an object:
    pid        process id of claude, 0 if it cannot be seen
    pane       "%" and a number, "" if it is in no pane of this tmux server
    window     of that pane, "session:index"
    status     busy, idle, waiting … as the client says, "" if it does not

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
	for _, session := range newest {
		rows = append(rows, s.row(f, session))
	}
	_, err := fmt.Fprint(s.stdout, cli.Layout{Shrink: []int{5, 4, 3}}.Table(rows, cli.Width(s.stdout)))
	return err
}

// row is what a table shows of a session.
func (s streams) row(f cldresume.Finder, session cldresume.Session) []string {
	runs := ""
	if r := session.Running; r != nil {
		runs = cmp.Or(r.Pane, fmt.Sprintf("pid %d", r.PID))
	}
	dir := tmuxopt.Text(f.Dir(session))
	if home := s.getenv("HOME"); home != "" && (dir == home || strings.HasPrefix(dir, home+"/")) {
		dir = "~" + dir[len(home):]
	}
	title := tmuxopt.Text(session.Info.Title())
	if session.Err != nil {
		title = tmuxopt.Text(session.Err.Error())
	}
	return []string{session.Short(), cli.Age(s.now(), session.Info.LastActive), runs, tmuxopt.Text(session.Info.Branch), dir, title}
}

// record is a session in JSON. Scripts rely on the names.
type record struct {
	ID         string `json:"id"`
	Directory  string `json:"directory"`
	Title      string `json:"title"`
	Prompt     string `json:"prompt"`
	Branch     string `json:"branch"`
	LastActive string `json:"last_active"`
	Project    string `json:"project"`
	Running    *runs  `json:"running"`
}

type runs struct {
	PID    int    `json:"pid"`
	Pane   string `json:"pane"`
	Window string `json:"window"`
	Status string `json:"status"`
}

func (s streams) printJSON(f cldresume.Finder, sessions []cldresume.Session) error {
	records := []record{}
	for _, session := range sessions {
		i := session.Info
		r := record{ID: session.ID, Directory: f.Dir(session), Title: i.Title(), Prompt: i.Prompt, Branch: i.Branch, Project: session.Project}
		if cli.Width(s.stdout) >= 0 { // JSON escapes less than a terminal may carry out
			for _, text := range []*string{&r.Directory, &r.Title, &r.Prompt, &r.Branch, &r.Project} {
				*text = tmuxopt.Text(*text)
			}
		}
		if !i.LastActive.IsZero() {
			r.LastActive = i.LastActive.UTC().Format(time.RFC3339)
		}
		if at := session.Running; at != nil {
			r.Running = &runs{at.PID, at.Pane, at.Window, at.Status}
		}
		records = append(records, r)
	}
	// The name of a project is whatever the file system allows.
	text, err := json.Marshal(records, jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "%s\n", text)
	return err
}
