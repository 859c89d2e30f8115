// Package dialog reads the dialogs of Claude Code from the screen of its pane: what is
// asked, which answers there are, and which keys give them. It is pure.
//
// All of it was found out with Claude Code 2.1.197, 2.1.329 and 2.1.330, whose screens are in
// testdata. They draw a dialog below a rule, in the place of the input, and keep the
// terminal's cursor on the ❯ of the selected choice, where it is not visible. So a text
// that only looks like a dialog is none: the cursor is elsewhere. Neither is a dialog whose
// text field is open, where a key would be typed.
//
// It promises that a dialog which it does not know is [Unknown], or none at all. It cannot
// tell who has drawn the screen: before a key is pressed somebody has to make sure that a
// Claude Code which waits runs in the pane (see the package press).
//
// # Forms of MCP servers
//
// Both versions answer a form by what a hook of the event Elicitation prints,
//
//	{"hookSpecificOutput": {"hookEventName": "Elicitation", "action": "accept", "content": {…}}}
//
// where action may also be decline or cancel. The server gets the content as it is: Claude
// Code does not compare it with the schema of the form.
//
// But as long as that hook runs, the form is not shown, and the registry says busy. A hook
// that waits for an answer hides the form from a person at the pane, until it ends (or its
// timeout is over): then the form opens. Esc ends the turn and the hook. So atm hook must not
// wait there, and keys answer the form that is open. In 2.1.329 the registry says waiting
// then; in 2.1.197 it goes on saying busy, and so no key is pressed. The event
// ElicitationResult follows an answer by keys, not one by the hook. 2.1.197 refuses forms
// with an address (mode "url").
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
	AutoMode   Kind = "auto mode" // which cannot check what tools do
	Form       Kind = "form"      // of an MCP server
	Unknown    Kind = "unknown"   // a menu, a warning …
)

// Dialog is an open dialog. Its texts are foreign text.
type Dialog struct {
	Kind     Kind
	Title    string // "Bash command", "Edit file" …, as Claude Code writes it
	Text     string // what stands between the title and the choices, in lines
	Choices  []Choice
	Selected int // the selected choice, from 1; 0 = none

	// Clipped means that the pane is too low for the dialog: a part of it is not visible.
	Clipped bool
	// Several means that there are several questions, or that one takes several options.
	Several bool

	keys  keys
	first int      // the row of the screen where it begins
	rows  []string // the visible part of it, from the title to the last choice

	isBesidePanel    bool // the panel is not in its rows
	mayBeBesidePanel bool // it is unknown, and a panel may be beside it
}

// Choice is an answer that a dialog offers.
type Choice struct {
	Text        string
	Description string // of an option of a question
}

// keys says how choices are selected.
type keys string

const (
	digits   keys = "digits"   // a digit takes the choice
	arrows   keys = "arrows"   // there are no numbers
	sideways keys = "sideways" // the choices stand side by side
	noKeys   keys = ""
)

// Read returns the dialog that is open on a screen, or false if none is.
func Read(screen inputbox.Screen) (Dialog, bool) {
	rows := plainRows(screen.Text)
	if screen.Content() != inputbox.Hidden || screen.CursorY < 0 || screen.CursorY >= len(rows) {
		return Dialog{}, false
	}
	rows, panel := withoutPanel(rows, screen.CursorY)
	d, ok := Dialog{}, false
	if found, isList := findList(rows, screen.CursorX, screen.CursorY); isList {
		d, ok = withList(rows, found), true
	} else {
		d, ok = withoutList(rows)
	}
	d.isBesidePanel = panel
	d.mayBeBesidePanel = !panel && d.Kind == Unknown && mayHavePanel(rows, screen.CursorY)
	return d, ok
}

// Same reports whether both readings show the same dialog, wherever it is on the screen and whichever choice
// is selected.
func (d Dialog) Same(other Dialog) bool {
	return d.Kind == other.Kind && d.Title == other.Title && d.Text == other.Text && d.keys == other.keys &&
		d.Clipped == other.Clipped && d.Several == other.Several && slices.Equal(d.Choices, other.Choices)
}

// withList returns the dialog with these choices.
func withList(rows []string, l list) Dialog {
	top, margin := findTop(rows[:l.first])
	d := Dialog{
		Choices: l.choices, Selected: l.selected, keys: l.keys,
		Clipped: top < 0 || slices.ContainsFunc(rows[l.end:], announcesMore),
		first:   top + 1, rows: rows[top+1 : l.end],
	}
	d.setText(rows[top+1:l.first], top >= 0)
	if l.keys == digits && strings.HasPrefix(d.Title, "Claude has written up a plan") {
		d.setPlan(rows, l, top)
		d.Kind = Plan
	} else {
		d.Kind = d.kind(l, margin)
	}
	if d.Kind != Question {
		for i, c := range d.Choices { // a longer text continues in the next row
			d.Choices[i] = Choice{Text: strings.TrimSpace(c.Text + " " + c.Description)}
		}
	}
	if d.Kind == Permission && !d.yesAndNo() || d.Kind == Unknown {
		d.Kind, d.keys = Unknown, noKeys
	}
	return d
}

// setPlan adds the plan to the dialog: it is above the rule at top, below another rule.
func (d *Dialog) setPlan(rows []string, l list, top int) {
	above, _ := findTop(rows[:top])
	d.first, d.rows, d.Clipped = above+1, rows[above+1:l.end], d.Clipped || above < 0
	d.setText(rows[above+1:top], above >= 0)
	if above < 0 {
		d.Title = planTitle
	}
}

// setText takes the title and the text from the rows above the choices.
func (d *Dialog) setText(rows []string, titled bool) {
	empty := func(row string) bool { return strings.Trim(row, " ╌") == "" }
	body := slices.DeleteFunc(slices.Clone(rows), empty)
	d.Title = ""
	if titled && len(body) > 0 {
		// If other calls wait as well, "1 of 2" is at the right of the title.
		d.Title, _, _ = strings.Cut(strings.TrimSpace(body[0]), "   ")
		d.Several = strings.HasPrefix(d.Title, "←")
		body = body[1:]
	}
	d.Clipped = d.Clipped || slices.ContainsFunc(body, func(row string) bool {
		return strings.HasSuffix(row, " ↓") || strings.HasSuffix(row, " ↑")
	})
	d.Text = strings.Join(body, "\n")
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
