package words

import (
	_ "embed" // the phrases are text files, see the top of each
	"strings"
	"sync"
	"sync/atomic"
)

// list is a list of phrases that each language has. What they do stands in english.txt.
type list int

const (
	greetings list = iota
	soleOpenings
	openings
	courtesies
	softCourtesies
	requests
	directed
	deciding
	selecting
	rhetorical
	followers
	answers
	finalAnswers
	questionEndings
	apiErrors
	acknowledgements
	announcements
	unfinished
	results
	commonWords
	tell
	asked
	conditions
	needs
	neededFor
	unsure
	wishes
	blocked
	blockers
	heldBack
	permissions
	preconditions
	promises
	deciders
	decisions
	begging
	orders
	lists
)

// sectionNames are the names of the lists in the text files, in the order of their sections.
var sectionNames = [lists]string{
	"greetings", "sole openings", "openings", "courtesies", "soft courtesies", "requests", "directed", "deciding",
	"selecting", "rhetorical", "followers", "answers", "final answers", "question endings", "errors",
	"acknowledgements", "announcements", "unfinished", "results", "common words", "tell", "asked", "conditions",
	"needs", "needed for", "unsure", "wishes", "blocked", "blockers", "held back", "permissions", "preconditions",
	"promises", "deciders", "decisions", "begging", "orders",
}

//go:embed phrases/arabic.txt
var arabicPhrases string

//go:embed phrases/chinese.txt
var chinesePhrases string

//go:embed phrases/czech.txt
var czechPhrases string

//go:embed phrases/danish.txt
var danishPhrases string

//go:embed phrases/dutch.txt
var dutchPhrases string

//go:embed phrases/english.txt
var englishPhrases string

//go:embed phrases/finnish.txt
var finnishPhrases string

//go:embed phrases/french.txt
var frenchPhrases string

//go:embed phrases/german.txt
var germanPhrases string

//go:embed phrases/greek.txt
var greekPhrases string

//go:embed phrases/hindi.txt
var hindiPhrases string

//go:embed phrases/hungarian.txt
var hungarianPhrases string

//go:embed phrases/indonesian.txt
var indonesianPhrases string

//go:embed phrases/italian.txt
var italianPhrases string

//go:embed phrases/japanese.txt
var japanesePhrases string

//go:embed phrases/korean.txt
var koreanPhrases string

//go:embed phrases/norwegian.txt
var norwegianPhrases string

//go:embed phrases/polish.txt
var polishPhrases string

//go:embed phrases/portuguese.txt
var portuguesePhrases string

//go:embed phrases/romanian.txt
var romanianPhrases string

//go:embed phrases/russian.txt
var russianPhrases string

//go:embed phrases/spanish.txt
var spanishPhrases string

//go:embed phrases/swedish.txt
var swedishPhrases string

//go:embed phrases/turkish.txt
var turkishPhrases string

//go:embed phrases/ukrainian.txt
var ukrainianPhrases string

//go:embed phrases/vietnamese.txt
var vietnamesePhrases string

// language is one whose phrases are known.
type language struct {
	script   script
	text     *string       // its file
	sections [lists]string // the lines below the heading of each section

	found   atomic.Int32 // the first list whose section has not been searched yet
	reading sync.Mutex
	rest    string // the file from the next heading on, after its bracket
}

// languages are all of them. Those of the most messages stand first.
var languages = [...]language{
	{script: latin, text: &englishPhrases}, {script: latin, text: &germanPhrases},
	{script: latin, text: &frenchPhrases}, {script: latin, text: &spanishPhrases},
	{script: latin, text: &portuguesePhrases}, {script: latin, text: &italianPhrases},
	{script: latin, text: &dutchPhrases}, {script: latin, text: &polishPhrases},
	{script: latin, text: &czechPhrases}, {script: latin, text: &swedishPhrases},
	{script: latin, text: &danishPhrases}, {script: latin, text: &norwegianPhrases},
	{script: latin, text: &finnishPhrases}, {script: latin, text: &hungarianPhrases},
	{script: latin, text: &romanianPhrases}, {script: latin, text: &turkishPhrases},
	{script: latin, text: &vietnamesePhrases}, {script: latin, text: &indonesianPhrases},
	{script: cyrillic, text: &russianPhrases}, {script: cyrillic, text: &ukrainianPhrases},
	{script: eastAsian, text: &japanesePhrases}, {script: eastAsian, text: &chinesePhrases},
	{script: eastAsian, text: &koreanPhrases}, {script: greek, text: &greekPhrases},
	{script: arabic, text: &arabicPhrases}, {script: devanagari, text: &hindiPhrases},
}

// section returns the lines of a list, as they stand in the text file. It is read as far as is needed: most
// answers are judged by the first lists.
func (l *language) section(of list) string {
	if list(l.found.Load()) <= of {
		l.findSections(of)
	}
	return l.sections[of]
}

// findSections finds the sections of the text file up to that of a list. They stand in the order of the
// lists, and there is no other bracket in the file.
func (l *language) findSections(last list) {
	l.reading.Lock()
	defer l.reading.Unlock()
	next, rest := list(l.found.Load()), l.rest
	if next == 0 {
		rest = (*l.text)[strings.IndexByte(*l.text, '[')+1:]
	}
	for next <= last && rest != "" {
		// Most names differ in the first letter: comparing that first saves a third of the time.
		for next < lists-1 && (rest[0] != sectionNames[next][0] || !strings.HasPrefix(rest, sectionNames[next])) {
			next++
		}
		lines := rest[strings.IndexByte(rest, '\n')+1:]
		rest = ""
		if end := strings.IndexByte(lines, '['); end >= 0 {
			lines, rest = lines[:end], lines[end+1:]
		}
		l.sections[next] = lines
		next++
	}
	if rest == "" {
		next = lists
	}
	l.rest = rest
	l.found.Store(int32(next))
}
