package e2e

// The files screen_*.go turn what tmux shows, "capture-pane -e -p", into an SVG picture, or several
// screens into one that moves. They know the SGR sequences that tmux writes: colours, bold, reverse.
// What is on a screen is only ever text of the picture.

import (
	"fmt"
	"strconv"
	"strings"

	"atm/internal/words"
)

// Sizes of a cell, in pixels, for a monospaced font of 14 pixels.
const (
	cellWidth  = 8.4
	cellHeight = 18
	margin     = 10
	baseline   = 14 // below the upper edge
)

const fontFamily = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"

const (
	foregroundColour = "#d4d4d4"
	backgroundColour = "#1e1e1e"
)

// palette is the sixteen colours of a terminal.
var palette = []string{
	"#1e1e1e", "#f14c4c", "#23d18b", "#e5c07b", "#3b8eea", "#d670d6", "#29b8db", "#d4d4d4",
	"#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
}

// style is how a run of text is drawn.
type style struct {
	fg, bg    string
	bold      bool
	dim       bool
	italic    bool
	underline bool
	strike    bool
	reverse   bool
}

// SVG draws a captured screen of that many columns.
func SVG(captured string, columns int) string {
	var b strings.Builder
	lines := draw(captured)
	begin(&b, columns, len(lines))
	for _, line := range lines {
		b.WriteString(line)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// begin writes the beginning of a picture, and its backgroundColour.
func begin(b *strings.Builder, columns, lines int) {
	width, height := float64(columns)*cellWidth+2*margin, lines*cellHeight+2*margin
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family=%q font-size="14">`
	fmt.Fprintf(b, head+"\n", width, height, fontFamily)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", backgroundColour)
}

// draw draws each line of a captured screen, where it stands on the screen.
func draw(captured string) []string {
	var lines []string
	var s style
	for i, line := range strings.Split(strings.TrimRight(captured, "\n"), "\n") {
		var b strings.Builder
		column := 0
		for line != "" {
			var text string
			text, line = run(line, &s)
			s.draw(&b, column, i, text)
			column += words.Columns(text)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// run takes text up to the next escape sequence, after applying those in front.
func run(line string, s *style) (text, rest string) {
	for strings.HasPrefix(line, "\x1b[") {
		codes, after, found := strings.Cut(line[2:], "m")
		if !found {
			return "", ""
		}
		s.apply(codes)
		line = after
	}
	if i := strings.Index(line, "\x1b["); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// switches are the SGR codes that turn an attribute on or off.
var switches = map[int]func(s *style){
	0: func(s *style) { *s = style{} },
	1: func(s *style) { s.bold = true },
	2: func(s *style) { s.dim = true },
	3: func(s *style) { s.italic = true },
	4: func(s *style) { s.underline = true },
	7: func(s *style) { s.reverse = true },
	9: func(s *style) { s.strike = true },

	22: func(s *style) { s.bold, s.dim = false, false },
	23: func(s *style) { s.italic = false },
	24: func(s *style) { s.underline = false },
	27: func(s *style) { s.reverse = false },
	29: func(s *style) { s.strike = false },
	39: func(s *style) { s.fg = "" },
	49: func(s *style) { s.bg = "" },
}

func (s *style) apply(codes string) {
	var numbers []int
	for _, code := range strings.FieldsFunc(codes+";", func(r rune) bool { return r == ';' }) {
		code, _, _ = strings.Cut(code, ":") // the kind of an underline
		n, _ := strconv.Atoi(code)
		numbers = append(numbers, n)
	}
	if len(numbers) == 0 {
		numbers = []int{0}
	}
	for len(numbers) > 0 {
		n := numbers[0]
		numbers = numbers[1:]
		switch {
		case switches[n] != nil:
			switches[n](s)
		case n == 38 || n == 48:
			var colour string
			colour, numbers = extended(numbers)
			s.set(n, colour)
		case n >= 30 && n <= 37:
			s.fg = palette[n-30]
		case n >= 90 && n <= 97:
			s.fg = palette[n-90+8]
		case n >= 40 && n <= 47:
			s.bg = palette[n-40]
		case n >= 100 && n <= 107:
			s.bg = palette[n-100+8]
		}
	}
}

func (s *style) set(n int, colour string) {
	if n == 38 {
		s.fg = colour
	} else {
		s.bg = colour
	}
}

// extended returns the colour with which the numbers begin, one of 256 or of all, and what
// follows. One that is none is the ordinary colour.
func extended(numbers []int) (colour string, rest []int) {
	switch {
	case len(numbers) >= 2 && numbers[0] == 5:
		return indexed(numbers[1]), numbers[2:]
	case len(numbers) >= 4 && numbers[0] == 2:
		return rgb(numbers[1], numbers[2], numbers[3]), numbers[4:]
	default:
		return "", nil
	}
}

func rgb(red, green, blue int) string {
	return fmt.Sprintf("#%02x%02x%02x", red&0xff, green&0xff, blue&0xff)
}

// indexed returns one of 256 colours: the palette, a cube of 6 by 6 by 6, and 24 greys.
func indexed(n int) string {
	const cube, greys = 16, 232
	level := func(n int) int {
		if n == 0 {
			return 0
		}
		return 55 + 40*n
	}
	switch {
	case n < 0 || n > 255:
		return ""
	case n < cube:
		return palette[n]
	case n < greys:
		return rgb(level((n-cube)/36), level((n-cube)/6%6), level((n-cube)%6))
	default:
		grey := 8 + 10*(n-greys)
		return rgb(grey, grey, grey)
	}
}
