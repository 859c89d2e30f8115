package fleet

import (
	"cmp"
	"slices"
	"time"

	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Table is the table of sessions for people.
type Table struct {
	View    // without When, Until and Clock, which follow from Now
	Now     time.Time
	Columns []string // none = those that have a value for one of the sessions
	Sort    SortKey  // its column is never dropped
	ByDir   bool     // a heading for each directory
	Tree    bool     // subagents and tasks stand below their session
	Updated bool     // it stays on the screen
	Narrow  bool     // two lines a session, for a column beside the work
}

// pipedDetail is how many columns the details of sessions have where nothing limits the width of a table: one
// long text would push the next column far to the right in all rows.
const pipedDetail = 80

// Text lays the sessions out in at most width columns (0 or less: any number).
func (t Table) Text(sessions []Session, coloured bool, width int) string {
	t.When = func(then time.Time) string { return t.formatTime(then, t.Now, then) }
	t.Until = func(then time.Time) string { return t.formatTime(t.Now, then, then) }
	t.Clock = func(then time.Time) string { return cli.Clock(t.Now, then) }
	if t.Narrow {
		return t.narrow(sessions, coloured, width)
	}
	columns := ChooseColumns(t.Columns, sessions, t.View)
	layout := cli.Layout{Styles: map[cli.Cell]draw.Style{}}
	paint := func(row, column int, style draw.Style) {
		if coloured {
			layout.Styles[cli.Cell{Row: row, Column: column}] = style
		}
	}
	heading, name := []string{}, -1
	for i, column := range columns {
		switch column.Name {
		case string(t.Sort):
			columns[i].Drop = 0
		case "session":
			name = i
		case "where":
			if hasNamesakes(sessions) {
				columns[i].Drop = 0
			}
		}
		text := column.Heading
		if t.Updated {
			text = cmp.Or(column.Updated, text)
		}
		heading = append(heading, text)
		paint(0, i, draw.StyleOf(draw.Heading))
	}
	layout.Shrink = byRank(columns, func(column Column) int { return column.Shrink })
	layout.Drop = byRank(columns, func(column Column) int { return column.Drop })
	rows := [][]string{heading}
	if t.Tree {
		sessions = BelowLeads(sessions)
	}
	for i, session := range sessions {
		if t.ByDir && (i == 0 || session.Dir != sessions[i-1].Dir) {
			paint(len(rows), 0, draw.StyleOf(draw.Heading))
			dir := cmp.Or(t.Path(session.Dir), "(no directory)")
			rows = append(rows, []string{dir + effortStatus(sessions, session.Dir)})
		}
		row := make([]string, 0, len(columns))
		for i, column := range columns {
			cell := draw.Style{}
			if column.Style != nil {
				cell = column.Style(session)
			}
			paint(len(rows), i, cell.Within(session.RowStyle()))
			text := column.Cell(session, t.View)
			if width <= 0 && len(t.Columns) == 0 && column.Name == "detail" { // named, the column is whole
				text = cli.Clip(text, pipedDetail)
			}
			row = append(row, text)
		}
		if t.Tree && name >= 0 && i > 0 && session.parentID() != "" &&
			slices.ContainsFunc(sessions[:i], func(s Session) bool { return s.ID == session.parentID() }) {
			row[name] = "└─ " + row[name]
		}
		rows = append(rows, row)
		if t.Tree {
			for _, branch := range session.branches(t.Icons) {
				row := []string{"", branch.text}[max(0, 2-len(columns)):] // below the name
				paint(len(rows), len(row)-1, branch.style)
				rows = append(rows, row)
			}
		}
	}
	return layout.Table(rows, width)
}

// hasNamesakes reports whether some sessions can be distinguished only by their places.
func hasNamesakes(sessions []Session) bool {
	seen := map[string]bool{}
	for _, s := range sessions {
		if seen[s.Name()] {
			return true
		}
		seen[s.Name()] = true
	}
	return false
}

// byRank returns the indexes of the columns that have a rank, in the order of the ranks.
func byRank(columns []Column, rank func(Column) int) []int {
	var numbers []int
	for i, column := range columns {
		if rank(column) > 0 {
			numbers = append(numbers, i)
		}
	}
	slices.SortFunc(numbers, func(i, j int) int { return rank(columns[i]) - rank(columns[j]) })
	return numbers
}

// effortStatus says whether an effort is open: active in the directory, or dormant if only sessions
// elsewhere have one; "" if none is open.
func effortStatus(sessions []Session, dir string) string {
	word := ""
	for _, session := range sessions {
		if session.Effort != "" && session.Dir == dir {
			return "  active"
		} else if session.Effort != "" {
			word = "  dormant"
		}
	}
	return word
}

// branch is a line of the tree below a session.
type branch struct {
	text  string
	style draw.Style
}

// branches returns the lines of the tree below a session: how many of its tasks are done, its subagents at
// work, its teammates.
func (s Session) branches(icons map[string]string) []branch {
	var all []branch
	if progress := s.Progress(); progress != "" {
		all = append(all, branch{text: progress + " tasks done"})
	}
	working := map[string]bool{}
	for _, agent := range s.Agents {
		name := agent.Word + cli.After(": ", s.agentTask(agent.Key))
		one := branch{name + "  working", draw.StyleOf(string(tmuxopt.Working))}
		if request, asks := s.AgentAsks(agent.Key); asks {
			text := icons[string(tmuxopt.Attention)] + " " + name + "  asks" + cli.After(": ", request)
			one = branch{text, draw.StyleOf(string(tmuxopt.Attention))}
		}
		all, working[agent.Word] = append(all, one), true
	}
	for _, name := range s.Teammates {
		if !working[name] {
			all = append(all, branch{text: name + "  teammate"})
		}
	}
	for i := range all {
		line := "├─ "
		if i == len(all)-1 {
			line = "└─ "
		}
		all[i].text = line + all[i].text
	}
	return all
}

// formatTime writes the time between two times, one of which is now. In a table that is updated it writes
// the other time instead, because an age would be wrong a second later.
func (t Table) formatTime(from, to, other time.Time) string {
	switch {
	case other.IsZero():
		return ""
	case !t.Updated:
		return cli.Age(to, from)
	case to.Sub(from) < 24*time.Hour:
		return other.Format(time.TimeOnly)
	}
	return other.Format(time.DateOnly)
}
