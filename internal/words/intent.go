package words

import (
	"slices"
	"strings"
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
//  4. An earlier sentence asks: question, if only list items, or sentences that belong to the
//     question ("If not, …", "I'd recommend …"), follow it.
//  5. A sentence of the last two paragraphs pleads, or asks what only the person can say
//     ("Should I …?", "Do you want …?"): question, if its answer does not follow at once.
//  6. A choice between several things ("Which version …?") opens the last paragraph: question,
//     if it is not answered there at once, and no result follows it.
//  7. A question that the answer itself answers ("Why? Because …", "Is it? By the
//     standard, yes."), and a heading, ask nobody, unless they are the very end.
//  8. What reports no result has no intent: an error of the API, a refusal, a greeting,
//     an acknowledgement, or a few sentences about work that still goes on or comes next.
//  9. Everything else is a completion: in doubt the user is not notified.
func Intent(message string) tmuxopt.TurnIntent {
	blocks := blocksOf(message)
	statements := statementsOf(blocks)
	for len(statements) > 0 && statements[len(statements)-1].isCourtesy() {
		statements = statements[:len(statements)-1]
	}
	switch {
	case len(statements) == 0, isGreeting(statements):
		return ""
	case asksAtEnd(statements), asksPerson(statements):
		return tmuxopt.Question
	case tellsNoResult(statements):
		return ""
	}
	return tmuxopt.Completion
}

// isGreeting reports whether a message only opens a conversation.
func isGreeting(statements []statement) bool {
	first, last := &statements[0], &statements[len(statements)-1]
	if len(statements) == 1 && last.has(soleOpenings) {
		return true
	}
	if len(statements) > maxUnfinished || !last.has(openings) || !first.begins(greetings) {
		return false
	}
	return !slices.ContainsFunc(statements, func(s statement) bool { return s.kind == item || s.has(results) })
}

// maxStatements is how many sentences of a message are judged: the last ones.
const maxStatements = 12

// statement is one sentence of a message, normalized.
type statement struct {
	*sentence
	kind  blockKind
	block int // its number among the blocks of prose
}

// statementsOf returns the last sentences of a message, in their order.
func statementsOf(blocks []block) []statement {
	var statements []statement // from the end
	for i := len(blocks) - 1; i >= 0 && len(statements) < maxStatements; i-- {
		sentences := sentencesOf(blocks[i].text)
		sentences = sentences[max(0, len(sentences)-maxStatements):]
		for _, markdown := range slices.Backward(sentences) {
			s := normalized(markdown)
			if hasWord(s.text) || s.isQuestion() {
				statements = append(statements, statement{sentence: s, kind: blocks[i].kind, block: i})
			}
		}
	}
	slices.Reverse(statements)
	return statements
}

// isCourtesy reports whether the sentence is a polite ending. Certain courtesies have priority over phrases
// that ask, and these over soft courtesies: "let me know if you want me to go ahead" asks, "let me know if
// you want more" does not.
func (s *sentence) isCourtesy() bool {
	return s.has(courtesies) || s.has(softCourtesies) && !s.has(requests) && !s.isPlea()
}

// asks reports whether a sentence wants something of the person.
func (s *sentence) asks() bool {
	return (s.isQuestion() || s.has(requests) || s.isPlea()) && !s.has(courtesies)
}

// asksAtEnd applies rules 3, 4 and 7.
func asksAtEnd(statements []statement) bool {
	for i := len(statements) - 1; i >= 0; i-- {
		s, last := &statements[i], i == len(statements)-1
		if s.asks() {
			return last || s.kind != heading && !s.isRhetorical() && !isAnswered(statements, i)
		}
		if s.kind != item && !s.begins(followers) && !strings.HasPrefix(s.text, " (") {
			return false
		}
	}
	return false
}

// asksPerson applies rules 5 and 6.
func asksPerson(statements []statement) bool {
	paragraphs, current := 0, -1
	for i := len(statements) - 1; i >= 0; i-- {
		s := &statements[i]
		if s.kind == heading {
			continue
		}
		if s.kind == paragraph && s.block != current {
			paragraphs, current = paragraphs+1, s.block
		}
		if paragraphs > 2 {
			return false
		}
		if s.kind == paragraph && s.isPlea() && !s.isCourtesy() {
			return true
		}
		if s.isQuestion() && !isAnswered(statements, i) {
			if s.has(directed) || s.begins(selecting) && opensLast(statements, i) {
				return true
			}
		}
	}
	return false
}

// isAnswered reports whether the sentence after the one with that number answers it: it begins or ends with
// an answer.
func isAnswered(statements []statement, i int) bool {
	return i+1 < len(statements) && (statements[i+1].begins(answers) || statements[i+1].has(finalAnswers))
}

// opensLast reports whether a statement is the first one of the last block, the block is a paragraph, and no
// later statement reports a result.
func opensLast(statements []statement, i int) bool {
	last := statements[len(statements)-1].block
	if statements[i].kind != paragraph || statements[i].block != last || i > 0 && statements[i-1].block == last {
		return false
	}
	return !slices.ContainsFunc(statements[i+1:], func(s statement) bool { return s.has(results) })
}

// tellsNoResult applies rule 8.
func tellsNoResult(statements []statement) bool {
	first, last := &statements[0], &statements[len(statements)-1]
	if first.begins(apiErrors) {
		return true
	}
	if len(statements) > maxUnfinished {
		return false
	}
	for i := range statements { // without copies
		if statements[i].has(results) {
			return false
		}
	}
	return last.has(unfinished) || first.has(unfinished) || first.begins(greetings) ||
		first.begins(acknowledgements) || last.begins(announcements) || first.trailsOff() || last.trailsOff()
}

// maxUnfinished is the largest number of sentences in a message that reports no result. A longer one is a
// report.
const maxUnfinished = 4

// isQuestion reports whether a sentence has the form of a question.
func (s *sentence) isQuestion() bool {
	if strings.ContainsRune(s.text, '՞') {
		return true
	}
	switch r, _ := utf8.DecodeLastRuneInString(s.end); r {
	case '?', '？', '؟', '፧', '⁇', '⁈', '⁉', '‽', '❓', '❔':
		return true
	case ';', greekMark:
		return isGreek(s.end)
	case ':', '：':
		return s.has(deciding)
	}
	return slices.ContainsFunc(s.hits, func(h hit) bool {
		return h.list == questionEndings && h.end == len(s.end)
	})
}

// trailsOff reports whether a sentence ends in an ellipsis, like the status "Running tests…".
func (s *sentence) trailsOff() bool {
	text := strings.TrimRight(s.text, " ")
	return strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...")
}

// isRhetorical reports whether a question is of a kind that people answer themselves.
func (s *sentence) isRhetorical() bool { return s.begins(rhetorical) && !s.has(directed) }
