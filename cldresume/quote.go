package cldresume

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// Show returns a path for a terminal: to the letter where a terminal shows it so, else
// as [Quote] does. Were a newline shown as a blank, say, another directory would be
// named.
func Show(path string) string {
	if tmuxopt.Visible(path) {
		return path
	}
	return Quote(path)
}

// Quote returns text as one word of a shell's line. A text that a terminal would not
// show to the letter gets the form $'…' with escapes, which bash, zsh, ksh and POSIX of
// 2024 know; all others are read by any shell.
func Quote(text string) string {
	const plain = shell.Letters + "0123456789_-./:=@%+,"
	switch {
	case text != "" && strings.Trim(text, plain) == "":
		return text
	case tmuxopt.Visible(text):
		return shell.Quoted(text)
	}
	var b strings.Builder
	b.WriteString("$'")
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case tmuxopt.Visible(text[:size]):
			b.WriteString(text[:size])
		default:
			for _, c := range []byte(text[:size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		text = text[size:]
	}
	return b.String() + "'"
}
