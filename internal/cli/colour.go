package cli

import (
	"fmt"
	"slices"
	"strings"

	"atm/internal/tmux/draw"
	"atm/internal/words"
)

// ColourFlag is the flag that says when there are colours.
type ColourFlag struct {
	Color string `enum:"auto,always,never" default:"auto" placeholder:"WHEN" help:"Colours: auto (on a terminal that has them, unless NO_COLOR is set), always or never."`
}

// Colours reports whether what is written to a stream has colours. The flag is asked before
// the environment (see no-color.org).
func (f ColourFlag) Colours(stream any, getenv func(string) string) bool {
	switch f.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return Width(stream) >= 0 && getenv("NO_COLOR") == "" && hasColours(getenv("TERM"))
}

// hasColours reports whether terminals of that name have colours: those of DEC had none, and
// the name of a terminal without colours ends in -m.
func hasColours(term string) bool {
	dec := []string{"vt52", "vt100", "vt102", "vt220", "vt320", "vt420"}
	name, _, _ := strings.Cut(term, "-")
	return term != "dumb" && !strings.HasSuffix(term, "-m") && !strings.HasSuffix(term, "-mono") &&
		!slices.Contains(dec, name)
}

// Painter writes texts in styles, or as they are.
type Painter bool

// Paint returns a text in the style of what it is, see [draw.StyleOf].
func (p Painter) Paint(name, text string) string { return p.PaintIn(draw.StyleOf(name), text) }

// PaintIn returns a text in a style.
func (p Painter) PaintIn(style draw.Style, text string) string {
	if !p {
		return text
	}
	return style.Paint(text)
}

// Sheet is what a list of named values is written for.
type Sheet struct {
	Painter
	Columns int // of the terminal; 0 or less = any number
}

// Row writes a value after its name.
func (p Sheet) Row(name, text string) string {
	label := fmt.Sprintf("  %-10s", name)
	return p.Paint(draw.Heading, label) + " " + FoldBehind(words.Columns(label)+1, text, p.Columns) + "\n"
}
