package tmuxtest

import (
	"regexp"
	"slices"
	"strings"
)

// Screen is what capture-pane -e shows, character by character.
type Screen []Cell

// Cell is a character with the parameters of its style, in order and without those that
// stand for nothing: "1;31".
type Cell struct {
	Text  rune
	Style string
}

// Cells reads what capture-pane -e has printed.
func Cells(captured string) Screen {
	var screen Screen
	var on []string // the parameters at work
	for {
		before, rest, found := strings.Cut(captured, "\x1b[")
		for _, r := range before {
			screen = append(screen, Cell{Text: r, Style: strings.Join(on, ";")})
		}
		if !found {
			return screen
		}
		parameters, after, _ := strings.Cut(rest, "m")
		on, captured = restyled(on, parameters), after
	}
}

// restyled returns the parameters at work after some more.
func restyled(on []string, parameters string) []string {
	on = slices.Clone(on)
	// A colour beyond the first 16 takes three parameters or five, which are taken for one.
	beyond := regexp.MustCompile(`\b[345]8;(?:5;\d+|2;\d+;\d+;\d+)`)
	parameters = beyond.ReplaceAllStringFunc(parameters, func(colour string) string {
		return strings.ReplaceAll(colour, ";", ":")
	})
	for parameter := range strings.SplitSeq(parameters, ";") {
		kind := kindOf(parameter)
		on = slices.DeleteFunc(on, func(other string) bool { return kind == "" || kindOf(other) == kind })
		if kind != "" && parameter != "39" && parameter != "49" {
			on = append(on, parameter)
		}
	}
	slices.Sort(on)
	// Attributes stand in front of colours.
	slices.SortStableFunc(on, func(a, b string) int { return min(len(a), 2) - min(len(b), 2) })
	return on
}

// kindOf says what a parameter is about: "" is everything.
func kindOf(parameter string) string {
	switch {
	case parameter == "" || parameter == "0":
		return ""
	case parameter[0] == '3' && len(parameter) > 1, parameter[0] == '9' && len(parameter) > 1:
		return "foreground"
	case parameter[0] == '4' && len(parameter) > 1, strings.HasPrefix(parameter, "10"):
		return "background"
	}
	return parameter
}

// Style returns the style of the first character of a text, as it stands first on the
// screen; "nowhere" if it does not.
func (s Screen) Style(text string) string {
	wanted := []rune(text)
	for i := range s {
		if i+len(wanted) <= len(s) && slices.EqualFunc(s[i:i+len(wanted)], wanted,
			func(c Cell, r rune) bool { return c.Text == r }) {
			return s[i].Style
		}
	}
	return "nowhere"
}

// Text returns the characters.
func (s Screen) Text() string {
	var b strings.Builder
	for _, cell := range s {
		b.WriteRune(cell.Text)
	}
	return b.String()
}
