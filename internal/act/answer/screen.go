package answer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"atm/internal/claude/dialog"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// ScreenText returns a dialog on a screen as text for people.
func ScreenText(name string, d dialog.Dialog) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, as its screen shows it\n%s\n\n", name, tmuxopt.Text(d.Title))
	switch {
	case d.Clipped:
		b.WriteString("(Its pane is too small: a part of it cannot be seen.)\n")
	case d.Kind == dialog.Unknown, d.Kind == "":
		b.WriteString("(atm does not know this dialog: it can only be answered in its pane.)\n")
	}
	for line := range strings.Lines(d.Text) {
		b.WriteString("| " + tmuxopt.Text(strings.TrimRight(line, "\n")) + "\n")
	}
	for i, choice := range d.Choices {
		number := "- " // no key chooses it
		if d.Takes(i + 1) {
			number = strconv.Itoa(i+1) + "."
		}
		fmt.Fprintf(&b, "  %s %s\n", number, tmuxopt.Text(choice.Text))
	}
	return b.String()
}

// AskedOnScreen is what a dialog on a screen takes for an answer.
func AskedOnScreen(d dialog.Dialog) Asked {
	return Asked{Takes: "yes, no, a number, the text of a choice", Check: func(_ int, line string) error {
		_, err := d.Choice(line)
		return err
	}}
}

// titleWidth is how many columns of a request are enough to recognise it.
const titleWidth = 100

// ScreenTitle returns a dialog on a screen in one line: its title and its subject, without the question below
// it. For a question of Claude itself it returns the question: the title is a tab.
func ScreenTitle(d dialog.Dialog) string {
	if text := strings.Join(strings.Fields(d.Text), " "); d.Kind == dialog.Question && text != "" {
		return tmuxopt.Text(cli.Clip(text, titleWidth))
	}
	lines := strings.Split(strings.TrimSpace(cmp.Or(d.Command(), d.Text)), "\n")
	if last := len(lines) - 1; strings.HasSuffix(lines[last], "?") {
		lines = lines[:last]
	}
	for i, line := range lines { // Claude Code 2.1.330 draws a bar before a prompt
		lines[i] = strings.TrimPrefix(strings.TrimSpace(line), "│")
	}
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	return tmuxopt.Text(d.Title + cli.After(": ", cli.Clip(text, titleWidth)))
}

// Screen is a dialog on a screen as JSON.
type Screen struct {
	Session string      `json:"session"`
	Pane    string      `json:"pane"`
	Kind    dialog.Kind `json:"kind"`
	Title   string      `json:"title"`
	Text    string      `json:"text"`
	Choices []string    `json:"choices"`
	ByKeys  bool        `json:"by_keys"`
	Answer  string      `json:"answer,omitempty"`
}

// NewScreen returns the record of the dialog of a session.
func NewScreen(session fleet.Session, d dialog.Dialog) Screen {
	r := Screen{
		Session: session.ID, Pane: session.Pane.ID, Kind: d.Kind, Title: d.Title, Text: d.Text,
		Choices: []string{}, ByKeys: true,
	}
	for _, choice := range d.Choices {
		r.Choices = append(r.Choices, choice.Text)
	}
	return r
}
