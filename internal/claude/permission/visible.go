package permission

import (
	"fmt"
	"strings"
	"unicode"

	"atm/internal/words"
	"atm/tmuxopt"
)

// visible makes a foreign text safe for a terminal, and each of its characters visible. It writes a control
// character, an invisible one, or one that looks like a blank as "<U+202E>", and a tab as an arrow and
// blanks. It keeps line breaks.
func visible(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	last := ' '
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r == '\t':
			b.WriteString("→   ")
		case r == '\ufe0f' && unicode.Is(unicode.S, last): // draws a symbol in colours
			b.WriteRune(r)
		case tmuxopt.Hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// visibleLine is visible for a text that must be one line.
func visibleLine(text string) string {
	return strings.ReplaceAll(visible(text), "\n", "<U+000A>")
}

// minWidth is the smallest width of rows, in columns.
const minWidth = 20

// page is the text for a person. Lines that are too long continue in the next row. A foreign text of several lines has
// a mark before it, so that it cannot look like our own words: "|" before the first row of a line, ":" before its
// further rows.
type page struct {
	strings.Builder

	width    int    // in columns; 0 = rows of any length
	filePlan string // a plan that is not part of the input

	overwrites bool   // the file exists
	before     string // its text; "" = it is not known
}

// line writes a line of our own words. Foreign parts of it must have gone through [visible].
func (p *page) line(text string) { p.rows("", "    ", text) }

// block writes the lines of a foreign text, each after indent, the bar and mark.
func (p *page) block(indent, mark, text string) {
	for line := range strings.Lines(visible(text)) {
		p.rows(indent+"| "+mark, indent+": "+mark, strings.TrimSuffix(line, "\n"))
	}
}

func (p *page) gap() { p.WriteByte('\n') }

// rows writes a line in as many rows as it needs: first is before the first row, next before the others. next must
// leave room for two columns. Blanks at the end of a row are dropped.
func (p *page) rows(first, next, text string) {
	const widest = 2 // columns of a character
	if p.width > 0 && words.Columns(first) > max(p.width, minWidth)-widest {
		p.line(strings.TrimRight(first, " "))
		first = next
	}
	prefix := first
	for {
		row := text
		if p.width > 0 { // at least one character fits after each prefix
			row = words.Beginning(text, max(p.width, minWidth)-words.Columns(prefix))
		}
		p.WriteString(strings.TrimRight(prefix+row, " "))
		p.WriteByte('\n')
		if prefix, text = next, text[len(row):]; text == "" {
			return
		}
	}
}
