package draw

import (
	"strings"
)

// Style is how a text is written. Its colour is one of the terminal's own, which whoever
// uses the terminal has chosen for the background that it has. The rest is grey by being
// dim: the bright black of some palettes is the very colour of their background.
type Style struct {
	Colour Colour // "" = that of the text around it
	Bold   bool
	Dim    bool
}

// Colour is one of the terminal's own colours, by the name that tmux has for it.
type Colour string

// The colours that are in use. Blue is none of them: it is too dark for a dark background.
const (
	Red     Colour = "red"
	Green   Colour = "green"
	Yellow  Colour = "yellow"
	Magenta Colour = "magenta"
	Cyan    Colour = "cyan"
)

// code is the parameter by which a terminal knows the colour of a text.
func (c Colour) code() string {
	switch c {
	case Red:
		return "31"
	case Green:
		return "32"
	case Yellow:
		return "33"
	case Magenta:
		return "35"
	case Cyan:
		return "36"
	}
	return ""
}

// Names of what has a style besides icons: see [StyleOf].
const (
	Heading = "heading" // of a table, and the name in front of a value
	Stale   = "stale"   // a session of which nothing was heard for long
	High    = "high"    // much of something is used
	Full    = "full"    // nearly all of it
	Good    = "good"
	Notable = "notable" // works, but could do better
	Broken  = "broken"
)

// StyleOf returns the style that tells what something is: the name of an [Icon], or one of
// those above. This is the one place that says what a colour means, on terminals and in
// tmux.
func StyleOf(name string) Style {
	switch name {
	case attention, Full, Broken:
		return Style{Colour: Red}
	case failed:
		return Style{Colour: Magenta}
	case Question:
		return Style{Colour: Cyan}
	case working, starting, High, Notable:
		return Style{Colour: Yellow}
	case Unseen, Good:
		return Style{Colour: Green}
	case idle, Ended, Heading, Stale:
		return Style{Dim: true}
	}
	return Style{}
}

// Within returns the style of a part of a text that has a style itself.
func (s Style) Within(whole Style) Style {
	if s.Colour == "" {
		s.Colour = whole.Colour
	}
	s.Bold, s.Dim = s.Bold || whole.Bold, s.Dim || whole.Dim
	return s
}

// plain ends a style on a terminal.
const plain = "\x1b[0m"

// Paint returns a text with the sequences that have a terminal write it in the style.
func (s Style) Paint(text string) string {
	var codes []string
	if s.Bold {
		codes = append(codes, "1")
	}
	if s.Dim {
		codes = append(codes, "2")
	}
	if code := s.Colour.code(); code != "" {
		codes = append(codes, code)
	}
	if text == "" || len(codes) == 0 {
		return text
	}
	return "\x1b[" + strings.Join(codes, ";") + "m" + text + plain
}
