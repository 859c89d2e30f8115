package words

import "strings"

// pleas are the kinds of sentences of one language that want something of the person without
// being questions. The words are in the form of the text of a sentence, like phrases. Each
// language has lists of its own, because a short word of one (Dutch "of", whether) means
// something else in another.
type pleas struct {
	script int // that the language is written in

	// Some of the commonest words. A text of minSpoken bytes that has none of them is in another
	// language. Without common words the language is searched in every text of its script.
	common []string

	// The order to tell, before what is to be told: "Tell me … which". Japanese, Korean, Turkish
	// and Hindi say it the other way round, so do their lists.
	tell  []string
	asked []string
	// A condition between the two makes a courtesy of it: "Let me know if you want to know how".
	unless []string

	needing   pair     // something is needed, for what: "I need … before I"
	unsure    pair     // the person's wish is not known: "I'm not sure … you mean"
	blocked   pair     // the work cannot go on, without what: "I can't continue … until"
	refusing  pair     // something is not done unless the person wants it: "I won't … unless you"
	promising pair     // what follows an act of the person: "Once you … I'll"
	deciding  pair     // the decision is not Claude's: "I'd like you to … decide"
	begging   []string // words that want something wherever they stand: "without your OK"
	orders    []string // words that do at the beginning of a sentence or clause: "Confirm"
}

// pair is two lists of words. A sentence has the pair if it has a word of each, in any order.
type pair struct{ first, second []string }

// families are the languages whose pleas are known.
var families = [...][]pleas{
	englishPleas, germanicPleas, romancePleas, iberianPleas, westSlavicPleas, eastSlavicPleas, eastAsianPleas,
	southAsianPleas, mediterraneanPleas,
}

// pleads reports whether a sentence is one of the kinds of pleas, in any language. What it finds
// is kept, because the search takes longer than everything else.
func (s *sentence) pleads() bool {
	if !s.searched {
		s.searched, s.pleading = true, s.isPlea()
	}
	return s.pleading
}

func (s *sentence) isPlea() bool {
	number := 0
	for _, family := range families {
		for i := range family {
			if s.scripts[family[i].script] && s.foreign&(1<<number) == 0 && s.pleadsIn(&family[i]) {
				return true
			}
			number++
		}
	}
	return false
}

// minSpoken is how long statements must be together, in bytes, to tell their language by its
// commonest words.
const minSpoken = 300

// markForeign tells statements in which languages they are not, so that pleas are searched only in
// the others: there are too many to search them all in a dozen sentences.
func markForeign(said []statement) {
	length := 0
	for i := range said {
		length += len(said[i].text)
	}
	if length < minSpoken {
		return
	}
	var foreign uint32
	number := 0
	for _, family := range families {
		for i := range family {
			if p := &family[i]; len(p.common) > 0 && !p.isSpoken(said) {
				foreign |= 1 << number
			}
			number++
		}
	}
	for i := range said {
		said[i].foreign = foreign
	}
}

// isSpoken reports whether one of the commonest words is in the statements.
func (p *pleas) isSpoken(said []statement) bool {
	for i := range said {
		if said[i].scripts[p.script] && said[i].hasAny(p.common) {
			return true
		}
	}
	return false
}

func (s *sentence) pleadsIn(p *pleas) bool {
	return s.hasAny(p.begging) || s.orders(p.orders) || s.wantsToBeTold(p) || s.hasPair(p.needing) ||
		s.hasPair(p.unsure) || s.hasPair(p.blocked) || s.hasPair(p.refusing) || s.hasPair(p.promising) ||
		s.hasPair(p.deciding)
}

func (s *sentence) hasPair(p pair) bool { return s.hasAny(p.first) && s.hasAny(p.second) }

// wantsToBeTold reports whether something to be told follows an order to tell, with no
// condition between them.
func (s *sentence) wantsToBeTold(p *pleas) bool {
	for _, tell := range p.tell {
		i := s.index(tell)
		if i < 0 {
			continue
		}
		rest := sentence{text: s.text[i+len(tell):], scripts: s.scripts, starts: s.starts}
		told, condition := rest.first(p.asked), rest.first(p.unless)
		if told >= 0 && (condition < 0 || told <= condition) {
			return true
		}
	}
	return false
}

// orders reports whether one of the words begins the sentence, or a clause of it.
func (s *sentence) orders(words []string) bool {
	for _, word := range words {
		i := s.index(word)
		if i == 0 || i > 0 && strings.IndexByte(",;:-", s.text[i-1]) >= 0 {
			return true
		}
	}
	return false
}

// first returns where the first of the words stands in a sentence, or -1.
func (s *sentence) first(words []string) int {
	first := -1
	for _, word := range words {
		if i := s.index(word); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}
