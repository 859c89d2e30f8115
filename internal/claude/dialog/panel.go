package dialog

import (
	"strings"

	"atm/internal/words"
)

// edge is the character of the line between the conversation and a panel at its right.
const edge = "│"

// withoutPanel returns the part of the rows left of a panel, and whether there is a panel beside the dialog
// in whose row y the cursor is.
//
// In 2.1.330 the panel of changes opens by itself where Claude Code draws on the whole screen and has 144
// columns. The dialogs of permissions and questions are beside it, those of plans below it. The panel is
// certain if the last rule of the dialog above the cursor ends at a line, and the line continues to the last
// row of the screen: lines within a dialog, in boxes and texts, do not. Rows above the beginning of that
// line are returned empty.
func withoutPanel(rows []string, y int) ([]string, bool) {
	column, top := -1, y
	for column < 0 && top > 0 {
		top--
		rule, _, found := strings.Cut(rows[top], edge)
		if found && ruleMargin(rule) == 0 && !strings.Contains(rule, " ") {
			column = words.Columns(rule)
		}
	}
	left := make([]string, len(rows))
	first := rowCount(rows) // of the rows that have the line
	for first > 0 {
		row, found := leftOf(rows[first-1], column)
		if !found {
			break
		}
		first--
		left[first] = row
	}
	if column < 0 || first > top {
		return rows, false
	}
	return left, true
}

// leftOf returns the part of a row left of a line, false if there is no line in that column.
func leftOf(row string, column int) (string, bool) {
	for at, r := range row {
		if string(r) == edge && words.Columns(row[:at]) == column {
			return strings.TrimRight(row[:at], " "), true
		}
	}
	return "", false
}

// mayHavePanel reports whether row y and the last row may have the line of a panel.
func mayHavePanel(rows []string, y int) bool {
	end := rowCount(rows)
	return end > 0 && strings.Contains(rows[y], edge) && strings.Contains(rows[end-1], edge)
}

// rowCount returns the number of rows of the screen: there is no row after the last line break.
func rowCount(rows []string) int {
	if end := len(rows) - 1; rows[end] == "" {
		return end
	}
	return len(rows)
}
