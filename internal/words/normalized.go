package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is a sentence as phrases are searched in it: without inline code, links,
// addresses and quoted words, in lower case, with single blanks, a plain apostrophe, and a
// blank at both ends.
type sentence struct {
	text    string
	scripts [scripts]bool // which of them it has letters of
	starts  digests       // of what begins at its blanks and at its characters that are not ASCII

	foreign            uint32 // the bits of the languages that its text is not in, see markForeign
	searched, pleading bool   // pleads has been called, and what it returned
}

// The scripts that phrases are kept apart by.
const (
	latin = iota
	cyrillic
	eastAsian // Chinese, Japanese, Korean
	greek
	arabic
	devanagari
	scripts
)

// phrases are words to search for, in the form of the text of a sentence, by script.
type phrases [scripts][]string

// maxSentence is how many bytes of a sentence are searched for phrases.
const maxSentence = 400

// normalized prepares a sentence, given with its Markdown, for the search of phrases.
func normalized(markdown string) sentence {
	if over := len(markdown) - maxSentence; over > 0 { // its end says more
		markdown = markdown[over:]
	}
	var s sentence
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
	for i := range len(s.text) - 2 {
		if c := s.text[i]; c == ' ' || c >= utf8.RuneSelf && utf8.RuneStart(c) {
			s.starts.add(shortDigest(s.text[i:]))
			if len(s.text)-i >= longStart {
				s.starts.add(longDigest(s.text[i:]))
			}
		}
	}
	return s
}

// digests is a set of numbers below 2048. Most phrases are told by it not to stand in a sentence;
// searching them all took four times as long as everything else.
type digests [32]uint64

// add adds a digest, if it is one.
func (d *digests) add(n int) {
	if n >= 0 {
		d[n/64] |= 1 << (n % 64)
	}
}

// longStart is how many bytes a long digest is of.
const longStart = 8

// longDigest returns a number for the first longStart bytes of a text.
func longDigest(text string) int {
	start := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	return int(start * 0x9e3779b97f4a7c15 >> 53)
}

// shortDigest returns a number for the first letters of a text, or -1 if it has too few.
func shortDigest(text string) int {
	var start uint32
	switch {
	case text[0] == ' ' && len(text) >= 3 && text[2] == ' ': // a word of one letter
		start = uint32(text[1])
	case (text[0] == ' ' || text[0] >= utf8.RuneSelf) && len(text) >= 4:
		start = uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
	default:
		return -1
	}
	return int(start * 2654435761 >> 21)
}

// mayHave reports whether words may stand in the sentence whose digests these are.
func (d *digests) mayHave(words string) bool {
	if len(words) >= longStart && (words[0] == ' ' || words[0] >= utf8.RuneSelf) {
		n := longDigest(words)
		return d[n/64]&(1<<(n%64)) != 0
	}
	n := shortDigest(words)
	return n < 0 || d[n/64]&(1<<(n%64)) != 0
}

// note keeps in mind which script a character is of.
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

// hidden returns the length of what a text begins with if no phrase is searched in it, or 0:
// inline code, an address, the target of a link, a quotation. Single quotation marks do not
// count, because they are apostrophes more often.
func hidden(text string) int {
	switch text[0] {
	case '`', 'h':
		return opaque(text)
	case ']':
		if strings.HasPrefix(text, "](") {
			return strings.IndexByte(text, ')') + 1
		}
	case '"':
		return enclosed(text, `"`, `"`)
	case "“"[0]:
		return max(enclosed(text, "“", "”"), enclosed(text, "„", "“"))
	case "«"[0]:
		return enclosed(text, "«", "»")
	case "「"[0]:
		return max(enclosed(text, "「", "」"), enclosed(text, "『", "』"))
	}
	return 0
}

// enclosed returns the length of a text that begins with a mark, up to the closing one.
func enclosed(text, opening, closing string) int {
	if !strings.HasPrefix(text, opening) {
		return 0
	}
	n := strings.Index(text[len(opening):], closing)
	if n < 0 {
		return 0
	}
	return len(opening) + n + len(closing)
}

// has reports whether a sentence contains one of the phrases. They are searched one after
// the other, so that nothing has to be built at the start of the program.
func (s *sentence) has(p phrases) bool {
	for script, list := range p {
		if !s.scripts[script] {
			continue
		}
		if s.hasAny(list) {
			return true
		}
	}
	return false
}

// hasAny reports whether a sentence contains one of the words.
func (s *sentence) hasAny(words []string) bool {
	for _, word := range words {
		if s.index(word) >= 0 {
			return true
		}
	}
	return false
}

// index returns where a sentence contains words first, or -1.
func (s *sentence) index(words string) int {
	if len(words) > len(s.text) || !s.starts.mayHave(words) {
		return -1
	}
	return strings.Index(s.text, words)
}

// begins reports whether a sentence begins with one of the phrases.
func (s *sentence) begins(p phrases) bool {
	text := strings.TrimLeft(s.text, ` "'-–—`)
	for script, list := range p {
		if !s.scripts[script] {
			continue
		}
		for _, phrase := range list {
			if strings.HasPrefix(text, strings.TrimPrefix(phrase, " ")) {
				return true
			}
		}
	}
	return false
}
