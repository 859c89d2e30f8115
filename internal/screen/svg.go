// Package screen turns what tmux shows, "capture-pane -e -p", into an SVG
// picture, or several screens into one that moves. It knows the SGR sequences that tmux
// writes: colours, bold, reverse. What is on a screen is only ever text of the picture.
package screen

import (
	"cmp"
	"encoding/xml"
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
)

const fontFamily = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"

const (
	foreground = "#d4d4d4"
	background = "#1e1e1e"
)

// palette is the sixteen colours of a terminal.
var palette = []string{
	"#1e1e1e", "#f14c4c", "#23d18b", "#e5c07b", "#3b8eea", "#d670d6", "#29b8db", "#d4d4d4",
	"#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
}

// style is how a run of text is drawn.
type style struct {
	fg, bg  string
	bold    bool
	reverse bool
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

// begin writes the beginning of a picture, and its background.
func begin(b *strings.Builder, columns, lines int) {
	width, height := float64(columns)*cellWidth+2*margin, lines*cellHeight+2*margin
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family=%q font-size="14">`
	fmt.Fprintf(b, head+"\n", width, height, fontFamily)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", background)
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

func (s *style) apply(codes string) {
	numbers := strings.Split(codes, ";")
	for i := 0; i < len(numbers); i++ {
		n, _ := strconv.Atoi(numbers[i]) // an empty one is 0
		switch {
		case n == 0:
			*s = style{}
		case n == 1:
			s.bold = true
		case n == 7:
			s.reverse = true
		case n == 27:
			s.reverse = false
		case n >= 30 && n <= 37:
			s.fg = palette[n-30]
		case n >= 90 && n <= 97:
			s.fg = palette[n-90+8]
		case n >= 40 && n <= 47:
			s.bg = palette[n-40]
		case n == 39:
			s.fg = ""
		case n == 49:
			s.bg = ""
		case (n == 38 || n == 48) && i+2 < len(numbers) && numbers[i+1] == "5":
			if colour, _ := strconv.Atoi(numbers[i+2]); colour >= 0 && colour < len(palette) {
				s.set(n, palette[colour])
			}
			i += 2
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

// draw places each run by its column, so that no font can shift it.
func (s style) draw(b *strings.Builder, column, line int, text string) {
	if text == "" {
		return
	}
	fg, bg := cmp.Or(s.fg, foreground), cmp.Or(s.bg, background)
	if s.reverse {
		fg, bg = bg, fg
	}
	x, y := margin+float64(column)*cellWidth, margin+line*cellHeight
	width := float64(words.Columns(text)) * cellWidth
	if bg != background {
		const cell = `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`
		fmt.Fprintf(b, cell+"\n", x, y, width, cellHeight, bg)
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	weight := ""
	if s.bold {
		weight = ` font-weight="bold"`
	}
	const start = `<text x="%.1f" y="%d" fill="%s"%s textLength="%.1f" xml:space="preserve">`
	fmt.Fprintf(b, start, x, y+14, fg, weight, width)
	// It also replaces what XML cannot hold: most control characters, invalid UTF-8.
	_ = xml.EscapeText(b, []byte(text)) // a strings.Builder takes everything
	b.WriteString("</text>\n")
}
