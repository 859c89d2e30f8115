package dialog

import (
	"slices"
	"strconv"
	"strings"
)

// Texts of Claude Code.
const (
	mark          = "❯ " // before the selected choice
	planTitle     = "Ready to code?"
	noPlanTitle   = "Exit plan mode?"
	autoModeTitle = "Auto mode can't check actions in this session"
)

type list struct {
	choices       []Choice
	selected      int
	keys          keys
	column        int // of the ❯
	first, end    int // its rows
	afterQuestion bool
}

// findList returns the list with the ❯ under the cursor.
func findList(rows []string, x, y int) (list, bool) {
	if x < 0 || !strings.HasPrefix(rows[y], strings.Repeat(" ", min(x, len(rows[y])))+mark) {
		return list{}, false
	}
	l := list{column: x, keys: digits}
	l.selected = l.number(rows[y])
	switch {
	case l.selected == 0:
		l.unnumbered(rows, y)
	case !l.numbered(rows, y):
		return list{}, false
	}
	if l.first > 0 {
		above := strings.TrimRight(strings.Join(rows[:l.first], "\n"), "\n")
		last := above[strings.LastIndex(above, "\n")+1:]
		l.afterQuestion = strings.HasSuffix(last, "?") && indent(last) == x
	}
	return l, true
}

// numbered finds the choices around the selected one in row y: "1." to the last number.
func (l *list) numbered(rows []string, y int) bool {
	l.first = y
	for want := l.selected - 1; want > 0; {
		l.first--
		switch {
		case l.first < 0:
			return false
		case l.number(rows[l.first]) == want:
			want--
		case !l.continues(rows[l.first]) && ruleMargin(rows[l.first]) < 0:
			return false
		}
	}
	for l.end = l.first; l.end < len(rows); l.end++ {
		row := rows[l.end]
		next := len(l.choices) + 1
		switch {
		case l.number(row) == next:
			_, text, _ := strings.Cut(row, ".")
			l.choices = append(l.choices, Choice{Text: strings.TrimSpace(text)})
		case l.continues(row):
			last := &l.choices[len(l.choices)-1]
			last.Description = strings.TrimSpace(last.Description + " " + strings.TrimSpace(row))
		case ruleMargin(row) < 0 || l.end+1 == len(rows) || l.number(rows[l.end+1]) != next:
			return true
		}
	}
	return true
}

// number returns the number of the choice that begins in a row, 0 if none does.
func (l *list) number(row string) int {
	if len(row) < l.column || indent(row) < l.column {
		return 0
	}
	text, selected := strings.CutPrefix(row[l.column:], mark)
	if !selected {
		var found bool
		if text, found = strings.CutPrefix(text, "  "); !found {
			return 0
		}
	}
	number, _, found := strings.Cut(text, ".") // 2.1.197 omits the blank after the period before a long text
	n, err := strconv.Atoi(number)
	if !found || err != nil || number != strconv.Itoa(n) || n < 1 {
		return 0
	}
	return n
}

// continues reports whether a row belongs to the choice above it.
func (l *list) continues(row string) bool { return row != "" && indent(row) >= l.column+len("  ") }

// unnumbered finds the choices around the selected one in row y: the rows with the same indent.
func (l *list) unnumbered(rows []string, y int) {
	l.keys = arrows
	l.first, l.end = y, y+1
	for l.first > 0 && l.continues(rows[l.first-1]) {
		l.first--
	}
	for l.end < len(rows) && l.continues(rows[l.end]) {
		l.end++
	}
	for _, row := range rows[l.first:l.end] {
		text := strings.TrimPrefix(strings.TrimLeft(row, " "), mark)
		l.choices = append(l.choices, Choice{Text: text})
	}
	l.selected = y - l.first + 1
}

// findTop returns the row of the last rule and the column in which the rule begins, -1 if there is none.
// Quoted text in a dialog is indented, so a rule in it is not found.
func findTop(rows []string) (top, margin int) {
	for top, row := range slices.Backward(rows) {
		if margin := ruleMargin(row); margin >= 0 {
			return top, margin
		}
	}
	return -1, -1
}

// ruleMargin returns the column in which a rule begins: 0, or 2 in the dialogs of plans in 2.1.329. It
// returns -1 if the row is no rule.
func ruleMargin(row string) int {
	margin := indent(row)
	if margin != 0 && margin != 2 || strings.Trim(row, " ─") != "" || strings.Count(row, "─") < 10 {
		return -1
	}
	return margin
}

// announcesMore reports whether a row below the choices says that the dialog is higher than the pane. 2.1.329
// writes "↑ 27 more lines".
func announcesMore(row string) bool {
	return strings.HasPrefix(strings.TrimSpace(row), "↑ ") && strings.Contains(row, " more line")
}

func indent(row string) int { return len(row) - len(strings.TrimLeft(row, " ")) }
