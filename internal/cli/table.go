package cli

import (
	"strings"
	"unicode"
)

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
			line = clip(line, limit, false)
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

// Clip cuts a text that takes more columns than there are. Of a path the end is
// kept: it tells more.
func Clip(text string, limit int) string {
	return clip(text, limit, strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/"))
}

func clip(text string, limit int, path bool) string {
	if Columns(text) <= limit {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && Columns(string(runes)) >= limit {
		if path {
			runes = runes[1:]
		} else {
			runes = runes[:len(runes)-1]
		}
	}
	if path {
		return "…" + string(runes)
	}
	return string(runes) + "…"
}

// Columns returns how many columns a terminal needs for a text.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide is what takes two columns: the letters of East Asia and emoji, after
// Unicode's EastAsianWidth (W and F), in a few large ranges.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, {0x231a, 0x231b, 1}, {0x23e9, 0x23ec, 1}, {0x2614, 0x2615, 1}, {0x26a1, 0x26a1, 1}, {0x2705, 0x2705, 1}, {0x2728, 0x2728, 1},
		{0x274c, 0x274c, 1}, {0x2753, 0x2755, 1}, {0x2e80, 0x303e, 1}, {0x3041, 0xa4cf, 1}, {0xa960, 0xa97c, 1},
		{0xac00, 0xd7a3, 1}, {0xf900, 0xfaff, 1}, {0xfe30, 0xfe6f, 1}, {0xff00, 0xff60, 1}, {0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{{0x16fe0, 0x18aff, 1}, {0x1b000, 0x1b2ff, 1}, {0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f7e0, 0x1f7eb, 1}, {0x1f900, 0x1f9ff, 1}, {0x1fa70, 0x1faff, 1}, {0x20000, 0x3fffd, 1}},
}
