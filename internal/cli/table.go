package cli

import "strings"

// minColumn is how narrow a column may become to fit a terminal.
const minColumn = 8

// Layout says what a table gives up to fit into a terminal. Columns are given by
// number, the first ones to suffer first.
type Layout struct {
	Shrink []int // their cells are cut
	Drop   []int // they go before a cell becomes very narrow
}

// Table lays out rows of cells so that they fit into so many terminal columns
// (0 or less: no limit). The first row is the head. In a shorter one the last
// cell has the rest of the line.
func (l Layout) Table(rows [][]string, limit int) string {
	widths := measure(rows)
	total := func() int {
		sum := -2
		for _, w := range widths {
			if w >= 0 {
				sum += w + 2
			}
		}
		return sum
	}
	shrink := func(floor int) {
		for _, i := range l.Shrink {
			if widths[i] >= 0 {
				widths[i] -= max(0, min(total()-limit, widths[i]-floor))
			}
		}
	}
	if limit > 0 {
		shrink(4 * minColumn)
		for _, i := range l.Drop {
			if total() > limit {
				widths[i] = -1
			}
		}
		shrink(minColumn)
	}
	var b strings.Builder
	for _, row := range rows {
		line := strings.TrimRight(layOut(row, widths, limit), " ")
		if limit > 0 { // there is a width at which nothing fits
			line = clipEnd(line, limit)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// measure returns the widths of the columns.
func measure(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if len(row) == len(widths) || i < len(row)-1 {
				widths[i] = max(widths[i], Columns(cell))
			}
		}
	}
	return widths
}

// layOut writes a line. A column of a negative width is left out.
func layOut(row []string, widths []int, limit int) string {
	var line strings.Builder
	for i, cell := range row {
		switch {
		case widths[i] < 0:
		case len(row) < len(widths) && i == len(row)-1:
			if room := limit - Columns(line.String()); limit > 0 {
				cell = Clip(cell, max(room, minColumn))
			}
			line.WriteString(cell)
		default:
			cell = Clip(cell, widths[i])
			line.WriteString(cell + strings.Repeat(" ", widths[i]-Columns(cell)+2))
		}
	}
	return line.String()
}
