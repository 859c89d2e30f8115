package permission

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"atm/internal/words"
	"atm/tmuxopt"
)

// visible returns a foreign text so that a terminal shows each character and obeys none: a control
// character, an invisible one, or one that only looks like a blank is written as "<U+202E>", a tab as an
// arrow and blanks. Line breaks stay.
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
			b.WriteString("<U+" + hexadecimal(r) + ">")
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// visibleLine is visible for a text that has to stay in its line.
func visibleLine(text string) string {
	return strings.ReplaceAll(visible(text), "\n", "<U+000A>")
}

func hexadecimal(r rune) string {
	digits := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return strings.Repeat("0", max(0, 4-len(digits))) + digits
}

// minWidth is the number of columns below which rows are not made narrower.
const minWidth = 20

// page is what a person reads. Rows that are too long continue in the next one. Foreign text has a bar
// before it, so that none of it looks like a word of ours: "|" before the first row of a line, ":" before
// its further rows.
type page struct {
	strings.Builder

	width    int    // in columns; 0 = rows of any length
	filePlan string // a plan that is not part of the input
}

// line writes a line of ours. What is foreign in it must be visible already.
func (p *page) line(text string) { p.rows("", "    ", text) }

// block writes a foreign text, a line for each of its lines, each after a mark.
func (p *page) block(indent, mark, text string) {
	for line := range strings.Lines(visible(text)) {
		p.rows(indent+"| "+mark, indent+": "+mark, strings.TrimSuffix(line, "\n"))
	}
}

// gap separates two paragraphs.
func (p *page) gap() { p.WriteByte('\n') }

// rows writes a line in as many rows as it needs.
func (p *page) rows(first, next, text string) {
	const widest = 2 // columns of a character
	if p.width > 0 && words.Columns(first) > max(p.width, minWidth)-widest {
		p.line(strings.TrimRight(first, " "))
		first = next
	}
	prefix := first
	for {
		row, rest := text, ""
		if p.width > 0 {
			row, rest = splitRow(text, max(p.width, minWidth)-words.Columns(prefix))
		}
		p.WriteString(strings.TrimRight(prefix+row, " "))
		p.WriteByte('\n')
		if rest == "" {
			return
		}
		prefix, text = next, rest
	}
}

// splitRow returns what of a text fits into some columns, at least one character, and the rest.
func splitRow(text string, columns int) (row, rest string) {
	if len(text) <= columns { // no character takes more columns than bytes
		return text, ""
	}
	used, size := 0, 0
	clusters := displaywidth.StringGraphemes(text)
	for clusters.Next() {
		cluster := clusters.Value()
		used += words.Columns(cluster)
		if used > columns && size > 0 {
			break
		}
		size += len(cluster)
	}
	return text[:size], text[size:]
}
