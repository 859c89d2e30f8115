package words

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is a sentence in the form in which phrases are searched: without inline code, links, addresses and
// quoted words, in lower case, with single blanks, a plain apostrophe, and a blank at both ends.
type sentence struct {
	text    string
	scripts [scripts]bool   // the scripts of its letters
	starts  [32]uint64      // a bit for each four bytes that begin at a blank or a character that is not ASCII
	foreign [scripts]uint32 // a bit for each language in which the sentence is not, see markForeign
	known   map[string]bool // the results that remember has stored
}

// maxSentence is how many bytes of a sentence are searched for phrases.
const maxSentence = 400

// normalized prepares a sentence, given with its Markdown, for the search of phrases.
func normalized(markdown string) sentence {
	markdown = markdown[max(0, len(markdown)-maxSentence):] // the end is more important
	s := sentence{known: map[string]bool{}}
	var b strings.Builder
	b.Grow(len(markdown) + 2)
	b.WriteByte(' ')
	last := ' '
	for i := 0; i < len(markdown); {
		if n := hidden(markdown[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(markdown[i:])
		i += size
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == '’':
			r = '\''
		case r == '*', r == '~', r == '[', r == ']':
			continue
		}
		if r != ' ' || last != ' ' {
			last = unicode.ToLower(r)
			b.WriteRune(last)
			s.note(last)
		}
	}
	if last != ' ' {
		b.WriteByte(' ')
	}
	s.text = b.String()
	for i := range len(s.text) - 3 {
		if n, ok := start(s.text[i:]); ok {
			s.starts[n/64] |= 1 << (n % 64)
		}
	}
	return s
}

// start returns a number below 2048 for the first bytes of a text. It excludes most phrases before they are
// searched in a sentence: searching all would take four times as long as everything else.
func start(text string) (n uint32, ok bool) {
	if len(text) < 4 || text[0] != ' ' && text[0] < utf8.RuneSelf {
		return 0, false
	}
	word := uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
	return word * 2654435761 >> 21, true
}

func (s *sentence) note(r rune) {
	switch {
	case 'a' <= r && r <= 'z':
		s.scripts[latin] = true
	case 0x370 <= r && r < 0x400:
		s.scripts[greek] = true
	case 0x400 <= r && r < 0x530:
		s.scripts[cyrillic] = true
	case 0x600 <= r && r < 0x700:
		s.scripts[arabic] = true
	case 0x900 <= r && r < 0x980:
		s.scripts[devanagari] = true
	case 0x3040 <= r && r < 0xa000, 0xac00 <= r && r < 0xd7b0:
		s.scripts[eastAsian] = true
	}
}

// quotations are the marks between which no phrase is searched. Single quotation marks are missing, because
// they are more often apostrophes.
var quotations = [...][2]string{
	{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"},
}

// hidden returns the length of the part at the beginning of a text in which no phrase is searched, or 0:
// inline code, an address, the target of a link, a quotation.
func hidden(text string) int {
	if strings.HasPrefix(text, "](") {
		return strings.IndexByte(text, ')') + 1
	}
	if text[0] == '"' || text[0] >= utf8.RuneSelf {
		for _, mark := range quotations {
			rest, found := strings.CutPrefix(text, mark[0])
			if n := strings.Index(rest, mark[1]); found && n >= 0 {
				return len(mark[0]) + n + len(mark[1])
			}
		}
	}
	return opaqueLength(text)
}

// remember returns the result of a function of the sentence. It calls the function only once for each name.
func (s *sentence) remember(name string, is func() bool) bool {
	result, known := s.known[name]
	if !known {
		result = is()
		s.known[name] = result
	}
	return result
}

// has reports whether a sentence contains a phrase of a list.
func (s *sentence) has(list string) bool {
	return s.remember(list, func() bool { return s.any(list, s.hasAny) })
}

// any reports whether wanted is true for a section of a list in a script of the sentence.
func (s *sentence) any(list string, wanted func(section string) bool) bool {
	for i, has := range s.scripts {
		if has && slices.ContainsFunc(phrasesIn(script(i)).sections[list], wanted) {
			return true
		}
	}
	return false
}

// found yields the phrases of a section that the sentence contains, with their offsets.
func (s *sentence) found(section string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for phrase := range phrasesOf(section) {
			if n, ok := start(phrase); ok && s.starts[n/64]&(1<<(n%64)) == 0 {
				continue
			}
			if i := strings.Index(s.text, phrase); i >= 0 && !yield(phrase, i) {
				return
			}
		}
	}
}

// hasAny reports whether a sentence contains one of the phrases of a section.
func (s *sentence) hasAny(section string) bool {
	for range s.found(section) {
		return true
	}
	return false
}

// begins reports whether a sentence begins with a phrase of a list.
func (s *sentence) begins(list string) bool {
	text := strings.TrimLeft(s.text, ` "'-–—`)
	return s.matches(list, func(phrase string) bool {
		return strings.HasPrefix(text, strings.TrimPrefix(phrase, " "))
	})
}

// matches reports whether wanted is true for a phrase of a list in a script of the sentence.
func (s *sentence) matches(list string, wanted func(phrase string) bool) bool {
	return s.any(list, func(section string) bool {
		for phrase := range phrasesOf(section) {
			if wanted(phrase) {
				return true
			}
		}
		return false
	})
}

// phrasesOf returns the phrases of a section, without their quotation marks.
func phrasesOf(section string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(section) {
			if len(line) > 3 && !yield(line[1:len(line)-2]) {
				return
			}
		}
	}
}
