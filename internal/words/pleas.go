package words

import "strings"

// A plea is a sentence that wants something of the person without being a question. Pleas are
// searched in one language at a time, because a short word of one (Dutch "of", whether) means
// something else in another.

// pairs are the lists of which a plea has a phrase each, in any order.
var pairs = [...]struct{ first, second list }{
	{needs, neededFor},        // "I need … before I"
	{unsure, wishes},          // "I'm not sure … you mean"
	{blocked, blockers},       // "I can't continue … until"
	{heldBack, permissions},   // "I won't … unless you"
	{preconditions, promises}, // "Once you … I'll"
	{deciders, decisions},     // "I'd like you to … decide"
}

// pleads reports whether a sentence is a plea, in any language. The result is kept, because the
// search takes longer than everything else.
func (s *sentence) pleads() bool {
	if !s.pleaSearched {
		s.pleaSearched, s.pleading = true, s.isPlea()
	}
	return s.pleading
}

func (s *sentence) isPlea() bool {
	for i := range languages {
		if l := &languages[i]; s.scripts[l.script] && s.foreign&(1<<i) == 0 && s.pleadsIn(l) {
			return true
		}
	}
	return false
}

// minSpoken is how long statements must be together, in bytes, to tell their language by its
// commonest words.
const minSpoken = 300

// markForeign notes in statements in which languages they are not, so that pleas are searched only
// in the others: there are too many to search them all in a dozen sentences.
func markForeign(said []statement) {
	length := 0
	for i := range said {
		length += len(said[i].text)
	}
	if length < minSpoken {
		return
	}
	var foreign uint32
	for i := range languages {
		if words := languages[i].section(commonWords); words != "" && !isSpoken(said, languages[i].script, words) {
			foreign |= 1 << i
		}
	}
	for i := range said {
		said[i].foreign = foreign
	}
}

// isSpoken reports whether one of the commonest words of a language is in the statements.
func isSpoken(said []statement, in script, common string) bool {
	for i := range said {
		if said[i].scripts[in] && said[i].hasAny(common) {
			return true
		}
	}
	return false
}

func (s *sentence) pleadsIn(l *language) bool {
	if s.hasAny(l.section(begging)) || s.orders(l.section(orders)) || s.asksForInformation(l) {
		return true
	}
	for _, p := range pairs {
		if s.hasAny(l.section(p.first)) && s.hasAny(l.section(p.second)) {
			return true
		}
	}
	return false
}

// asksForInformation reports whether something to be told follows an order to tell, with no
// condition between them.
func (s *sentence) asksForInformation(l *language) bool {
	for order, rest := s.starts.next(l.section(tell)); order != ""; order, rest = s.starts.next(rest) {
		_, after, found := strings.Cut(s.text, order)
		if !found {
			continue
		}
		subject, condition := s.first(l.section(asked), after), s.first(l.section(conditions), after)
		if subject >= 0 && (condition < 0 || subject <= condition) {
			return true
		}
	}
	return false
}

// orders reports whether one of the phrases begins the sentence, or a clause of it.
func (s *sentence) orders(section string) bool {
	for phrase, rest := s.starts.next(section); phrase != ""; phrase, rest = s.starts.next(rest) {
		i := strings.Index(s.text, phrase)
		if i == 0 || i > 0 && strings.IndexByte(",;:-", s.text[i-1]) >= 0 {
			return true
		}
	}
	return false
}

// first returns where the first of the phrases stands in an end of the sentence, or -1.
func (s *sentence) first(section, end string) int {
	first := -1
	for phrase, rest := s.starts.next(section); phrase != ""; phrase, rest = s.starts.next(rest) {
		if i := strings.Index(end, phrase); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}
