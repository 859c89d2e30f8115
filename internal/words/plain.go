package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns a sentence in one line, without inline Markdown: emphasis, the backticks of code, links
// (their text stays). Single underscores stay, because they are more often a part of names than emphasis.
func plain(text string) string {
	return strings.Join(strings.Fields(withoutMarks(text, true)), " ")
}

// withoutMarks returns a text without inline Markdown, with or without code and addresses.
func withoutMarks(text string, withCode bool) string {
	var b strings.Builder
	hasLink := strings.Contains(text, "](")
	for i := 0; i < len(text); {
		rest := text[i:]
		shown, n := "", opaqueLength(rest) // what is shown of the next n bytes
		switch mark := rest[:min(len(rest), 2)]; {
		case n > 0:
			if withCode {
				shown = strings.Trim(rest[:n], "`")
			}
		case mark == "**", mark == "~~", mark == "__" && !isInsideName(text[:i], rest[2:]):
			n = 2
		case rest[0] == '*' && !isLoneAsterisk(text[:i], rest[1:]):
			n = 1
		case hasLink && (rest[0] == '[' || mark == "!["):
			shown, n = link(rest)
		case rest[0] == '\\' && len(mark) == 2 && strings.Contains("\\`*_#[]|>", mark[1:]):
			shown, n = mark[1:], 2
		default:
			shown, n = rest[:1], 1
		}
		b.WriteString(shown)
		i += n
	}
	return b.String()
}

// isInsideName reports whether a sign is between two parts of a name.
func isInsideName(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	return isPart(last) && isPart(next)
}

// isLoneAsterisk reports whether an asterisk is no emphasis: 2 * 3, *.go.
func isLoneAsterisk(before, after string) bool {
	isFirst := before == "" || strings.HasSuffix(before, " ")
	return isFirst && (after == "" || after[0] == ' ' || after[0] == '.' || !strings.Contains(after, "*"))
}

// link returns the label of a link or image at the beginning of a text, and the length of the link in bytes.
// A bracket that begins no link is its own label.
func link(text string) (label string, length int) {
	open := strings.IndexByte(text, '[') + 1
	label, rest, found := strings.Cut(text[open:], "](")
	_, after, closed := strings.Cut(rest, ")")
	if !found || !closed || strings.ContainsAny(label, "[]\n") {
		return text[:open], open
	}
	return strings.ReplaceAll(label, "`", ""), len(text) - len(after)
}
