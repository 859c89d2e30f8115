// Package dialog reads the dialogs of Claude Code from the screen of its pane: the question, the choices, and
// the keys that select them. It is pure.
//
// It is based on Claude Code 2.1.197, 2.1.329 and 2.1.330, whose screens are in testdata. They draw a dialog
// below a horizontal rule instead of the input, and keep the terminal's cursor, which is invisible, on the ❯
// of the selected choice. So a text that only looks like a dialog is not taken for one: the cursor is
// elsewhere. A dialog with an open text field, into which keys would be typed, is not returned either.
//
// It promises that an unknown dialog is [Unknown], or not returned at all. It does not know which program has
// drawn the screen: before a key is pressed, the caller must check that a waiting Claude Code runs in the
// pane (see package press).
//
// # Forms of MCP servers
//
// In both versions a hook of the event Elicitation can answer a form by printing
//
//	{"hookSpecificOutput": {"hookEventName": "Elicitation", "action": "accept", "content": {…}}}
//
// where action may also be decline or cancel. The server gets the content unchanged: Claude Code does not
// validate it by the schema of the form.
//
// But while that hook runs, the form is not shown, and the registry lists the session as busy. A hook that
// waits for an answer hides the form from the person at the pane until it ends or times out: only then the
// form opens. Esc ends the turn and the hook. So atm hook must not wait for such an answer, and an open form
// is answered by keys. While the form is open, the registry of 2.1.329 lists the session as waiting; that of
// 2.1.197 lists it as busy, so no key is pressed. The event ElicitationResult follows an answer by keys, but
// not one by the hook. 2.1.197 rejects forms with an address (mode "url").
package dialog

import (
	"slices"
	"strings"

	"atm/internal/claude/inputbox"
)

// Kind is what a dialog is about.
type Kind string

// The kinds.
const (
	Permission Kind = "permission" // for the call of a tool
	Question   Kind = "question"   // with options
	Plan       Kind = "plan"
	AutoMode   Kind = "auto mode" // auto mode cannot check the calls of tools
	Form       Kind = "form"      // of an MCP server
	Unknown    Kind = "unknown"   // a menu, a warning …
)

// Dialog is an open dialog. Its texts are foreign text.
type Dialog struct {
	Kind     Kind
	Title    string // "Bash command", "Edit file" …, as Claude Code writes it
	Text     string // the lines between the title and the choices; a request is between two of [Rule]
	Choices  []Choice
	Selected int // the selected choice, from 1; 0 = none

	// Clipped means that a part of the dialog is not visible, because the pane is too low.
	Clipped bool
	// Several means that there are several questions, or that one question may have several answers.
	Several bool

	keys  keys
	first int      // the row of the screen in which the dialog begins
	rows  []string // its visible rows, from the title to the last choice

	isBesidePanel    bool // a panel was beside the dialog, and is not in rows
	mayBeBesidePanel bool // the dialog is unknown, and a panel may be beside it
}

// Choice is an answer that a dialog offers.
type Choice struct {
	Text        string
	Description string // of an option of a question
}

type keys string

const (
	digits   keys = "digits"   // the choice's digit
	arrows   keys = "arrows"   // Up and Down: the choices have no numbers
	sideways keys = "sideways" // Up and Right: the choices are side by side
	noKeys   keys = ""
)

// Read returns the dialog that is open on a screen, or false if there is none.
func Read(screen inputbox.Screen) (Dialog, bool) {
	rows := screen.Rows()
	if screen.Content() != inputbox.Hidden || screen.CursorY < 0 || screen.CursorY >= len(rows) {
		return Dialog{}, false
	}
	rows, panel := withoutPanel(rows, screen.CursorY)
	d, ok := withoutList(rows)
	if found, isList := findList(rows, screen.CursorX, screen.CursorY); isList {
		d, ok = withList(rows, found), true
	}
	d.isBesidePanel = panel
	d.mayBeBesidePanel = !panel && d.Kind == Unknown && mayHavePanel(rows, screen.CursorY)
	return d, ok
}

// Same reports whether both are the same dialog, apart from its place on the screen and the selected choice.
func (d Dialog) Same(other Dialog) bool {
	return d.Kind == other.Kind && d.Title == other.Title && d.Text == other.Text && d.keys == other.keys &&
		d.Clipped == other.Clipped && d.Several == other.Several && slices.Equal(d.Choices, other.Choices)
}

func withList(rows []string, l list) Dialog {
	top, margin := findTop(rows[:l.first])
	d := Dialog{
		Choices: l.choices, Selected: l.selected, keys: l.keys,
		Clipped: top < 0 || slices.ContainsFunc(rows[l.end:], announcesMore),
		first:   top + 1, rows: rows[top+1 : l.end],
	}
	d.setText(rows[top+1:l.first], top >= 0)
	// The choices of a plan begin further right than its rule. A rule that a command's description contains is further
	// right than the choices of a permission.
	isPlan := l.keys == digits && l.column > margin
	if isPlan && strings.HasPrefix(d.Title, "Claude has written up a plan") {
		d.setPlan(rows, l, top)
		d.Kind = Plan
	} else {
		d.Kind = d.kind(l, margin)
	}
	if d.Kind != Question {
		for i, c := range d.Choices { // a long text continues in the next row
			d.Choices[i] = Choice{Text: strings.TrimSpace(c.Text + " " + c.Description)}
		}
	}
	if d.Kind == Permission && !d.yesAndNo() || d.Kind == Unknown {
		d.Kind, d.keys = Unknown, noKeys
	}
	return d
}

