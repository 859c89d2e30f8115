package words

import (
	"github.com/clipperhouse/displaywidth"

	"atm/tmuxopt"
)

const ellipsis = "…"

// Columns returns how many columns a terminal needs for a text.
//
// Like tmux, it adds up the widths of the characters, with at most two columns for a cluster that is drawn as
// one character: the two letters of a flag, a hand and its skin colour, the parts of a Korean syllable.
// displaywidth itself returns the width of the first character of a cluster, which is too small for Thai and
// Devanagari.
func Columns(text string) int {
	columns := 0
	for clusters := displaywidth.StringGraphemes(text); clusters.Next(); {
		columns += clusterColumns(clusters.Value())
	}
	return columns
}

// clusterColumns returns the width of characters that are drawn as one.
func clusterColumns(cluster string) int {
	columns := 0
	for _, r := range cluster {
		columns += displaywidth.Rune(r)
	}
	return min(columns, 2)
}

// OptionText returns a foreign text in the form for an option: one line without control characters, of at
// most [tmuxopt.WordsLength] columns.
func OptionText(text string) string { return Cut(tmuxopt.Text(text), tmuxopt.WordsLength) }

// Cut cuts a text that needs more columns than the limit, and appends "…". It does not split characters that
// are drawn as one. A text that fits is returned unchanged. If the limit is less than 1, the result is empty.
func Cut(text string, limit int) string {
	switch {
	case Beginning(text, limit) == text:
		return text
	case limit < 1:
		return ""
	}
	return Beginning(text, limit-1) + ellipsis
}

// Beginning returns as much of the beginning of a text as fits into the columns. It does not split characters
// that are drawn as one.
func Beginning(text string, columns int) string {
	if len(text) <= columns { // no character takes more columns than bytes
		return text
	}
	used, size := 0, 0
	for clusters := displaywidth.StringGraphemes(text); clusters.Next(); {
		if used += clusterColumns(clusters.Value()); used > columns {
			break
		}
		size += len(clusters.Value())
	}
	return text[:size]
}
