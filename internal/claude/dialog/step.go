package dialog

import (
	"strconv"
	"strings"
)

// Step is one key press on the way to a choice.
type Step struct {
	Key  string // as tmux names it
	Last bool   // the key confirms the choice; else it moves the selection
}

// Step returns the next key on the way to the choice, or false if no key is known for it.
//
// Measured with both versions: a digit confirms a choice at once. The permissions of auto mode in 2.1.329
// have no numbers, and No is selected at first. Up leads from the first field of a form to Decline.
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

// Takes reports whether keys can give that choice, and no further answer is needed.
func (d Dialog) Takes(choice int) bool {
	if _, known := d.Step(choice); !known || d.Clipped || d.Several {
		return false
	}
	return choice == Escape || !opensField(d.Choices[choice-1].Text)
}

// Row is a row of the dialog on the screen.
type Row struct {
	Number  int    // from 1
	Pattern string // an extended regular expression that the row matches
}

// A message to tmux holds 16 KB, so not all of a dialog is compared.
const (
	maxPattern = 100 // characters of a row
	maxRows    = 32  // the last rows
)

// Rows returns the rows of the dialog for a comparison by tmux. The patterns have no characters that are
// special in tmux's formats.
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

// pattern returns a pattern for a row, with end appended. Letters, digits, blanks and most signs match
// themselves. Signs that are special in tmux's formats match any character.
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

// TriedVersions describes the versions of Claude Code for which [Tried] is true.
const TriedVersions = "2.1.197 to 2.1.332"

// Tried reports whether the dialogs of a version of Claude Code are known: the first and the last of
// [TriedVersions] were tried, and the versions between them are assumed to be the same.
func Tried(version string) bool {
	rest, found := strings.CutPrefix(version, "2.1.")
	patch, err := strconv.Atoi(rest)
	return found && err == nil && 197 <= patch && patch <= 332
}
