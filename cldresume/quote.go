package cldresume

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// Show returns a path for a terminal: unchanged if a terminal shows each of its characters, else the result
// of [Quote]. A newline that is shown as a blank, for example, would give the path of another directory.
func Show(path string) string {
	if tmuxopt.Visible(path) {
		return path
	}
	return Quote(path)
}

// Quote returns text as one word for a shell. A text that a terminal would not show exactly gets the form
// $'…' with escapes, which bash, zsh, ksh and POSIX of 2024 know; the other forms work in every shell.
func Quote(text string) string {
	switch {
	case shell.Word(text) == text:
		return text
	case tmuxopt.Visible(text):
		return shell.ForAll(text)
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
