package cli

import (
	"strings"

	"atm/internal/tmux/draw"
	"atm/internal/words"
)

// What is left of a column whose cells are cut to fit a terminal: first no less than
// the one, and in the end no less than the other.
const (
	wideColumn   = 24
	narrowColumn = 8
)

// gap is the number of blanks between two columns.
const gap = 2

// Layout says what a table gives up to fit into a terminal. Columns are given by their
// numbers, in the order in which they suffer.
type Layout struct {
	Shrink []int // their cells are cut
	Drop   []int // they are left out before a cell becomes very narrow

	// Styles colours cells. It takes no room: what is measured and cut is the text.
	Styles map[Cell]draw.Style
}

// Cell is the place of a cell in a table, counted from 0. The headings are row 0.
type Cell struct{ Row, Column int }

// Table lays out rows of cells so that they fit into so many terminal columns
// (0 or less: no limit). The first row has the headings. In a row with fewer cells the
// last one has the rest of the line.
func (l Layout) Table(rows [][]string, limit int) string {
	widths := measure(rows)
	if limit > 0 {
		widths.shrink(l.Shrink, limit, wideColumn)
		widths.drop(l.Drop, limit)
		widths.shrink(l.Shrink, limit, narrowColumn)
	}
	var b strings.Builder
	for i, row := range rows {
		line := layOut(row, widths, limit, func(int) draw.Style { return draw.Style{} })
		if limit > 0 && words.Columns(line) > limit { // too little room for any table, so for colours, too
			line = words.Cut(line, limit)
		} else if len(l.Styles) > 0 {
			line = layOut(row, widths, limit, func(column int) draw.Style { return l.Styles[Cell{i, column}] })
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// columnWidths are the widths of the columns of a table. A column with a negative one
// is left out.
type columnWidths []int

// measure returns the widths that the cells need.
func measure(rows [][]string) columnWidths {
	widths := make(columnWidths, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if len(row) == len(widths) || i < len(row)-1 {
				widths[i] = max(widths[i], words.Columns(cell))
			}
		}
	}
	return widths
}

// total is the width of the whole table.
func (w columnWidths) total() int {
	sum := -gap
	for _, width := range w {
		if width >= 0 {
			sum += width + gap
		}
	}
	return sum
}

// shrink makes columns narrower until the table fits, but none narrower than that.
func (w columnWidths) shrink(columns []int, limit, narrowest int) {
	for _, i := range columns {
		if w[i] >= 0 {
			w[i] -= max(0, min(w.total()-limit, w[i]-narrowest))
		}
	}
}

// drop leaves columns out until the table fits.
func (w columnWidths) drop(columns []int, limit int) {
	for _, i := range columns {
		if w.total() > limit {
			w[i] = -1
		}
	}
}

// layOut writes a line of the table.
func layOut(row []string, widths columnWidths, limit int, style func(column int) draw.Style) string {
	var line strings.Builder
	used := 0
	for i, cell := range row {
		switch {
		case widths[i] < 0:
		case len(row) < len(widths) && i == len(row)-1:
			if limit > 0 {
				cell = Clip(cell, max(limit-used, narrowColumn))
			}
			line.WriteString(style(i).Paint(cell))
		default:
			cell = Clip(cell, widths[i])
			blanks := strings.Repeat(" ", widths[i]-words.Columns(cell)+gap)
			line.WriteString(style(i).Paint(cell) + blanks)
			used += widths[i] + gap
		}
	}
	return strings.TrimRight(line.String(), " ")
}
