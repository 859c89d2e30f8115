package words

import (
	_ "embed" // the phrases are text files, see the top of each
	"iter"
	"strings"
	"sync"
)

// The lists of phrases, by their names in the text files. english.txt describes them.
const (
	greetings, soleOpenings, openings      = "greetings", "sole openings", "openings"
	courtesies, softCourtesies, requests   = "courtesies", "soft courtesies", "requests"
	directed, deciding, selecting          = "directed", "deciding", "selecting"
	rhetorical, followers                  = "rhetorical", "followers"
	answers, finalAnswers, questionEndings = "answers", "final answers", "question endings"
	apiErrors, acknowledgements            = "errors", "acknowledgements"
	announcements, unfinished, results     = "announcements", "unfinished", "results"
	commonWords, tell, asked, conditions   = "common words", "tell", "asked", "conditions"
	needs, neededFor, unsure, wishes       = "needs", "needed for", "unsure", "wishes"
	blocked, blockers, heldBack            = "blocked", "blockers", "held back"
	permissions, preconditions, promises   = "permissions", "preconditions", "promises"
	deciders, decisions, begging, orders   = "deciders", "decisions", "begging", "orders"
)

// script is a writing system. Each has its own phrases.
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

// The text files. Embedded as strings they need no copy when they are read.
var (
	//go:embed phrases/english.txt
	englishText string
	//go:embed phrases/german.txt
	germanText string
	//go:embed phrases/french.txt
	frenchText string
	//go:embed phrases/spanish.txt
	spanishText string
	//go:embed phrases/portuguese.txt
	portugueseText string
	//go:embed phrases/italian.txt
	italianText string
	//go:embed phrases/dutch.txt
	dutchText string
	//go:embed phrases/polish.txt
	polishText string
	//go:embed phrases/czech.txt
	czechText string
	//go:embed phrases/swedish.txt
	swedishText string
	//go:embed phrases/danish.txt
	danishText string
	//go:embed phrases/norwegian.txt
	norwegianText string
	//go:embed phrases/finnish.txt
	finnishText string
	//go:embed phrases/hungarian.txt
	hungarianText string
	//go:embed phrases/romanian.txt
	romanianText string
	//go:embed phrases/turkish.txt
	turkishText string
	//go:embed phrases/vietnamese.txt
	vietnameseText string
	//go:embed phrases/indonesian.txt
	indonesianText string
	//go:embed phrases/russian.txt
	russianText string
	//go:embed phrases/ukrainian.txt
	ukrainianText string
	//go:embed phrases/japanese.txt
	japaneseText string
	//go:embed phrases/chinese.txt
	chineseText string
	//go:embed phrases/korean.txt
	koreanText string
	//go:embed phrases/greek.txt
	greekText string
	//go:embed phrases/arabic.txt
	arabicText string
	//go:embed phrases/hindi.txt
	hindiText string
)

// phrases are the phrases of the languages of a script.
type phrases struct {
	languages int
	sections  map[string][]string // the lines of each list in each language
}

// texts returns the files of a script, the most frequent language first.
func (s script) texts() []string {
	return [scripts][]string{
		latin: {
			englishText, germanText, frenchText, spanishText, portugueseText, italianText, dutchText, polishText,
			czechText, swedishText, danishText, norwegianText, finnishText, hungarianText, romanianText,
			turkishText, vietnameseText, indonesianText,
		},
		cyrillic:   {russianText, ukrainianText},
		eastAsian:  {japaneseText, chineseText, koreanText},
		greek:      {greekText},
		arabic:     {arabicText},
		devanagari: {hindiText},
	}[s]
}

// readPhrases keeps what [phrasesIn] has read.
var readPhrases [scripts]struct {
	once sync.Once
	phrases
}

// phrasesIn returns the phrases of a script. A hook reads only the scripts of its message, when it needs
// them.
func phrasesIn(s script) phrases {
	read := &readPhrases[s]
	read.once.Do(func() {
		texts := s.texts()
		read.phrases = phrases{len(texts), make(map[string][]string, 40)}
		for i, text := range texts {
			for name, lines := range sectionsOf(text) {
				if read.sections[name] == nil {
					read.sections[name] = make([]string, len(texts))
				}
				read.sections[name][i] = lines
			}
		}
	})
	return read.phrases
}

// section returns the lines of a list in the language with that number.
func (p phrases) section(list string, language int) string {
	if sections := p.sections[list]; sections != nil {
		return sections[language]
	}
	return ""
}

// sectionsOf returns the names and lines of the sections in a text file. There is no other bracket in it.
func sectionsOf(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		_, text, _ := strings.Cut(text, "[")
		for section := range strings.SplitSeq(text, "[") {
			heading, lines, _ := strings.Cut(section, "\n")
			name, _, _ := strings.Cut(heading, "]")
			if !yield(name, lines) {
				return
			}
		}
	}
}
