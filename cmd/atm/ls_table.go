package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// printTable prints the sessions for people.
func (c lsCmd) printTable(s streams, sessions []fleet.Session, icons map[string]string) error {
	now := s.Now()
	view := fleet.View{
		Icons:     icons,
		Words:     c.States,
		Path:      s.ShortPath,
		When:      func(then time.Time) string { return c.when(then, now, then) },
		Until:     func(then time.Time) string { return c.when(now, then, then) },
		AllLimits: len(c.Columns) > 0,
	}
	columns := fleet.ChooseColumns(c.Columns, sessions, view)
	for i, column := range columns {
		if column.Name == string(c.Sort) { // what the order is by is not left out
			columns[i].Drop = 0
		}
	}
	rows := [][]string{headings(columns, c.Watch)}
	styles := map[cli.Cell]draw.Style{}
	for i := range columns {
		styles[cli.Cell{Row: 0, Column: i}] = draw.StyleOf(draw.Heading)
	}
	if c.Tree {
		sessions = fleet.BelowLeads(sessions)
	}
	for i, session := range sessions {
		if c.By == "dir" && (i == 0 || session.Dir != sessions[i-1].Dir) {
			styles[cli.Cell{Row: len(rows)}] = draw.StyleOf(draw.Heading)
			heading := cmp.Or(s.ShortPath(session.Dir), "(no directory)")
			rows = append(rows, []string{heading + activeOrDormant(sessions, session.Dir)})
		}
		addStyles(styles, columns, session, len(rows))
		row := cells(columns, session, view)
		if at := slices.IndexFunc(columns, func(c fleet.Column) bool { return c.Name == "session" }); c.Tree &&
			at >= 0 && i > 0 && session.Lead != "" && (sessions[i-1].ID == session.Lead || sessions[i-1].Lead == session.Lead) {
			row[at] = "└─ " + row[at]
		}
		rows = append(rows, row)
		if c.Tree {
			for i, row := range tree(session, view, len(columns)) {
				styles[cli.Cell{Row: len(rows), Column: len(row) - 1}] = branchStyle(session, i)
				rows = append(rows, row)
			}
		}
	}
	layout := layout(columns)
	if c.Colours(s.stdout, s.Getenv) {
		layout.Styles = styles
	}
	lines := strings.SplitAfter(layout.Table(rows, cli.Width(s.stdout)), "\n")
	// The most urgent sessions, which come first, must not scroll away.
	if fit := cli.Height(s.stdout) - 2; c.Watch && fit > 0 && len(lines)-1 > fit {
		lines = append(lines[:fit], fmt.Sprintf("… %d more lines\n", len(lines)-1-fit))
	}
	_, err := fmt.Fprint(s.stdout, strings.Join(lines, ""))
	return err
}

func headings(columns []fleet.Column, updated bool) []string {
	var texts []string
	for _, column := range columns {
		text := column.Heading
		if updated && column.Updated != "" {
			text = column.Updated
		}
		texts = append(texts, text)
	}
	return texts
}

func cells(columns []fleet.Column, session fleet.Session, view fleet.View) []string {
	var texts []string
	for _, column := range columns {
		texts = append(texts, column.Cell(session, view))
	}
	return texts
}

// addStyles adds the styles of a session's row.
func addStyles(to map[cli.Cell]draw.Style, columns []fleet.Column, session fleet.Session, row int) {
	whole := session.RowStyle()
	for i, column := range columns {
		cell := draw.Style{}
		if column.Style != nil {
			cell = column.Style(session)
		}
		to[cli.Cell{Row: row, Column: i}] = cell.Within(whole)
	}
}

// layout says what the table gives up to fit.
func layout(columns []fleet.Column) cli.Layout {
	return cli.Layout{
		Shrink: inOrder(columns, func(column fleet.Column) int { return column.Shrink }),
		Drop:   inOrder(columns, func(column fleet.Column) int { return column.Drop }),
	}
}

