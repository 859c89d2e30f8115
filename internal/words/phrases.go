package words

import (
	_ "embed" // the phrases are text files, see the top of english.txt
	"slices"
	"strings"
	"sync"
	"unicode"
)

// phrase is a line of a text file. There are thousands, so it is small.
type phrase struct {
	start          uint32 // its offset in the text of its language
	next           uint16 // the number of the next phrase with the same key, or 0
	size           uint8  // in bytes
	fourth         byte   // a quotation mark if it has only three
	language, list uint8  // their numbers in the lexicon
}

// lexicon has all phrases of some languages. A sentence is compared only with those that have the right key.
type lexicon struct {
	texts   []string        // of each language
	bit     int             // of the first language
	lists   []string        // their names
	phrases []phrase        // numbered from 1
	first   [1 << 12]uint16 // for each key the number of a phrase, or 0
}

// The languages with Latin letters, and the other ones. They are read when a sentence has such letters.
var (
	latinPhrases = sync.OnceValue(func() *lexicon {
		return newLexicon(0, english, german, french, spanish, portuguese, italian, dutch, polish, czech, swedish,
			danish, norwegian, finnish, hungarian, romanian, turkish, vietnamese, indonesian)
	})
	otherPhrases = sync.OnceValue(func() *lexicon {
		return newLexicon(18, russian, ukrainian, japanese, chinese, korean, greek, arabic, hindi)
	})
)

func newLexicon(bit int, texts ...string) *lexicon {
	l := &lexicon{texts: texts, bit: bit, phrases: make([]phrase, 1, 4<<10)}
	for language, text := range l.texts {
		list, start := 0, 0
		for line := range strings.Lines(text) {
			switch line[0] {
			case '[':
				name, _, _ := strings.Cut(line[1:], "]")
				if list = slices.Index(l.lists, name); list < 0 {
					list = len(l.lists)
					l.lists = append(l.lists, name)
				}
			case '"':
				first := &l.first[key(line[1:])]
				l.phrases = append(l.phrases, phrase{
					start: uint32(start + 1), next: *first, size: uint8(len(line) - 3), fourth: line[4],
					language: uint8(language), list: uint8(list),
				})
				*first = uint16(len(l.phrases) - 1)
			}
			start += len(line)
		}
	}
	return l
}

// key returns a number for the first three bytes of a text, which must have them.
func key(text string) uint32 {
	bytes := uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16
	return bytes * 2654435761 >> 20
}

// languages is a set of languages, a bit for each.
type languages uint32

// hit is a phrase in a sentence.
type hit struct {
	list       string
	language   languages
	start, end int // offsets in the text of the sentence
}

// find returns all phrases in a text, those of a language in their order.
func find(text string) []hit {
	hits := latinPhrases().find(text)
	if strings.ContainsFunc(text, func(r rune) bool { return r >= 'Ͱ' && unicode.IsLetter(r) }) {
		hits = append(hits, otherPhrases().find(text)...)
	}
	return hits
}

func (l *lexicon) find(text string) (hits []hit) {
	for i := range len(text) - 3 { // the last character is a blank
		for n := l.first[key(text[i:])]; n > 0; n = l.phrases[n].next {
			p, next := &l.phrases[n], text[i+3]
			if (p.fourth == next || p.fourth == '"') && strings.HasPrefix(text[i:], l.texts[p.language][p.start:][:p.size]) {
				hits = append(hits, hit{l.lists[p.list], 1 << l.bit << p.language, i, i + int(p.size)})
			}
		}
	}
	return hits
}

// The text files. Embedded as strings they need no copy when they are read.
var (
	//go:embed phrases/english.txt
	english string
	//go:embed phrases/czech.txt
	czech string
	//go:embed phrases/danish.txt
	danish string
	//go:embed phrases/dutch.txt
	dutch string
	//go:embed phrases/finnish.txt
	finnish string
	//go:embed phrases/french.txt
	french string
	//go:embed phrases/german.txt
	german string
	//go:embed phrases/hungarian.txt
	hungarian string
	//go:embed phrases/indonesian.txt
	indonesian string
	//go:embed phrases/italian.txt
	italian string
	//go:embed phrases/norwegian.txt
	norwegian string
	//go:embed phrases/polish.txt
	polish string
	//go:embed phrases/portuguese.txt
	portuguese string
	//go:embed phrases/romanian.txt
	romanian string
	//go:embed phrases/spanish.txt
	spanish string
	//go:embed phrases/swedish.txt
	swedish string
	//go:embed phrases/turkish.txt
	turkish string
	//go:embed phrases/vietnamese.txt
	vietnamese string
	//go:embed phrases/arabic.txt
	arabic string
	//go:embed phrases/chinese.txt
	chinese string
	//go:embed phrases/greek.txt
	greek string
	//go:embed phrases/hindi.txt
	hindi string
	//go:embed phrases/japanese.txt
	japanese string
	//go:embed phrases/korean.txt
	korean string
	//go:embed phrases/russian.txt
	russian string
	//go:embed phrases/ukrainian.txt
	ukrainian string
)
