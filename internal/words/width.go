package words

import (
	"github.com/clipperhouse/displaywidth"

	"atm/tmuxopt"
)

const ellipsis = "…"

// Columns returns how many columns a terminal needs for a text.
//
// Like tmux, it adds up the widths of the characters, and gives no more than two
// columns to characters that are drawn as one: the two letters of a flag, a hand
// and the colour of its skin, the parts of a Korean syllable. The width that
// displaywidth itself gives to such a cluster is that of its first character,
// which is too little for Thai and Devanagari.
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

// OptionText returns a foreign text as the options of words hold it: one line that can be
// drawn, of at most [tmuxopt.WordsLength] columns.
func OptionText(text string) string { return Cut(tmuxopt.Text(text), tmuxopt.WordsLength) }

// Cut keeps the beginning of a text that takes more columns than the limit, and puts "…"
// after it. Characters that are drawn as one are never torn apart. Of a text that is not
// cut nothing changes. Where there is no room at all, the result is empty.
func Cut(text string, limit int) string {
	if len(text) <= limit { // no character takes more columns than bytes
		return text
	}
	columns, kept := 0, 0
	clusters := displaywidth.StringGraphemes(text)
	for clusters.Next() {
		columns += clusterColumns(clusters.Value())
		if columns > limit {
			if limit < 1 {
				return ""
			}
			return text[:kept] + ellipsis
		}
		if columns < limit {
			kept += len(clusters.Value())
		}
	}
	return text
}
