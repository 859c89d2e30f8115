package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is a sentence in the form in which phrases are searched: without inline code, links, addresses and
// quoted words, in lower case, with single blanks, a plain apostrophe, and a blank at both ends.
type sentence struct {
	text string
	end  string // the text without the marks that end it
	hits []hit  // the phrases in it

	kind  blockKind // of its block, as far as it is one of a message
	block int       // the number of its block
}

// maxSentence is how many bytes of a sentence are searched for phrases.
const maxSentence = 400

// normalized prepares a sentence, given with its Markdown.
func normalized(markdown string) *sentence {
	markdown = markdown[max(0, len(markdown)-maxSentence):] // the end is more important
	text := strings.Map(func(r rune) rune {
		switch r {
		case '’':
			return '\''
		case '*', '~', '[', ']':
			return -1
		}
		return unicode.ToLower(r)
	}, unquoted(withoutMarks(markdown, false)))
	words := strings.Join(strings.Fields(text), " ")
	s := &sentence{text: " " + strings.TrimLeft(words, ` "'-–—`) + " "}
	s.end = strings.TrimRightFunc(s.text, func(r rune) bool {
		return r == ' ' || isCloser(r) || strings.ContainsRune(".!。…։", r)
	})
	s.hits = find(s.text)
	return s
}

// languages returns in which languages a sentence has a phrase of a list.
func (s *sentence) languages(list string) (in languages) {
	for _, h := range s.hits {
		if h.list == list {
			in |= h.language
		}
	}
	return in
}

// has reports whether a sentence contains a phrase of a list.
func (s *sentence) has(list string) bool { return s.languages(list) != 0 }

// begins reports whether a sentence begins with a phrase of a list.
func (s *sentence) begins(list string) bool {
	return slices.ContainsFunc(s.hits, func(h hit) bool { return h.list == list && h.start <= 1 })
}

// quotations are the marks between which no phrase is searched. Single quotation marks are missing, because
// they are more often apostrophes.
var quotations = [...][2]string{
	{`"`, `"`}, {"„", "“"}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"},
}

// unquoted returns a text without quotations.
func unquoted(text string) string {
	for _, mark := range quotations {
		for {
			before, rest, _ := strings.Cut(text, mark[0])
			_, after, found := strings.Cut(rest, mark[1])
			if !found {
				break
			}
			text = before + after
		}
	}
	return text
}

// isQuestion reports whether a sentence has the form of a question.
func (s *sentence) isQuestion() bool {
	switch r, _ := utf8.DecodeLastRuneInString(s.end); r {
	case '?', '？', '؟', '፧', '⁇', '⁈', '⁉', '‽', '❓', '❔':
		return true
	case ';', greekMark:
		return isGreek(s.end)
	case ':', '：':
		return s.has("deciding")
	}
	isEnding := func(h hit) bool { return h.list == "question endings" && h.end == len(s.end) }
	return slices.ContainsFunc(s.hits, isEnding) || strings.ContainsRune(s.text, '՞') // Armenian
}

// pairs are pairs of lists. A plea has a phrase of each list of a pair, in any order.
var pairs = [...]struct{ first, second string }{
	{"needs", "needed for"},       // "I need … before I"
	{"unsure", "wishes"},          // "I'm not sure … you mean"
	{"blocked", "blockers"},       // "I can't continue … until"
	{"held back", "permissions"},  // "I won't … unless you"
	{"preconditions", "promises"}, // "Once you … I'll"
	{"deciders", "decisions"},     // "I'd like you to … decide"
}

// isPlea reports whether a sentence wants something of the person without being a question. Both parts of a
// plea must be in one language, because a short word (Dutch "of", whether) may have another meaning in
// another language.
func (s *sentence) isPlea() bool {
	for _, p := range pairs {
		if s.languages(p.first)&s.languages(p.second) != 0 {
			return true
		}
	}
	return slices.ContainsFunc(s.hits, func(h hit) bool {
		switch h.list {
		case "begging":
			return true
		case "orders":
			return h.start == 0 || strings.IndexByte(",;:-", s.text[h.start-1]) >= 0
		case "tell":
			return s.asksAfter(h)
		}
		return false
	})
}

// asksAfter reports whether an order to tell is followed by the information that is wanted, without a
// condition between them: "tell me which".
func (s *sentence) asksAfter(order hit) bool {
	condition := len(s.text)
	for _, h := range s.hits { // from the beginning of the sentence
		switch isAfter := h.language == order.language && h.start >= order.end; {
		case isAfter && h.list == "conditions":
			condition = min(condition, h.start)
		case isAfter && h.list == "asked":
			return h.start <= condition
		}
	}
	return false
}
