package dialog

import (
	"strings"

	"atm/internal/words"
)

// edge is what the line consists of that separates the conversation from a panel at its right.
const edge = "│"

// withoutPanel returns the rows with only what stands left of a panel, and whether there is one beside the dialog in
// whose row y the cursor is.
//
// In 2.1.330 the panel of changes opens by itself where Claude Code draws on the whole screen and has 144 columns.
// The dialogs of permissions and questions stand beside it, those of plans below it. The panel is certain if the last
// rule of the dialog above the cursor ends at a line, and the line goes on to the last row of the screen: those in a
// dialog, of boxes and texts, do not. The rows above that to which the line does not go on are returned empty.
func withoutPanel(rows []string, y int) ([]string, bool) {
	column, top := -1, y
	for column < 0 && top > 0 {
		top--
		if rule, _, found := strings.Cut(rows[top], edge); found && ruleMargin(rule) == 0 && !strings.Contains(rule, " ") {
			column = words.Columns(rule)
		}
	}
	left := make([]string, len(rows))
	first := drawn(rows) // of the rows that have the line
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

// leftOf returns what stands left of a line, false if there is none in that column.
func leftOf(row string, column int) (string, bool) {
	for at, r := range row {
		if string(r) == edge && words.Columns(row[:at]) == column {
			return strings.TrimRight(row[:at], " "), true
		}
	}
	return "", false
}

// mayHavePanel reports whether the line of a panel may stand in row y: one stands there, and one in the last row.
func mayHavePanel(rows []string, y int) bool {
	end := drawn(rows)
	return end > 0 && strings.Contains(rows[y], edge) && strings.Contains(rows[end-1], edge)
}

// drawn is how many rows the screen has: what comes after the last line break is none.
func drawn(rows []string) int {
	if end := len(rows) - 1; rows[end] == "" {
		return end
	}
	return len(rows)
}
