package cli

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"

	"atm/tmuxopt"
)

// WriteJSON writes the text of a JSON value, and ends the line. On a terminal nothing in it
// can be obeyed or overlooked; the value is the same everywhere.
func WriteJSON(out io.Writer, text []byte) error {
	if Width(out) >= 0 {
		text = escapeHidden(text)
	}
	_, err := fmt.Fprintf(out, "%s\n", text)
	return err
}

// escapeHidden writes what is hidden as escapes. JSON itself asks for them only below U+0020,
// and outside strings it has no other characters than those of ASCII.
func escapeHidden(text []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(text) {
		if r == '\n' || !tmuxopt.Hidden(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.Bytes()
}
