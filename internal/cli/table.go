package cli

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"atm/internal/tmux/draw"
	"atm/internal/words"
)

// The smallest widths of a column whose cells are cut to fit a terminal: first the one, and if that is not
// enough, the other.
const (
	wideColumn   = 24
	narrowColumn = 8
)

// gap is the number of blanks between two columns.
const gap = 2

// Layout says how a table is made to fit into a terminal. Columns are listed by their numbers, the first one
// to change first.
type Layout struct {
	Shrink []int // columns whose cells are cut
	Drop   []int // columns that are omitted before a cell becomes very narrow

	// Styles colours cells. It does not change their width.
	Styles map[Cell]draw.Style
}

// Cell is the place of a cell in a table, counted from 0. The headings are row 0.
type Cell struct{ Row, Column int }

// Table lays out rows of cells in at most limit terminal columns (0 or less = no limit). The first row has
// the headings. In a row with fewer cells the last cell takes the rest of the line.
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
		if limit > 0 && words.Columns(line) > limit { // too narrow for any table, so colours are omitted too
			line = words.Cut(line, limit)
		} else if len(l.Styles) > 0 {
			line = layOut(row, widths, limit, func(column int) draw.Style { return l.Styles[Cell{i, column}] })
		}
		if i == 0 {
			b.Grow(2 * len(rows) * len(line)) // unused memory costs less than copies
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// columnWidths are the widths of the columns of a table. A column with a negative width is omitted.
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

// total returns the width of the table.
func (w columnWidths) total() int {
	sum := -gap
	for _, width := range w {
		if width >= 0 {
			sum += width + gap
		}
	}
	return sum
}

// shrink makes columns narrower until the table fits, but none narrower than narrowest.
func (w columnWidths) shrink(columns []int, limit, narrowest int) {
	for _, i := range columns {
		if w[i] >= 0 {
			w[i] -= max(0, min(w.total()-limit, w[i]-narrowest))
		}
	}
}

// drop omits columns until the table fits.
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

// Clip cuts a text that needs more columns than the limit. It keeps the end of a path, which says more.
func Clip(text string, limit int) string {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/") {
		return clipStart(text, limit)
	}
	return words.Cut(text, limit)
}

const ellipsis = "…"

// clipStart keeps the end of a text.
func clipStart(text string, limit int) string {
	if words.Columns(text) <= limit {
		return text
	}
	room, start := limit-words.Columns(ellipsis), len(text)
	var clusters []string // each is drawn as one character
	for g := displaywidth.StringGraphemes(text); g.Next(); {
		clusters = append(clusters, g.Value())
	}
	for _, cluster := range slices.Backward(clusters) {
		if room -= words.Columns(cluster); room < 0 {
			break
		}
		start -= len(cluster)
	}
	return ellipsis + text[start:]
}

// Fold breaks a text into lines of at most so many columns (0 or less = no limit), between words if possible.
func Fold(text string, columns int) []string {
	if columns <= 0 {
		return []string{text}
	}
	var lines []string
	for {
		line := firstLine(text, max(columns, 2)) // a character may take two columns
		lines = append(lines, line)
		if text = strings.TrimSpace(text[len(line):]); text == "" {
			return lines
		}
	}
}

// FoldBehind is Fold for a text that is indented by so many columns; the first line is indented by the
// caller.
func FoldBehind(indent int, text string, columns int) string {
	return strings.Join(Fold(text, columns-indent), "\n"+strings.Repeat(" ", indent))
}

// firstLine returns the beginning of a text that fits into so many columns, whole words if possible.
func firstLine(text string, columns int) string {
	if words.Columns(text) <= columns {
		return text
	}
	line := words.Beginning(text, columns)
	if blank := strings.LastIndexByte(line, ' '); blank > 0 && text[len(line)] != ' ' {
		return line[:blank]
	}
	if line == "" { // not even one character fits
		return text
	}
	return line
}
