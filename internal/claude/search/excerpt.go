package search

import (
	"strings"

	"atm/tmuxopt"
)

// Excerpt is the line of a text that fits a query best, and the lines around it that are not empty, all fit
// for a terminal.
type Excerpt struct {
	Before, Line, After string   // at most about 500 bytes each
	Spans               [][2]int // the matching parts of Line: see [Query.Spans]
}

// maxBytes is how many bytes of a line are kept.
const maxBytes = 500

// excerpt returns the first of the lines of a text that have the most words of the query.
func (q Query) excerpt(text string) Excerpt {
	var lines []string
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
	}
	best, most := 0, 0
	for i, line := range lines {
		if n := q.count(line); n > most {
			best, most = i, n
		}
	}
	var e Excerpt
	if len(lines) == 0 {
		return e
	}
	if best > 0 {
		e.Before = tmuxopt.Text(head(strings.TrimSpace(lines[best-1])))
	}
	if best+1 < len(lines) {
		e.After = tmuxopt.Text(head(strings.TrimSpace(lines[best+1])))
	}
	e.Line = strings.TrimSpace(lines[best]) // so a regular expression that wants the blanks has no span in it
	if spans := q.Spans(e.Line); len(e.Line) > maxBytes && len(spans) > 0 {
		e.Line = around(e.Line, spans[0][0])
	}
	e.Line = tmuxopt.Text(head(e.Line))
	e.Spans = q.Spans(e.Line)
	return e
}

// count returns how many of the words a line has, or 1 if it matches the regular expression.
func (q Query) count(line string) int {
	if len(q.words) == 0 && q.marks[0].MatchString(line) {
		return 1
	}
	n, folded := 0, fold(line)
	for _, w := range q.words {
		if strings.Contains(folded, w.folded) {
			n++
		}
	}
	return n
}

func head(line string) string {
	if len(line) <= maxBytes+len("…")*2 {
		return strings.Clone(line)
	}
	return strings.ToValidUTF8(line[:maxBytes], "") + "…"
}

// around returns a part of a line that contains the place.
func around(line string, place int) string {
	from := max(0, place-maxBytes/4)
	if from == 0 {
		return head(line)
	}
	return "…" + strings.ToValidUTF8(line[from:min(len(line), from+maxBytes)], "")
}
