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
