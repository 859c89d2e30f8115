package draw

import (
	"slices"
	"strconv"
	"strings"

	"atm/tmuxopt"
)

// Style is how a text is drawn. Its colour is one of the terminal's own, which its user has chosen for the
// terminal's background. Grey text is drawn dim, because in some palettes bright black is the colour of the
// background.
type Style struct {
	Colour Colour // "" = the colour of the surrounding text
	Bold   bool
	Dim    bool
}

// Colour is one of the terminal's own colours, by its name in tmux.
type Colour string

// The colours in use. Blue is not one of them, because it is too dark for a dark background.
const (
	Red     Colour = "red"
	Green   Colour = "green"
	Yellow  Colour = "yellow"
	Magenta Colour = "magenta"
	Cyan    Colour = "cyan"
)

// code is the parameter of an escape sequence that sets the colour of a text: 3 and the number of the colour.
func (c Colour) code() string {
	numbered := []Colour{"black", Red, Green, Yellow, "blue", Magenta, Cyan}
	if number := slices.Index(numbered, c); number >= 0 {
		return "3" + strconv.Itoa(number)
	}
	return ""
}

// The names of other things that have a style: see [StyleOf].
const (
	Heading = "heading" // the heading of a table, and the name before a value
	Stale   = "stale"   // a session that has fired no event for a long time
	High    = "high"    // much of the context or of a limit is used
	Full    = "full"    // nearly all of it is used
	Good    = "good"
	Notable = "notable" // it works, but could work better
	Broken  = "broken"
)

// StyleOf returns the style for the name of an [Icon], or for one of the names above. This is the only place
// that gives colours a meaning, on terminals and in tmux.
func StyleOf(name string) Style {
	switch name {
	case attention, Full, Broken:
		return Style{Colour: Red}
	case failed:
		return Style{Colour: Magenta}
	case Question:
		return Style{Colour: Cyan}
	case working, tmuxopt.Running, starting, High, Notable:
		return Style{Colour: Yellow}
	case Unseen, Good:
		return Style{Colour: Green}
	case idle, Asleep, Ended, Heading, Stale:
		return Style{Dim: true}
	}
	return Style{}
}

// Within returns the style of a part of a text whose whole has another style.
func (s Style) Within(whole Style) Style {
	if s.Colour == "" {
		s.Colour = whole.Colour
	}
	s.Bold, s.Dim = s.Bold || whole.Bold, s.Dim || whole.Dim
	return s
}

// plain ends a style on a terminal.
const plain = "\x1b[0m"

// Paint returns a text with the escape sequences that make a terminal draw it in the style.
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

// begin and end surround a coloured text in a tmux format. After it the style is the same as before, also
// within a theme's own colours. They contain no comma, which would end the branch of a condition.
const (
	begin = "#[push-default"
	end   = "#[default pop-default]"
)

// tmux returns the style in tmux's syntax. A colour is drawn as a background, because the background of the
// text is not known: tmux's own status line is green. The letters have the background colour of the
// terminal, on which its palette makes the colour readable.
func (s Style) tmux() string {
	switch {
	case s.Colour != "":
		return "fg=" + string(s.Colour) + " bg=terminal reverse"
	case s.Dim:
		return "dim"
	}
	return ""
}

// draw is the tmux format that draws a text in the style, unless the user wants no colours.
func (s Style) draw(text string) string {
	style := s.tmux()
	if style == "" {
		return text
	}
	return coloured(begin+" "+style+"]"+text+end, text)
}

// coloured is the first format if the user wants colours, else the second one.
func coloured(then, otherwise string) string {
	return choice(hasLook(tmuxopt.Plain, tmuxopt.LookOff), otherwise, then)
}

// hasLook is true if the user has chosen one of two looks. Usually nothing is chosen, and tmux compares
// nothing.
func hasLook(one, other tmuxopt.Look) string {
	either := "#{m:*|#{" + tmuxopt.StyleOption + "}|*,|" + string(one) + "|" + string(other) + "|}"
	return choice(tmuxopt.StyleOption, either, "")
}

// Uncoloured removes from a drawn text the styles that a format of this package has added. Styles in the
// user's own icons stay.
func Uncoloured(text string) string { return strings.ReplaceAll(withoutStyles(text, begin), end, "") }

// urgent lists the states that borders and names of windows show by a colour, the most urgent last.
func urgent() []string {
	names := urgencyWithout(tmuxopt.ShownState(tmuxopt.Starting), tmuxopt.ShownElsewhere,
		tmuxopt.ShownState(tmuxopt.Idle), tmuxopt.ShownAsleep, tmuxopt.ShownEnded,
		tmuxopt.ShownStuck) // looks like a working session
	slices.Reverse(names)
	return names
}

// BorderStyle is the tmux format to append to a style of pane borders. If the look is loud it shows the
// state of the pane's session by a colour. Otherwise it is empty, so that the user's style applies, and
// there is nothing to restore.
func BorderStyle() string {
	return styleByUrgency(urgent(), shows, func(s Style) string { return "#,fg=" + string(s.Colour) })
}

// WindowStyle is the same for window-status-style, which is a format since tmux 3.3. It shows the most urgent
// of the window's panes. Colours that a theme puts into the name itself stay.
func WindowStyle() string {
	anyPane := func(name string) string { return "#{P:" + mark(shows(name)) + "}" }
	return styleByUrgency(urgent(), anyPane, func(s Style) string {
		// With the terminal's background a coloured bar would have holes, and a reversed style would reverse
		// the colours that a theme puts into the name.
		return "#,fg=black#,bg=" + string(s.Colour)
	})
}

// PaneStyle is the same for window-style, which tmux 3.7 and later evaluate again for every pane when an
// option has changed: a pane that asks is white on black. These two colours are readable on any background,
// and Claude Code's own colours stay.
func PaneStyle() string {
	return styleByUrgency([]string{attention}, shows, func(Style) string { return "#,fg=white#,bg=black" })
}

// styleByUrgency is the format to append to a style of the user's own.
func styleByUrgency(names []string, cond func(name string) string, style func(Style) string) string {
	f := ""
	for _, name := range names {
		f = choice(cond(name), style(StyleOf(name)), f)
	}
	return choice(hasLook(tmuxopt.Loud, tmuxopt.LookOn), f, "")
}
