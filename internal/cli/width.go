package cli

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"atm/internal/words"
)

// Clip cuts a text that takes more columns than the limit. Of a path the end is
// kept, because it tells more.
func Clip(text string, limit int) string {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/") {
		return clipStart(text, limit)
	}
	return words.Cut(text, limit)
}

const ellipsis = "…"

// clipStart keeps the end of a text.
func clipStart(text string, limit int) string {
	if words.Columns(text) <= limit {
		return text
	}
	room, start := limit-words.Columns(ellipsis), len(text)
	for _, cluster := range slices.Backward(clustersOf(text)) {
		if room -= words.Columns(cluster); room < 0 {
			break
		}
		start -= len(cluster)
	}
	return ellipsis + text[start:]
}

// clustersOf splits a text into what is drawn as one each.
func clustersOf(text string) []string {
	var clusters []string
	for g := displaywidth.StringGraphemes(text); g.Next(); {
		clusters = append(clusters, g.Value())
	}
	return clusters
}

// Fold breaks a text into lines of at most so many columns (0 or less: no limit), between
// words if it can.
func Fold(text string, columns int) []string {
	if columns <= 0 {
		return []string{text}
	}
	var lines []string
	for {
		line := firstLine(text, max(columns, 2)) // what is drawn as one may take two
		lines = append(lines, line)
		if text = strings.TrimSpace(text[len(line):]); text == "" {
			return lines
		}
	}
}

// FoldBehind is Fold for a text that stands after so many columns of something else, in all
// of its lines.
func FoldBehind(indent int, text string, columns int) string {
	return strings.Join(Fold(text, columns-indent), "\n"+strings.Repeat(" ", indent))
}

// firstLine returns as much of a text as fits into so many columns, whole words if it can.
func firstLine(text string, columns int) string {
	if words.Columns(text) <= columns {
		return text
	}
	line := strings.TrimSuffix(words.Cut(text+" ", columns+1), ellipsis) // it takes a column
	if blank := strings.LastIndexByte(line, ' '); blank > 0 && text[len(line)] != ' ' {
		return line[:blank]
	}
	if line == "" { // not even one character fits
		return text
	}
	return line
}
