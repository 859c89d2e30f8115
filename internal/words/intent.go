package words

import (
	"slices"
	"strings"

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
	statements := statementsOf(blocksOf(message))
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

// maxStatements is how many sentences of a message are judged: the last ones.
const maxStatements = 12

// statementsOf returns the last sentences of a message, in their order.
func statementsOf(blocks []block) (statements []*sentence) {
	for i := len(blocks) - 1; i >= 0 && len(statements) < maxStatements; i-- {
		sentences := sentencesOf(blocks[i].text)
		for _, markdown := range slices.Backward(sentences[max(0, len(sentences)-maxStatements):]) {
			s := normalized(markdown)
			if s.kind, s.block = blocks[i].kind, i; hasWord(s.text) || s.isQuestion() {
				statements = append(statements, s)
			}
		}
	}
	slices.Reverse(statements)
	return statements
}

// maxUnfinished is the largest number of sentences in a message that reports no result. A longer one is a
// report.
const maxUnfinished = 4

// isGreeting reports whether a message only opens a conversation.
func isGreeting(statements []*sentence) bool {
	first, last := statements[0], statements[len(statements)-1]
	if len(statements) == 1 && last.has("sole openings") {
		return true
	}
	isItem := func(s *sentence) bool { return s.kind == item }
	return len(statements) <= maxUnfinished && last.has("openings") && first.begins("greetings") &&
		!slices.ContainsFunc(statements, isItem) && !reportResult(statements)
}

func reportResult(statements []*sentence) bool {
	return slices.ContainsFunc(statements, func(s *sentence) bool { return s.has("results") })
}

// isCourtesy reports whether the sentence is a polite ending. Certain courtesies have priority over phrases
// that ask, and these over soft courtesies: "let me know if you want me to go ahead" asks, "let me know if
// you want more" does not.
func (s *sentence) isCourtesy() bool {
	return s.has("courtesies") || s.has("soft courtesies") && !s.has("requests") && !s.isPlea()
}

// asks reports whether a sentence wants something of the person.
func (s *sentence) asks() bool {
	return (s.isQuestion() || s.has("requests") || s.isPlea()) && !s.has("courtesies")
}

// asksAtEnd applies rules 3, 4 and 7.
func asksAtEnd(statements []*sentence) bool {
	for i, s := range slices.Backward(statements) {
		after := statements[i+1:]
		if s.asks() {
			isRhetorical := s.begins("rhetorical") && !s.has("directed")
			return len(after) == 0 || s.kind != heading && !isRhetorical && !answer(after)
		}
		if s.kind != item && !s.begins("followers") && !strings.HasPrefix(s.text, " (") {
			return false
		}
	}
	return false
}

// asksPerson applies rules 5 and 6.
func asksPerson(statements []*sentence) bool {
	paragraphs, current := 0, -1
	for i, s := range slices.Backward(statements) {
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
		after, isLast := statements[i+1:], s.block == statements[len(statements)-1].block
		opensLast := s.kind == paragraph && isLast && (i == 0 || statements[i-1].block != s.block)
		if s.isQuestion() && !answer(after) &&
			(s.has("directed") || s.begins("selecting") && opensLast && !reportResult(after)) {
			return true
		}
	}
	return false
}

// answer reports whether the statements after a question answer it at once: the first one begins or ends with
// an answer.
func answer(after []*sentence) bool {
	return len(after) > 0 && (after[0].begins("answers") || after[0].has("final answers"))
}

// tellsNoResult applies rule 8.
func tellsNoResult(statements []*sentence) bool {
	first, last := statements[0], statements[len(statements)-1]
	if first.begins("errors") {
		return true
	}
	return len(statements) <= maxUnfinished && !reportResult(statements) &&
		(last.isUnfinished() || first.isUnfinished() || first.begins("greetings") ||
			first.begins("acknowledgements") || last.begins("announcements"))
}

// isUnfinished reports whether a sentence says that something goes on, or trails off: "Running tests…".
func (s *sentence) isUnfinished() bool {
	return s.has("unfinished") || strings.HasSuffix(s.text, "… ") || strings.HasSuffix(s.text, "... ")
}
