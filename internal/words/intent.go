package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atm/tmuxopt"
)

// Intent says what the last answer of a turn wants. The rules, in order:
//
//  1. Only prose counts: no code, quotation, table, address or quoted words. An answer
//     without any has no intent.
//  2. A courtesy ("Let me know if you have any questions", "Anything else?") says nothing.
//     Those at the end are passed over; an answer of nothing else has no intent.
//  3. The last sentence that is left asks: question. It asks if it ends in the question mark
//     of its language, or in a form that asks without one (ますか。), or in a colon where it
//     wants a decision ("Which one should I use:"), or begs for something ("please confirm",
//     "your decision"), or pleads (see pleas). A greeting with an open question ("Hello! What
//     would you like to do?") asks nothing.
//  4. So it does if only items of a list, or sentences that go on with a question ("If not,
//     …", "I'd recommend …"), stand between the sentence that asks and the end.
//  5. So it does if a sentence of the last two paragraphs pleads, or asks what only the person
//     can say ("Should I …?", "Do you want …?") and its answer does not follow at once.
//  6. So it does if a question for one thing out of several ("Which version …?") opens the
//     last paragraph, is not answered there at once, and nothing after it was done.
//  7. A question that the answer itself answers ("Why? Because …", "Is it? By the
//     standard, yes."), and a heading, ask nobody, unless they are the very end.
//  8. What reports no result has no intent: an error of the API, a refusal, a greeting,
//     an acknowledgement, or a few sentences about work that still goes on or comes next.
//  9. Everything else is a completion: in doubt nobody is called.
func Intent(message string) tmuxopt.TurnIntent {
	blocks := blocksOf(message)
	said := statementsOf(blocks)
	for len(said) > 0 && said[len(said)-1].isCourtesy() {
		said = said[:len(said)-1]
	}
	switch {
	case len(said) == 0, isGreeting(said):
		return ""
	case asksAtEnd(said), asksPerson(said):
		return tmuxopt.Question
	case tellsNoResult(said):
		return ""
	}
	return tmuxopt.Completion
}

// isGreeting reports whether a message only opens a conversation.
func isGreeting(said []statement) bool {
	first, last := &said[0], &said[len(said)-1]
	if len(said) == 1 && last.has(soleOpenings) {
		return true
	}
	if len(said) > maxUnfinished || !last.has(openings) || !first.begins(greetings) {
		return false
	}
	return !slices.ContainsFunc(said, func(s statement) bool { return s.kind == item || s.has(results) })
}

// maxStatements is how many sentences of a message are judged: the last ones.
const maxStatements = 12

// statement is one sentence of a message, normalized.
type statement struct {
	sentence
	kind  blockKind
	block int // its number among the blocks of prose
}

// statementsOf returns the last sentences of a message, in their order.
func statementsOf(blocks []block) []statement {
	var said []statement // from the end
	for i := len(blocks) - 1; i >= 0 && len(said) < maxStatements; i-- {
		sentences := sentencesOf(blocks[i].text)
		sentences = sentences[max(0, len(sentences)-maxStatements):]
		for _, markdown := range slices.Backward(sentences) {
			s := normalized(markdown)
			if hasWord(s.text) || s.isQuestion() {
				said = append(said, statement{sentence: s, kind: blocks[i].kind, block: i})
			}
		}
	}
	slices.Reverse(said)
	markForeign(said)
	return said
}

// isCourtesy reports whether the sentence is a polite ending. Courtesies that are certain
// win over phrases that ask, these over the other courtesies: "let me know if you want me
// to go ahead" asks, "let me know if you want more" does not.
func (s *sentence) isCourtesy() bool {
	return s.has(courtesies) || s.has(softCourtesies) && !s.has(requests) && !s.pleads()
}

// asks reports whether a sentence wants something of the person.
func (s *sentence) asks() bool {
	return (s.isQuestion() || s.has(requests) || s.pleads()) && !s.has(courtesies)
}

// asksAtEnd applies rules 3, 4 and 7.
func asksAtEnd(said []statement) bool {
	for i := len(said) - 1; i >= 0; i-- {
		s, last := &said[i], i == len(said)-1
		if s.asks() {
			return last || s.kind != heading && !s.isRhetorical() && !isAnswered(said, i)
		}
		if s.kind != item && !s.begins(followers) {
			return false
		}
	}
	return false
}

// asksPerson applies rules 5 and 6.
func asksPerson(said []statement) bool {
	paragraphs, current := 0, -1
	for i := len(said) - 1; i >= 0; i-- {
		s := &said[i]
		if s.kind == heading {
			continue
		}
		if s.kind == paragraph && s.block != current {
			paragraphs, current = paragraphs+1, s.block
		}
		if paragraphs > 2 {
			return false
		}
		if s.kind == paragraph && s.pleads() && !s.isCourtesy() {
			return true
		}
		if s.isQuestion() && !isAnswered(said, i) {
			if s.has(directed) || s.begins(selecting) && opensLast(said, i) {
				return true
			}
		}
	}
	return false
}

// isAnswered reports whether the sentence after that of the given number answers it: it begins
// or ends with an answer.
func isAnswered(said []statement, i int) bool {
	return i+1 < len(said) && (said[i+1].begins(answers) || said[i+1].has(finalAnswers))
}

// opensLast reports whether a statement is the first one of the last block, which is a
// paragraph, and no statement after it reports something done.
func opensLast(said []statement, i int) bool {
	last := said[len(said)-1].block
	if said[i].kind != paragraph || said[i].block != last || i > 0 && said[i-1].block == last {
		return false
	}
	return !slices.ContainsFunc(said[i+1:], func(s statement) bool { return s.has(results) })
}

// tellsNoResult applies rule 8.
func tellsNoResult(said []statement) bool {
	first, last := &said[0], &said[len(said)-1]
	if first.begins(apiErrors) {
		return true
	}
	if len(said) > maxUnfinished {
		return false
	}
	for i := range said {
		if said[i].has(results) {
			return false
		}
	}
	return last.has(unfinished) || first.has(unfinished) || first.begins(greetings) ||
		first.begins(acknowledgements) || last.begins(announcements) || first.trailsOff() || last.trailsOff()
}

// maxUnfinished is the number of sentences from which on a message is a report, whatever
// it says of work that still goes on.
const maxUnfinished = 4

// isQuestion reports whether a sentence has the form of a question.
func (s *sentence) isQuestion() bool {
	if strings.ContainsRune(s.text, '՞') {
		return true
	}
	text := strings.TrimRightFunc(s.text, func(r rune) bool {
		return unicode.IsSpace(r) || isCloser(r) || r == '.' || r == '!' || r == '。' || r == '…' || r == '։'
	})
	r, _ := utf8.DecodeLastRuneInString(text)
	switch r {
	case '?', '？', '؟', '፧', '⁇', '⁈', '⁉', '‽', '❓', '❔':
		return true
	case ';', '\u037e':
		return isGreek(text)
	case ':', '：':
		return s.has(deciding)
	}
	if r >= 0x3000 {
		if s.matches(questionEndings, func(ending string) bool { return strings.HasSuffix(text, ending) }) {
			return true
		}
	}
	return strings.HasSuffix(text, "(y/n") || strings.HasSuffix(text, "yes/no")
}

// trailsOff reports whether a sentence ends in an ellipsis, as a status does: "Running tests…".
func (s *sentence) trailsOff() bool {
	text := strings.TrimRight(s.text, " ")
	return strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...")
}

// isRhetorical reports whether a question is of a kind that people answer themselves.
func (s *sentence) isRhetorical() bool { return s.begins(rhetorical) && !s.has(directed) }
