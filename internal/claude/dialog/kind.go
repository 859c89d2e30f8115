package dialog

import "strings"

// kind returns the kind of a dialog with a list, according to the column of the choices, the title, and the
// text above the choices. margin is the column of the dialog's rule, -1 if the rule is not visible.
func (d Dialog) kind(l list, margin int) Kind {
	inset := l.column - margin
	option := strings.HasPrefix(d.Title, "☐ ") || strings.HasPrefix(d.Title, "☒ ") || d.Several
	switch {
	case margin >= 0 && inset == 0 && l.keys == digits && option:
		return Question
	case margin >= 0 && l.keys == digits && d.Title == noPlanTitle:
		return Plan
	case l.column == 1 && margin <= 0 && l.afterQuestion:
		return Permission
	}
	return Unknown
}

// yesAndNo reports whether the choices are those of a permission: exactly one "Yes", one "No", and variants
// of "Yes".
func (d Dialog) yesAndNo() bool {
	yes, no := 0, 0
	for _, c := range d.Choices {
		switch {
		case c.Text == "Yes":
			yes++
		case isNo(c.Text):
			no++
		case !strings.HasPrefix(c.Text, "Yes, "):
			return false
		}
	}
	return yes == 1 && no == 1
}

func isNo(text string) bool {
	return text == "No" || text == "No, and tell Claude what to do differently (esc)"
}

// opensField reports whether a choice opens a text field instead of being an answer.
func opensField(text string) bool {
	return strings.HasPrefix(text, "Type something") || strings.HasPrefix(text, "Tell Claude what to change")
}
