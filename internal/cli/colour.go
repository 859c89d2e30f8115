package cli

import (
	"fmt"
	"slices"
	"strings"

	"atm/internal/tmux/draw"
	"atm/internal/words"
)

// ColourFlag is the flag that switches colours.
type ColourFlag struct {
	Color string `enum:"auto,always,never" default:"auto" placeholder:"WHEN" help:"Colours: auto (on a terminal that has them, unless NO_COLOR is set), always or never."`
}

// Colours reports whether to write to a stream in colours. The flag overrides the environment (see
// no-color.org).
func (f ColourFlag) Colours(stream any, getenv func(string) string) bool {
	switch f.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return Width(stream) >= 0 && getenv("NO_COLOR") == "" && hasColours(getenv("TERM"))
}

// hasColours reports whether terminals of that name have colours. Those of DEC have none, and names that end
// in -m stand for terminals without colours.
func hasColours(term string) bool {
	dec := []string{"vt52", "vt100", "vt102", "vt220", "vt320", "vt420"}
	name, _, _ := strings.Cut(term, "-")
	return term != "dumb" && !strings.HasSuffix(term, "-m") && !strings.HasSuffix(term, "-mono") &&
		!slices.Contains(dec, name)
}

// Painter writes texts in styles if it is true.
type Painter bool

// Paint returns a text in the style with that name, see [draw.StyleOf].
func (p Painter) Paint(name, text string) string { return p.PaintIn(draw.StyleOf(name), text) }

// PaintIn returns a text in a style.
func (p Painter) PaintIn(style draw.Style, text string) string {
	if !p {
		return text
	}
	return style.Paint(text)
}

// Sheet writes a list of named values.
type Sheet struct {
	Painter
	Columns int // of the terminal; 0 or less = any number
}

// Row writes a value after its name.
func (p Sheet) Row(name, text string) string {
	label := fmt.Sprintf("  %-10s", name)
	return p.Paint(draw.Heading, label) + " " + FoldBehind(words.Columns(label)+1, text, p.Columns) + "\n"
}
