package words

import (
	"slices"
	"strings"
)

// A plea is a sentence that wants something of the person without being a question. Pleas are searched in one
// language at a time, because a short word of one language (Dutch "of", whether) may have another meaning in
// another one.

// pairs are pairs of lists. A plea has a phrase of each list of a pair, in any order.
var pairs = [...]struct{ first, second string }{
	{needs, neededFor},        // "I need … before I"
	{unsure, wishes},          // "I'm not sure … you mean"
	{blocked, blockers},       // "I can't continue … until"
	{heldBack, permissions},   // "I won't … unless you"
	{preconditions, promises}, // "Once you … I'll"
	{deciders, decisions},     // "I'd like you to … decide"
}

// isPlea reports whether a sentence is a plea in any language. The result is stored, because the search takes
// longer than everything else.
func (s *sentence) isPlea() bool {
	return s.remember("a plea", func() bool {
		for n, has := range s.scripts {
			if !has {
				continue
			}
			known := phrasesIn(script(n))
			for i := range known.languages {
				if s.foreign[n]&(1<<i) == 0 && s.isPleaIn(known, i) {
					return true
				}
			}
		}
		return false
	})
}

// minSpoken is how many bytes statements must have in total so that common words show their language.
const minSpoken = 300

// markForeign records in statements the languages in which they are not. Pleas are then searched only in the
// other languages: there are too many to search all of them in a dozen sentences.
func markForeign(statements []statement) {
	length := 0
	for i := range statements {
		length += len(statements[i].text)
	}
	if length < minSpoken {
		return
	}
	var foreign [scripts]uint32
	for script := range scripts {
		var written []*sentence
		for i := range statements {
			if statements[i].scripts[script] {
				written = append(written, &statements[i].sentence)
			}
		}
		if len(written) == 0 {
			continue
		}
		for i, common := range phrasesIn(script).sections[commonWords] {
			spoken := func(s *sentence) bool { return s.hasAny(common) }
			if common != "" && !slices.ContainsFunc(written, spoken) {
				foreign[script] |= 1 << i
			}
		}
	}
	for i := range statements {
		statements[i].foreign = foreign
	}
}

// isPleaIn reports whether a sentence is a plea in a language, given by its number.
func (s *sentence) isPleaIn(known phrases, language int) bool {
	has := func(list string) bool { return s.hasAny(known.section(list, language)) }
	if has(begging) || s.hasOrder(known.section(orders, language)) || s.asksForInformation(known, language) {
		return true
	}
	for _, p := range pairs {
		if has(p.first) && has(p.second) {
			return true
		}
	}
	return false
}

// asksForInformation reports whether an order to tell is followed by the information that is wanted, without
// a condition between them: "tell me which".
func (s *sentence) asksForInformation(known phrases, language int) bool {
	for order, i := range s.found(known.section(tell, language)) {
		after := s.text[i+len(order):]
		subject := s.first(known.section(asked, language), after)
		condition := s.first(known.section(conditions, language), after)
		if subject >= 0 && (condition < 0 || subject <= condition) {
			return true
		}
	}
	return false
}

// hasOrder reports whether the sentence, or a clause of it, begins with one of the phrases.
func (s *sentence) hasOrder(section string) bool {
	for _, i := range s.found(section) {
		if i == 0 || strings.IndexByte(",;:-", s.text[i-1]) >= 0 {
			return true
		}
	}
	return false
}

// first returns the offset of the first of the phrases in end, a part at the end of the sentence, or -1.
func (s *sentence) first(section, end string) int {
	first := -1
	for phrase := range s.found(section) {
		if i := strings.Index(end, phrase); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}