// setPlan adds the plan, which is between the rule at top and the rule above it.
func (d *Dialog) setPlan(rows []string, l list, top int) {
	above, _ := findTop(rows[:top])
	d.first, d.rows, d.Clipped = above+1, rows[above+1:l.end], d.Clipped || above < 0
	d.setText(rows[above+1:top], above >= 0)
	if above < 0 {
		d.Title = planTitle
	}
}

// Rule is a line of the text above and below what a request is for, as a command or a change of a file.
const Rule = "╌╌╌"

// Command returns the command that is asked for, without its description and the question; "" = it is not known.
func (d Dialog) Command() string {
	_, below, _ := strings.Cut("\n"+d.Text, "\n"+Rule+"\n")
	end := strings.LastIndex(below, "\n"+Rule+"\n") // the command may contain such a line, too
	if end < 0 || !strings.HasPrefix(d.Title, "Bash command") {
		return ""
	}
	return below[:end]
}

// setText sets the title, the text, Several and Clipped from the rows above the choices. If the rule above the title is
// not on the screen, there is no title.
func (d *Dialog) setText(rows []string, hasTopRule bool) {
	body := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return strings.TrimSpace(row) == "" })
	for i, row := range body {
		if strings.Trim(row, " ╌") == "" {
			body[i] = Rule
		}
	}
	d.Title = ""
	if hasTopRule && len(body) > 0 {
		d.Title, body = readTitle(body)
		d.Several = strings.HasPrefix(d.Title, "←")
		body = withoutAdvice(body)
	}
	d.Clipped = d.Clipped || slices.ContainsFunc(body, func(row string) bool {
		return strings.HasSuffix(row, " ↓") || strings.HasSuffix(row, " ↑")
	})
	d.Text = strings.TrimSuffix(strings.Join(body, "\n"), "\n"+Rule)
}

// readTitle returns the title, and the rows below it. If other calls wait too, "1 of 2" is to the right of the title.
// In a narrow pane the title and the subagent that asks are two columns, which may be continued in the next rows.
func readTitle(rows []string) (title string, below []string) {
	title, agent, _ := strings.Cut(strings.TrimSpace(rows[0]), "   ")
	column := strings.Index(rows[0], "   ·") + len("   ")
	if below = rows[1:]; column < len("   ") || len(below) == 0 {
		return title, below
	}
	agent, _, _ = strings.Cut(strings.TrimSpace(agent), "   ")
	for len(below) > 0 && len(below[0]) > column && strings.HasSuffix(below[0][:column], "   ") {
		title = strings.TrimSpace(title + " " + strings.TrimSpace(below[0][:column]))
		agent += " " + strings.TrimSpace(below[0][column:])
		below = below[1:]
	}
	return title + " " + agent, below
}

// advice is what Claude Code 2.1.329 and 2.1.330 print above a request, in one row or more.
const advice = `Tip: auto mode handles these prompts for you — choose "switch to auto mode" below`

// withoutAdvice returns the rows below the advice.
func withoutAdvice(rows []string) []string {
	found := ""
	for i, row := range rows {
		found = strings.TrimSpace(found + " " + strings.TrimSpace(row))
		switch {
		case found == advice:
			return rows[i+1:]
		case !strings.HasPrefix(advice, found):
			return rows
		}
	}
	return rows
}

// withoutList returns a dialog whose choices are not in a list.
func withoutList(rows []string) (Dialog, bool) {
	top, margin := findTop(rows)
	if top < 0 || margin != 0 {
		return Dialog{}, false
	}
	d := Dialog{Kind: Unknown, first: top + 1, rows: rows[top+1:]}
	d.setText(d.rows, true)
	switch {
	case d.Title == autoModeTitle:
		d.Kind = AutoMode
		if strings.Contains(d.Text, "\n  Enter to stay in auto mode") {
			d.Choices, d.Selected, d.keys = []Choice{{Text: "stay in auto mode"}}, 1, arrows
		}
	case strings.HasPrefix(d.Title, "MCP server “"):
		d.Kind = Form
		d.setForm()
	}
	return d, true
}

// kind returns the kind of a dialog with a list, according to the column of the choices, the title, and the
// text above the choices. margin is the column of the dialog's rule, -1 if the rule is not visible.
func (d Dialog) kind(l list, margin int) Kind {
	inset := l.column - margin
	option := strings.HasPrefix(d.Title, "☐ ") || strings.HasPrefix(d.Title, "☒ ") || d.Several
	switch {
	case margin >= 0 && inset == 0 && l.keys == digits && option:
		return Question
	case margin >= 0 && inset > 0 && l.keys == digits && d.Title == noPlanTitle:
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
