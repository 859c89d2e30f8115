package tmuxopt

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of values, in bytes. One tmux message holds 16,364 bytes of arguments;
// with these caps the largest batch stays below 15 KiB.
const (
	maxText = 1024
	maxWord = 64
	maxPath = 4096
	maxList = 3072
)

// Text makes foreign text safe as the value of an option: white space becomes a blank; other control
// characters, characters that are not assigned or too new for tmux's C library, and invalid UTF-8 become
// U+FFFD; invisible characters (bidirectional and zero-width controls) are removed, because with them a
// status line could seem to say something else. Longer text is cut at 1 KiB, between runes.
func Text(s string) string {
	if len(s) <= maxText && strings.IndexFunc(s, notASCII) < 0 { // most texts need no copy
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	for _, r := range s {
		r = printable(r)
		if r < 0 {
			continue
		}
		if b.Len()+utf8.RuneLen(r) > maxText {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// notASCII reports whether r is not a printable ASCII character.
func notASCII(r rune) bool { return r < ' ' || r > '~' }

// Lines makes foreign text of several lines safe for a terminal: line breaks and tabs stay, every other
// character is treated as in [Text]. Nothing is cut.
func Lines(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") {
		if r != '\n' && r != '\t' {
			r = printable(r)
		}
		if r >= 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// printable returns the replacement for r in an option, or -1 for none. Ranging over a string has already
// turned invalid UTF-8 into U+FFFD.
func printable(r rune) rune {
	switch {
	case ' ' < r && r <= '~':
		return r
	case unicode.IsSpace(r): // also U+0085, U+2028 and U+2029
		return ' '
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return -1
	case unicode.Is(unicode.Cc, r), !isInOldLibc(r):
		return utf8.RuneError
	}
	return r
}

// Hidden reports whether a terminal would obey a character, show nothing for it, or show something that only
// looks like a blank.
func Hidden(r rune) bool {
	switch r {
	case ' ':
		return false
	case '\u2800', // the braille pattern without dots
		'\u115f', '\u1160', '\u3164', '\uffa0', // Korean letters without a shape
		'\u034f', '\u17b4', '\u17b5': // marks without a shape
		return true
	}
	return printable(r) != r
}

// Visible reports whether a terminal shows every character of the text.
func Visible(text string) bool {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 || Hidden(r) {
			return false
		}
		text = text[size:]
	}
	return true
}

// isInOldLibc reports whether the C library of a system that is some years old knows the character. If it
// does not, tmux 3.3a (of Debian 12) never returns from measuring or cutting a text, and the server hangs
// for good, with everything that runs in it.
func isInOldLibc(r rune) bool {
	assigned := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Co)
	return assigned && !unicode.Is(unicode15, r)
}

// unicode15 holds the characters that are new in Unicode 15.0 (September 2022), the version of Go's tables.
// glibc 2.36 knows those of 14.0.
var unicode15 = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0cf3, Hi: 0x0cf3, Stride: 1}, {Lo: 0x0ece, Hi: 0x0ece, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x10efd, Hi: 0x10eff, Stride: 1}, {Lo: 0x1123f, Hi: 0x11241, Stride: 1},
		{Lo: 0x11b00, Hi: 0x11b09, Stride: 1}, {Lo: 0x11f00, Hi: 0x11f59, Stride: 1},
		{Lo: 0x1342f, Hi: 0x1342f, Stride: 1}, {Lo: 0x13439, Hi: 0x13455, Stride: 1},
		{Lo: 0x1b132, Hi: 0x1b132, Stride: 1}, {Lo: 0x1b155, Hi: 0x1b155, Stride: 1},
		{Lo: 0x1d2c0, Hi: 0x1d2d3, Stride: 1}, {Lo: 0x1df25, Hi: 0x1df2a, Stride: 1},
		{Lo: 0x1e030, Hi: 0x1e06d, Stride: 1}, {Lo: 0x1e08f, Hi: 0x1e08f, Stride: 1},
		{Lo: 0x1e4d0, Hi: 0x1e4f9, Stride: 1}, {Lo: 0x1f6dc, Hi: 0x1f6dc, Stride: 1},
		{Lo: 0x1f774, Hi: 0x1f776, Stride: 1}, {Lo: 0x1f77b, Hi: 0x1f77f, Stride: 1},
		{Lo: 0x1f7d9, Hi: 0x1f7d9, Stride: 1}, {Lo: 0x1fa75, Hi: 0x1fa77, Stride: 1},
		{Lo: 0x1fa87, Hi: 0x1fa88, Stride: 1}, {Lo: 0x1faad, Hi: 0x1faaf, Stride: 1},
		{Lo: 0x1fabb, Hi: 0x1fabd, Stride: 1}, {Lo: 0x1fabf, Hi: 0x1fabf, Stride: 1},
		{Lo: 0x1face, Hi: 0x1facf, Stride: 1}, {Lo: 0x1fada, Hi: 0x1fadb, Stride: 1},
		{Lo: 0x1fae8, Hi: 0x1fae8, Stride: 1}, {Lo: 0x1faf7, Hi: 0x1faf8, Stride: 1},
		{Lo: 0x31350, Hi: 0x323af, Stride: 1},
	},
}

// Path returns an absolute path unchanged, or "" if an option could not hold it unchanged: a wrong path is
// worse than none.
func Path(s string) string {
	if !path.IsAbs(s) || len(s) > maxPath || !utf8.ValidString(s) {
		return ""
	}
	for _, r := range s {
		if r != ' ' && printable(r) != r {
			return ""
		}
	}
	return s
}

// ID returns an identifier unchanged if it consists of [A-Za-z0-9_-] only and has at most 64 characters,
// else "". Ids are used inside formats, where nothing else is allowed.
func ID(s string) string {
	if len(s) > maxWord || strings.IndexFunc(s, notWord) >= 0 {
		return ""
	}
	return s
}

// Word turns a name into a word of [A-Za-z0-9_-] with at most 64 characters; every other character becomes a
// dash.
func Word(s string) string {
	if ID(s) == s { // most names are such words already
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if b.Len() == maxWord {
			break
		}
		if notWord(r) {
			r = '-'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func notWord(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-')
}

// EscapeLines writes a text of several lines as one that fits into an option: a line break is "\n", a tab
// "\t", a backslash "\\". Control characters and invisible ones are treated as in [Lines]; white space
// around the text is removed. Nothing is cut.
func EscapeLines(text string) string {
	return escapeLines.Replace(strings.TrimSpace(Lines(text)))
}

// UnescapeLines returns the text that [EscapeLines] has written, safe for a terminal no matter who has written the
// option. What is not an escape is unchanged.
func UnescapeLines(value string) string {
	return Lines(unescapeLines.Replace(value))
}

// Building a Replacer is expensive, and a list of sessions needs one for each of them.
var (
	escapeLines   = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\t", `\t`)
	unescapeLines = strings.NewReplacer(`\\`, "\\", `\n`, "\n", `\t`, "\t")
)
