package fleet

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Table is the table of sessions for people.
type Table struct {
	Icons   map[string]string       // by the name of a state, or of an icon that package draw adds
	Words   hookmap.Vocabulary      // for states, instead of icons
	Path    func(dir string) string // writes a directory for people
	Now     time.Time
	Columns []string // none = those that have a value for one of the sessions
	Sort    SortKey  // its column is never dropped
	ByDir   bool     // a heading for each directory
	Tree    bool     // subagents and tasks stand below their session
	Updated bool     // it stays on the screen
	Narrow  bool     // two lines for each session, for a narrow pane beside the work
}

// pipedDetail is the widest that a detail may be in a table without a limit: one long text would push the next
// column far to the right in all rows.
const pipedDetail = 80

// Text lays the sessions out in at most width columns; 0 or less = no limit.
func (t Table) Text(sessions []Session, coloured bool, width int) string {
	if t.Narrow {
		return t.narrow(sessions, coloured, width)
	}
	columns := t.ChooseColumns(sessions)
	layout := cli.Layout{Styles: map[cli.Cell]draw.Style{}}
	paint := func(row, column int, style draw.Style) {
		if coloured {
			layout.Styles[cli.Cell{Row: row, Column: column}] = style
		}
	}
	heading, nameColumn := []string{}, -1
	for i, column := range columns {
		switch column.Name {
		case string(t.Sort):
			columns[i].Drop = 0
		case "session":
			nameColumn = i
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
			text := column.Cell(session, t)
			if width <= 0 && len(t.Columns) == 0 && column.Name == "detail" { // named, the column is whole
				text = cli.Clip(text, pipedDetail)
			}
			row = append(row, text)
		}
		isParent := func(s Session) bool { return session.parentID() != "" && s.ID == session.parentID() }
		if t.Tree && nameColumn >= 0 && slices.ContainsFunc(sessions[:i], isParent) {
			row[nameColumn] = "└─ " + row[nameColumn]
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
	var ranked []int
	for i, column := range columns {
		if rank(column) > 0 {
			ranked = append(ranked, i)
		}
	}
	slices.SortFunc(ranked, func(i, j int) int { return rank(columns[i]) - rank(columns[j]) })
	return ranked
}

// effortStatus says whether an effort is open: active in the directory, or dormant if only sessions
// elsewhere have one; "" if none is open.
func effortStatus(sessions []Session, dir string) string {
	status := ""
	for _, session := range sessions {
		switch {
		case session.Effort != "" && session.Dir == dir:
			return "  active"
		case session.Effort != "":
			status = "  dormant"
		}
	}
	return status
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
	for _, agent := range s.Agents {
		text, state := agent.Word+cli.After(": ", s.agentTask(agent.Key)), string(tmuxopt.Working)
		if request, asks := s.AgentAsks(agent.Key); asks {
			state = string(tmuxopt.Attention)
			// A pane holds the text of one request.
			text = icons[state] + " " + text + "  asks: " + cmp.Or(request, "what its dialog shows")
		} else {
			text += "  working"
		}
		all = append(all, branch{text, draw.StyleOf(state)})
	}
	for _, name := range s.Teammates {
		if !slices.ContainsFunc(s.Agents, func(agent tmuxopt.Entry) bool { return agent.Word == name }) {
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

// when writes a past time for people, in few columns.
func (t Table) when(then time.Time) string { return t.formatTime(then, t.Now, then) }

// until writes a future time for people, in few columns.
func (t Table) until(then time.Time) string { return t.formatTime(t.Now, then, then) }

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

// narrowWidth is the width of a narrow list if the terminal's width is not known.
const narrowWidth = 36

// narrow lays the sessions out for a narrow column next to other panes: a line with the name and the age, and
// one with what the session wants or does.
func (t Table) narrow(sessions []Session, coloured bool, width int) string {
	if width <= 0 {
		width = narrowWidth
	}
	layout := cli.Layout{Shrink: []int{1}, Styles: map[cli.Cell]draw.Style{}}
	var rows [][]string
	for i, session := range sessions {
		if coloured {
			layout.Styles[cli.Cell{Row: i}] = session.Style().Within(session.RowStyle())
			layout.Styles[cli.Cell{Row: i, Column: 1}] = session.RowStyle()
			layout.Styles[cli.Cell{Row: i, Column: 2}] = draw.StyleOf(draw.Heading)
		}
		rows = append(rows, []string{stateCell(session, t), session.Name(), t.when(session.Since)})
	}
	var text strings.Builder
	lines := strings.SplitAfter(layout.Table(rows, width), "\n")
	for i, session := range sessions {
		text.WriteString(lines[i])
		if about := session.About(); about != "" {
			about = cli.Clip("   "+about, width)
			if coloured {
				about = draw.StyleOf(draw.Heading).Paint(about)
			}
			text.WriteString(about + "\n")
		}
	}
	return text.String()
}
