package cli

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"atm/tmuxopt"
)

// EscapeInvisible writes what a terminal would carry out, or not show, as escapes of JSON,
// which itself escapes only what is below U+0020. The JSON means the same.
func EscapeInvisible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == ' ' || r == '\n' || tmuxopt.Text(string(r)) == string(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
