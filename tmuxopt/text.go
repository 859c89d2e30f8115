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

// Text makes foreign text fit to be the value of an option: white space becomes
// a blank; other control characters and invalid UTF-8 become U+FFFD; what is
// invisible (bidirectional and zero-width controls) goes, because it could make
// a status line read differently from what it says. Longer text is cut at
// 1 KiB, between runes.
func Text(s string) string {
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

// printable returns what stands for r in an option, or -1 for nothing.
// Ranging over a string has already turned invalid UTF-8 into U+FFFD.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r): // also U+0085, U+2028 and U+2029
		return ' '
	case unicode.Is(unicode.Cc, r):
		return utf8.RuneError
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return -1
	}
	return r
}

// Path returns an absolute path unchanged, or "" where it could not be kept to
// the letter: a wrong path is worse than none.
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

// ID returns an identifier unchanged if it consists of [A-Za-z0-9_-] only and
// has at most 64 characters, else "". Ids stand inside formats, where nothing
// else may.
func ID(s string) string {
	if len(s) > maxWord || strings.IndexFunc(s, notWord) >= 0 {
		return ""
	}
	return s
}

// Word reduces a name to [A-Za-z0-9_-], each other character becoming a dash,
// and to 64 characters.
func Word(s string) string {
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
