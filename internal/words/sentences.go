package words

import (
	"slices"
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
	if question := lastOf(blocks[lead]); blocks[lead].kind == paragraph && !normalized(last).asks() &&
		normalized(question).asks() {
		return plain(question)
	}
	return plain(last)
}

// lastOf returns the last sentence of a block, with its Markdown.
func lastOf(b block) string {
	sentences := sentencesOf(b.text)
	return sentences[len(sentences)-1]
}

// sentencesOf splits the text of a block into at least one sentence. Marks in inline code and in addresses do
// not end a sentence. If the text is longer than the tail of a message, only its end is split.
func sentencesOf(text string) (sentences []string) {
	text = strings.TrimLeftFunc(text[max(0, len(text)-maxTail):], func(r rune) bool { return r == utf8.RuneError })
	start := 0
	for i := 0; i < len(text); {
		if isASCIILetterOrDigit(text[i]) && text[i] != 'h' || text[i] == ' ' { // most characters, so it is quick
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
		after := strings.TrimLeftFunc(text[i:], func(r rune) bool { return isMark(r) || isCloser(r) })
		before, marks := text[start:i], text[i:len(text)-len(after)]
		i += len(marks)
		if ends(r, before, marks, after) {
			sentences = append(sentences, text[start:i])
			start = i
		}
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
		rest := strings.TrimLeft(text, "`")
		mark := text[:len(text)-len(rest)]
		if code, _, closed := strings.Cut(rest, mark); closed {
			return len(code) + 2*len(mark)
		}
		return len(mark)
	case text[0] != 'h' || !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://"):
		return 0
	}
	rest := strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && r <= unicode.MaxLatin1 })
	return len(strings.TrimRight(text[:len(text)-len(rest)], ".,:;!)*_>\"'"))
}

// isMark reports whether a character may end a sentence. The Armenian question mark does not: it is within
// the last word.
func isMark(r rune) bool {
	switch r {
	case '.', '!', '?', ';', '…', '。', '！', '？', '｡', '؟', '۔', '।', '։', '።', '፧', '⁇', '⁈', '⁉', '‽', greekMark:
		return true
	}
	return false
}

// greekMark is the Greek question mark. It looks like a semicolon, and is often written as one.
const greekMark = '\u037e'

// isCloser reports whether a character may be between the end of a sentence and the blank after it.
func isCloser(r rune) bool {
	if r < utf8.RuneSelf {
		return strings.IndexByte(")]*_~\"'", byte(r)) >= 0
	}
	return r == '“' || unicode.In(r, unicode.Pe, unicode.Pf)
}

// ends reports whether a mark ends a sentence. before is the sentence with the mark, marks are the marks and
// closers that follow directly, after is the rest of the text.
func ends(mark rune, before, marks, after string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \t\r\n"))
	spaced := after == "" || strings.IndexByte(" \t\r\n", after[0]) >= 0
	continues := !spaced || unicode.IsLower(next) // a.go, v1.2.3, "etc. and"
	switch mark {
	case ':':
		return true
	case '。', '！', '？', '｡', '।', '؟', '۔', '።', '፧', '։':
		return spaced || !strings.ContainsAny(marks, "」』”") // 「終了。」と表示されます。
	case '!', '?', '⁇', '⁈', '⁉', '‽':
		return !continues || !spaced && next >= 0x2e80
	case ';', greekMark:
		return spaced && isGreek(before)
	case '…':
		return !continues
	}
	return !continues && (marks != "" || after == "" || !isAbbreviation(before, next))
}

// isAbbreviation reports whether the full stop at the end of a text belongs to its last word. next is the
// first character of the next word: a capital letter, a digit or a sign.
func isAbbreviation(text string, next rune) bool {
	last, _ := utf8.DecodeLastRuneInString(text[:len(text)-1])
	if !unicode.IsLetter(last) { // "1. First", but not "it returns 3. Then"
		return unicode.IsDigit(last) && strings.Trim(text, " \n0123456789") == "."
	}
	words := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("(\"*_", r) {
			return ' '
		}
		return unicode.ToLower(r)
	}, " "+text[max(0, len(text)-maxWord):]+" ")
	return slices.ContainsFunc(find(words), func(h hit) bool {
		return h.end == len(words) && (h.list == "abbreviations" || h.list == "before numbers" && unicode.IsDigit(next))
	})
}

// maxWord is how many bytes at the end of a text are searched for an abbreviation.
const maxWord = 12

// isGreek reports whether a Greek letter stands before the mark at the end of a text. Only in Greek a
// semicolon is a question mark.
func isGreek(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, ";\u037e"))
	return unicode.Is(unicode.Greek, r)
}
