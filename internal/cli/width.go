package cli

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

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

// Clip cuts a text that takes more columns than the limit. Of a path the end is
// kept, because it tells more.
func Clip(text string, limit int) string {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/") {
		return clipStart(text, limit)
	}
	return clipEnd(text, limit)
}

const ellipsis = "…"

// clipEnd keeps the beginning of a text.
func clipEnd(text string, limit int) string {
	if Columns(text) <= limit {
		return text
	}
	room := limit - Columns(ellipsis)
	var kept strings.Builder
	for _, cluster := range clustersOf(text) {
		if room -= clusterColumns(cluster); room < 0 {
			break
		}
		kept.WriteString(cluster)
	}
	return kept.String() + ellipsis
}

// clipStart keeps the end of a text.
func clipStart(text string, limit int) string {
	if Columns(text) <= limit {
		return text
	}
	room, start := limit-Columns(ellipsis), len(text)
	for _, cluster := range slices.Backward(clustersOf(text)) {
		if room -= clusterColumns(cluster); room < 0 {
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
