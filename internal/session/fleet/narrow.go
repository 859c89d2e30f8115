package fleet

import (
	"strings"

	"atm/internal/cli"
	"atm/internal/tmux/draw"
)

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
		rows = append(rows, []string{stateCell(session, t.View), session.Name(), t.When(session.Since)})
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
