package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// LastSentence returns the last sentence of an answer as one line of plain text, or "" if it has no prose. It
// skips code blocks, quotations, tables and rules. If the answer ends in a list of options after a question,
// it returns the question. The result may be as long as the message.
func LastSentence(message string) string {
	blocks := blocksOf(message)
	if len(blocks) == 0 {
		return ""
	}
	last := lastOf(blocks[len(blocks)-1])
	lead := len(blocks) - 1 // the block before the list at the end
	for lead > 0 && blocks[lead].kind == item {
		lead--
	}
	if question := lastOf(blocks[lead]); !asks(last) && blocks[lead].kind == paragraph && asks(question) {
		return plain(question)
	}
	return plain(last)
}

// asks reports whether a sentence, given with its Markdown, wants something of the person.
func asks(markdown string) bool {
	s := normalized(markdown)
	return s.asks()
}

// lastOf returns the last sentence of a block, with its Markdown.
func lastOf(b block) string {
	sentences := sentencesOf(b.text)
	return sentences[len(sentences)-1]
}

// sentencesOf splits the text of a block into at least one sentence. Marks in inline code and in addresses do
// not end a sentence. If the text is longer than the tail of a message, only its end is split.
func sentencesOf(text string) []string {
	var sentences []string
	start := 0
	if over := len(text) - maxTail; over > 0 {
		start = over
		for start < len(text) && !utf8.RuneStart(text[start]) {
			start++
		}
	}
	for i := start; i < len(text); {
		if isASCIILetterOrDigit(text[i]) && text[i] != 'h' || text[i] == ' ' {
			i++
			continue
		}
		if n := opaqueLength(text[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if !isMark(r) && !(r == ':' && strings.HasPrefix(text[i:], "\n")) {
			continue
		}
		if r == ';' && (i < 2 || text[i-2] < utf8.RuneSelf) { // no Greek letter stands before it
			continue
		}
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !isMark(r) && !isCloser(r) {
				break
			}
			end += size
		}
		if ends(r, text[start:i], text[i:end], text[end:]) {
			sentences = append(sentences, text[start:end])
			start = end
		}
		i = end
	}
	if rest := text[start:]; strings.TrimSpace(rest) != "" || len(sentences) == 0 {
		sentences = append(sentences, rest)
	}
	return sentences
}

// opaqueLength returns the length of inline code or of an address that a text begins with, or 0.
func opaqueLength(text string) int {
	switch {
	case text[0] == '`':
		mark := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		if n := strings.Index(text[len(mark):], mark); n >= 0 {
			return len(mark) + n + len(mark)
		}
		return len(mark)
	case text[0] == 'h' && (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")):
		n := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r > unicode.MaxLatin1 })
		if n < 0 {
			n = len(text)
		}
		return len(strings.TrimRight(text[:n], ".,:;!)*_>\"'"))
	}
	return 0
}

// isMark reports whether a character may end a sentence. The Armenian question mark does not: it is within
// the last word.
func isMark(r rune) bool {
	switch r {
	case '.', '!', '?', ';', '…', '。', '！', '？', '｡', '؟', '۔', '।', '։', '።', '፧',
		'⁇', '⁈', '⁉', '‽', '\u037e': // the last one is Greek, and looks like a semicolon
		return true
	}
	return false
}

// isCloser reports whether a character may be between the end of a sentence and the blank after it.
func isCloser(r rune) bool {
	if r < utf8.RuneSelf {
		return strings.IndexByte(")]*_~\"'", byte(r)) >= 0
	}
	return r == '“' || unicode.Is(unicode.Pe, r) || unicode.Is(unicode.Pf, r)
}

// maxWord is how many bytes at the end of a text are searched for its last letter.
const maxWord = 32

// ends reports whether a mark ends a sentence. before is the sentence with the mark, marks are the marks and
// closers that follow directly, after is the rest of the text.
func ends(mark rune, before, marks, after string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \t\r\n"))
	spaced := after == "" || strings.IndexByte(" \t\r\n", after[0]) >= 0
	switch mark {
	case '。', '！', '？', '｡', '।', '؟', '۔', '።', '፧', '։':
		return spaced || !strings.ContainsAny(marks, "」』”") // 「終了。」と表示されます。
	case '!', '?', '⁇', '⁈', '⁉', '‽':
		return spaced && !unicode.IsLower(next) || !spaced && next >= 0x2e80
	case ';', '\u037e':
		return spaced && isGreek(before)
	case '…':
		return spaced && !unicode.IsLower(next)
	case ':':
		return true
	}
	if !spaced || unicode.IsLower(next) { // a.go, v1.2.3, "etc. and"
		return false
	}
	if strings.TrimSpace(after) == "" || marks != "" {
		return true
	}
	return !isAbbreviation(before, next)
}

// isAbbreviation reports whether the full stop at the end of a text belongs to its last word. next is the
// first character of the next word: a capital letter, a digit or a sign.
func isAbbreviation(text string, next rune) bool {
	text = strings.TrimSuffix(text, ".")
	start := strings.LastIndexAny(text, " \t\n(\"") + 1
	word := text[start:]
	if strings.Trim(word, "0123456789") == "" { // "1. First", but not "it returns 3. Then"
		return strings.TrimSpace(text[:start]) == ""
	}
	switch strings.ToLower(strings.TrimLeft(word, "*_")) {
	case "e.g", "i.e", "vs", "cf", "dr", "mr", "mrs", "ms", "st", "fig", "approx", "ca", "z", "d", "u", "z.b",
		"d.h", "u.a", "bzw", "ggf", "evtl", "vgl", "nr", "p", "p.ej", "sr", "sra", "mme", "tzn", "np", "т.е",
		"напр", "bijv":
		return true
	case "no", "nos": // "No. 7", but "No. It is…"
		return unicode.IsDigit(next)
	case "ej", "h", "b": // the second half of "p. ej.", "d. h." and "z. B."
		return strings.HasSuffix(strings.TrimRight(text[:start], " \u00a0"), ".")
	}
	return false
}

// isGreek reports whether the last word of a text is Greek. Only in Greek a semicolon is a question mark.
func isGreek(text string) bool {
	text = text[max(0, len(text)-maxWord):]
	i := strings.LastIndexFunc(text, unicode.IsLetter)
	if i < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return unicode.Is(unicode.Greek, r)
}
