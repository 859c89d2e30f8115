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

// Step returns the next key on the way to the choice, or false if no key is known for it.
//
// Measured with both versions: a digit takes a choice at once. The permissions of auto mode in 2.1.329 have
// no numbers, and No is selected first. Up leads from the first field of a form to Decline.
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

// Takes reports whether a key can take the choice with that number, and no further answer is needed.
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

// Rows returns the rows of the dialog, for tmux to compare. The patterns contain nothing that has a meaning
// in tmux's formats.
func (d Dialog) Rows() []Row {
	var list []Row
	end := " *$"
	if d.isBesidePanel {
		end = " *" + edge
	}
	for i, row := range d.rows {
		if row != "" {
			list = append(list, Row{Number: d.first + i + 1, Pattern: pattern(row, end)})
		}
	}
	return list[max(len(list)-maxRows, 0):]
}

// pattern returns a pattern for a row in which letters, digits, blanks and most signs match themselves.
// Those with a meaning in tmux's formats match any character. end is appended.
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

// Tried reports whether the dialogs of a version of Claude Code are known: the first and the last of
// [TriedVersions] were tried, and the versions between them are assumed to be the same.
func Tried(version string) bool {
	rest, found := strings.CutPrefix(version, "2.1.")
	patch, err := strconv.Atoi(rest)
	return found && err == nil && 197 <= patch && patch <= 330
}
