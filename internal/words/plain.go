package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns a sentence in one line, without inline Markdown: emphasis, the backticks of code, links
// (their text stays). Single underscores stay, because they are more often a part of names than emphasis.
func plain(text string) string {
	var b strings.Builder
	links := strings.Contains(text, "](")
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case rest[0] == '`':
			n := opaqueLength(rest)
			b.WriteString(strings.Trim(rest[:n], "`"))
			i += n
		case strings.HasPrefix(rest, "**"), strings.HasPrefix(rest, "__") && !isInsideName(text, i, 2),
			strings.HasPrefix(rest, "~~"):
			i += 2
		case rest[0] == '*' && !isLoneAsterisk(text, i):
			i++
		case links && (rest[0] == '[' || strings.HasPrefix(rest, "![")):
			label, n := link(rest)
			b.WriteString(label)
			i += n
		case rest[0] == '\\' && len(rest) > 1 && strings.IndexByte("\\`*_#[]|>", rest[1]) >= 0:
			b.WriteByte(rest[1])
			i += 2
		default:
			n := max(1, opaqueLength(rest)) // an address may contain the signs above
			b.WriteString(rest[:n])
			i += n
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// isInsideName reports whether the n bytes of a text at i are between two parts of a name.
func isInsideName(text string, i, n int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[min(i+n, len(text)):])
	return wordRune(before) && wordRune(after)
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}

// isLoneAsterisk reports whether the asterisk of a text at i is no emphasis: 2 * 3, *.go.
func isLoneAsterisk(text string, i int) bool {
	next := byte(' ')
	if i+1 < len(text) {
		next = text[i+1]
	}
	first := i == 0 || text[i-1] == ' '
	return first && (next == ' ' || next == '.') || first && strings.IndexByte(text[i+1:], '*') < 0
}

// link returns the label of a link or image at the beginning of a text, and the length of the link in bytes.
// A bracket that begins no link is its own label.
func link(text string) (label string, length int) {
	open := strings.IndexByte(text, '[') + 1
	half := strings.Index(text, "](")
	if half < 0 || strings.ContainsAny(text[open:half], "[]\n") {
		return text[:open], open
	}
	end := strings.IndexByte(text[half:], ')')
	if end < 0 {
		return text[:open], open
	}
	return strings.ReplaceAll(text[open:half], "`", ""), half + end + 1
}
