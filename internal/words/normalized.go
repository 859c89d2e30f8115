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

	foreign                uint32 // the bits of the languages that its text is not in, see markForeign
	pleaSearched, pleading bool   // pleads has been called, and what it returned
	searched, found        uint64 // the bits of the lists that has was called with, and was true of
}

// script is one of those that phrases are kept apart by.
type script int

const (
	latin script = iota
	cyrillic
	eastAsian // Chinese, Japanese, Korean
	greek
	arabic
	devanagari
	scripts
)

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
			if n, ok := shortDigest(s.text[i:]); ok {
				s.starts[n/64] |= 1 << (n % 64)
			}
			if len(s.text)-i >= longStart {
				n := longDigest(s.text[i:])
				s.starts[n/64] |= 1 << (n % 64)
			}
		}
	}
	return s
}

// digests is a set of numbers below 2048. Most phrases are told by it not to stand in a sentence;
// searching them all took four times as long as everything else.
type digests [32]uint64

// longStart is how many bytes a long digest is of.
const longStart = 8

// longDigest returns a number for the first longStart bytes of a text.
func longDigest(text string) uint64 {
	return (uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56) *
		0x9e3779b97f4a7c15 >> 53
}

// shortDigest returns a number for the first letters of a text, if it has enough of them.
func shortDigest(text string) (digest uint32, ok bool) {
	switch {
	case text[0] == ' ' && len(text) >= 3 && text[2] == ' ': // a word of one letter
		digest = uint32(text[1])
	case (text[0] == ' ' || text[0] >= utf8.RuneSelf) && len(text) >= 4:
		digest = uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
	default:
		return 0, false
	}
	return digest * 2654435761 >> 21, true
}

// mayHave reports whether a phrase may stand in the sentence whose digests these are.
func (d *digests) mayHave(phrase string) bool {
	n, ok := shortDigest(phrase)
	return !ok || d[n/64]&(1<<(n%64)) != 0
}

// next returns the next phrase of a section that may stand in the sentence, or "", and the lines after
// it. Nothing is parsed before, because a hook searches most phrases once. A line is never shorter than
// the one before, so that its end is searched from there.
func (d *digests) next(section string) (phrase, rest string) {
	for end := 3; end < len(section); {
		if section[end] != '\n' {
			end++
			continue
		}
		if c := section[1]; end >= longStart+2 && (c == ' ' || c >= utf8.RuneSelf) {
			if n := longDigest(section[1:]); d[n/64]&(1<<(n%64)) == 0 {
				section = section[end+1:]
				continue
			}
		} else if !d.mayHave(section[1 : end-1]) {
			section = section[end+1:]
			continue
		}
		return section[1 : end-1], section[end+1:]
	}
	return "", ""
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

// has reports whether a sentence contains a phrase of a list. The result is kept.
func (s *sentence) has(phrases list) bool {
	bit := uint64(1) << phrases
	if s.searched&bit == 0 {
		s.searched |= bit
		for i := range languages {
			if s.scripts[languages[i].script] && s.hasAny(languages[i].section(phrases)) {
				s.found |= bit
				break
			}
		}
	}
	return s.found&bit != 0
}

// hasAny reports whether a sentence contains one of the phrases of a section.
func (s *sentence) hasAny(section string) bool {
	for phrase, rest := s.starts.next(section); phrase != ""; phrase, rest = s.starts.next(rest) {
		if strings.Contains(s.text, phrase) {
			return true
		}
	}
	return false
}

// begins reports whether a sentence begins with a phrase of a list.
func (s *sentence) begins(phrases list) bool {
	text := strings.TrimLeft(s.text, ` "'-–—`)
	return s.matches(phrases, func(phrase string) bool {
		return strings.HasPrefix(text, strings.TrimPrefix(phrase, " "))
	})
}

// matches reports whether a phrase of a list, in a script of the sentence, is one that is wanted.
func (s *sentence) matches(phrases list, wanted func(phrase string) bool) bool {
	for i := range languages {
		if !s.scripts[languages[i].script] {
			continue
		}
		for line := range strings.Lines(languages[i].section(phrases)) {
			if len(line) > 3 && wanted(line[1:len(line)-2]) {
				return true
			}
		}
	}
	return false
}
