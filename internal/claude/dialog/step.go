package dialog

import (
	"strconv"
	"strings"
)

// Step is one key on the way to a choice.
type Step struct {
	Key  string // as tmux names it
	Last bool   // it takes the choice; else it changes which one is selected
}

// Step returns the key that comes next, or false if no key is known for the choice.
//
// Measured with both versions: digits take a choice at once. The permissions that auto mode
// asks for in 2.1.329 have no numbers, and No is selected there at first. Up leads from the
// first field of a form to Decline.
func (d Dialog) Step(choice int) (Step, bool) {
	selected := d.Selected == choice
	switch {
	case d.Kind == Unknown || choice < Escape || choice > len(d.Choices):
		return Step{}, false
	case choice == Escape:
		return Step{Key: "Escape", Last: true}, true
	case d.keys != digits && selected:
		return Step{Key: "Enter", Last: true}, true
	case d.keys == digits && choice <= 9:
		return Step{Key: strconv.Itoa(choice), Last: true}, true
	case d.keys == arrows && d.Selected < choice:
		return Step{Key: "Down"}, true
	case d.keys == arrows, d.keys == sideways && d.Selected == 0:
		return Step{Key: "Up"}, true
	case d.keys == sideways:
		return Step{Key: "Right"}, true
	}
	return Step{}, false
}

// Takes reports whether a key can take the choice with that number, and no other answer is needed with it.
func (d Dialog) Takes(choice int) bool {
	if _, known := d.Step(choice); !known || d.Clipped || d.Several {
		return false
	}
	return choice == Escape || !opensField(d.Choices[choice-1].Text)
}

// Row is a row of the screen that a dialog takes.
type Row struct {
	Number  int    // from 1
	Pattern string // an extended regular expression that the row matches
}

// maxPattern is how many characters of a row are compared, and maxRows how many rows: the
// last ones. A message to tmux holds 16 KB.
const (
	maxPattern = 100
	maxRows    = 32
)

// Rows returns the rows of the dialog, for tmux to compare. Nothing in a pattern has a
// meaning in tmux's formats.
func (d Dialog) Rows() []Row {
	var list []Row
	end := " *$"
	if d.besidePanel {
		end = " *" + edge
	}
	for i, row := range d.rows {
		if row != "" {
			list = append(list, Row{Number: d.first + i + 1, Pattern: pattern(row, end)})
		}
	}
	return list[max(len(list)-maxRows, 0):]
}

// pattern is a row whose letters, digits, blanks and most signs stand for themselves. Those
// that have a meaning in tmux's formats stand for any character. The end is what follows the row.
func pattern(row, end string) string {
	if runes := []rune(row); len(runes) > maxPattern {
		row, end = string(runes[:maxPattern]), ""
	}
	var b strings.Builder
	b.WriteString("^")
	for _, r := range row {
		switch {
		case r == ' ', r == '❯', '0' <= r && r <= '9', 'A' <= r && r <= 'Z', 'a' <= r && r <= 'z':
			b.WriteRune(r)
		case strings.ContainsRune("/.-_+=@$()*?|&<>!'\"~`", r):
			b.WriteString("[" + string(r) + "]")
		case r < 0x80:
			b.WriteString(".")
		case !strings.HasSuffix(b.String(), ".*"): // it may take two columns
			b.WriteString(".*")
		}
	}
	return b.String() + end
}

// TriedVersions says in words which versions of Claude Code [Tried] knows.
const TriedVersions = "2.1.197 to 2.1.330"

// Tried reports whether the dialogs of a version of Claude Code are known: the first and
// the last of [TriedVersions] were tried, and those between them are taken for the same.
func Tried(version string) bool {
	rest, found := strings.CutPrefix(version, "2.1.")
	patch, err := strconv.Atoi(rest)
	return found && err == nil && 197 <= patch && patch <= 330
}
