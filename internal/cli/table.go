package cli

import (
	"strings"
	"unicode"
)

// minColumn is how narrow a column may become to fit a terminal.
const minColumn = 8

// Table lays out rows of cells so that they fit into so many terminal columns
// (0 or less: no limit). Cells of the columns in shrink, given by number, are
// cut where that is needed, the first ones first.
func Table(rows [][]string, shrink []int, limit int) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], Columns(cell))
		}
	}
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for _, floor := range []int{4 * minColumn, minColumn} {
		for _, i := range shrink {
			cut := max(0, min(total-limit, widths[i]-floor))
			if limit > 0 {
				widths[i], total = widths[i]-cut, total-cut
			}
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			cell = Clip(cell, widths[i])
			line.WriteString(cell + strings.Repeat(" ", widths[i]-Columns(cell)+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Clip cuts a text that takes more columns than there are. Of a path the end is
// kept: it tells more.
func Clip(text string, limit int) string {
	if Columns(text) <= limit {
		return text
	}
	runes := []rune(text)
	path := strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/")
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