// inOrder returns the numbers of the columns that have a rank, by rank.
func inOrder(columns []fleet.Column, rank func(fleet.Column) int) []int {
	var numbers []int
	for i, column := range columns {
		if rank(column) > 0 {
			numbers = append(numbers, i)
		}
	}
	slices.SortFunc(numbers, func(i, j int) int { return rank(columns[i]) - rank(columns[j]) })
	return numbers
}

// activeOrDormant says whether there is an open effort in a directory. Where nobody has efforts, there
// is nothing to say.
func activeOrDormant(sessions []fleet.Session, dir string) string {
	open := func(session fleet.Session) bool { return session.Effort != "" }
	here := func(session fleet.Session) bool { return session.Dir == dir && open(session) }
	switch {
	case !slices.ContainsFunc(sessions, open):
		return ""
	case slices.ContainsFunc(sessions, here):
		return "  active"
	default:
		return "  dormant"
	}
}

// tree draws what belongs to a session, below its name in a table of so many columns: how many
// of its tasks are done, its subagents at work, its teammates.
func tree(session fleet.Session, view fleet.View, columns int) [][]string {
	var branches []string
	if progress := session.Progress(); progress != "" {
		branches = append(branches, progress+" tasks done")
	}
	working := map[string]bool{}
	for _, agent := range session.Agents {
		branch := agent.Word + "  working"
		if wants, asks := session.AgentAsks(agent.Key); asks {
			branch = view.Icons[string(tmuxopt.Attention)] + " " + agent.Word + "  asks" + cli.After(": ", wants)
		}
		branches = append(branches, branch)
		working[agent.Word] = true
	}
	for _, name := range session.Teammates {
		if !working[name] {
			branches = append(branches, name+"  teammate")
		}
	}
	var rows [][]string
	for i, branch := range branches {
		line := "├─ "
		if i == len(branches)-1 {
			line = "└─ "
		}
		row := []string{"", line + branch}
		rows = append(rows, row[max(0, len(row)-columns):])
	}
	return rows
}

// branchStyle returns the style of a branch of the tree: subagents work, and stand behind the
// tasks.
func branchStyle(session fleet.Session, branch int) draw.Style {
	if session.Progress() != "" {
		branch--
	}
	if branch >= 0 && branch < len(session.Agents) {
		if _, asks := session.AgentAsks(session.Agents[branch].Key); asks {
			return draw.StyleOf(string(tmuxopt.Attention))
		}
		return draw.StyleOf(string(tmuxopt.Working))
	}
	return draw.Style{}
}

// when says how long it is from one time to another, one of which is now; in a table that is
// updated it is when the other one is, because an age would be wrong a second later.
func (c lsCmd) when(from, to, other time.Time) string {
	switch {
	case other.IsZero():
		return ""
	case !c.Watch:
		return cli.Age(to, from)
	case to.Sub(from) < 24*time.Hour:
		return other.Format(time.TimeOnly)
	default:
		return other.Format(time.DateOnly)
	}
}

// stateIcons returns the icons of the states as the user has them: a table tells
// states apart, whatever the set.
func (s streams) stateIcons(ctx context.Context, set tmuxopt.Icons) (map[string]string, error) {
	reply, err := s.Tmux.Run(ctx, [][]string{stateIconsCommand(set)})
	if err != nil {
		return nil, err
	}
	return parseStateIcons(reply.Stdout), nil
}

func stateIconsCommand(set tmuxopt.Icons) []string {
	return []string{"display-message", "-p", draw.StateIconsFormat(set)}
}

// parseStateIcons returns the icons that the command has printed, by their names.
func parseStateIcons(printed string) map[string]string {
	texts := strings.Split(strings.TrimSuffix(printed, "\n"), "\t")
	icons := map[string]string{}
	for i, icon := range draw.Signs(tmuxopt.States) {
		if i < len(texts) {
			icons[icon.Name] = draw.Unstyled(tmuxopt.Text(texts[i]))
		}
	}
	return icons
}
