package permission

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

type question struct {
	text    string
	header  string // a title of one or two words; "" = none
	several bool   // it may be answered with several options
	options []option
	members object
}

type option struct {
	label       string
	description string
	members     object
}

// parseQuestions reads the questions of an input. Two questions, or two options of one question, with the
// same text are an error: Claude Code identifies them by their texts.
func parseQuestions(in object) ([]question, error) {
	values, err := elements(in.value("questions"))
	if err != nil || len(values) == 0 {
		return nil, errors.New("the request has no questions")
	}
	seen := map[string]bool{}
	questions := make([]question, len(values))
	for i, value := range values {
		q, err := parseQuestion(value)
		if err == nil && seen[q.text] {
			err = errors.New("its text is that of another one")
		}
		if err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
		seen[q.text] = true
		questions[i] = q
	}
	return questions, nil
}

func parseQuestion(value jsontext.Value) (question, error) {
	var q question
	var exact bool
	q.members, _ = parseObject(value)
	if q.text, exact = text(q.members.value("question")); !exact || q.text == "" {
		return q, errors.New("it has no text")
	}
	q.header = q.members.text("header")
	q.several = q.members.value("multiSelect").Kind() == jsontext.KindTrue
	if !q.members.hasMember("options") {
		return q, nil
	}
	values, err := elements(q.members.value("options"))
	if err != nil {
		return q, errors.New("it has no options")
	}
	seen := map[string]bool{}
	for i, value := range values {
		var o option
		o.members, _ = parseObject(value)
		if o.label, exact = text(o.members.value("label")); !exact || o.label == "" {
			return q, fmt.Errorf("option %d has no text", i+1)
		}
		if seen[o.label] {
			return q, fmt.Errorf("options have the same text %q", o.label)
		}
		seen[o.label] = true
		o.description = o.members.text("description")
		q.options = append(q.options, o)
	}
	return q, nil
}

func (p *page) questions(in object) (shown []string) {
	questions, err := parseQuestions(in)
	if err != nil {
		return nil
	}
	for i, q := range questions {
		if i > 0 {
			p.gap()
		}
		p.question(q, i+1, len(questions))
	}
	return []string{"questions"}
}

func (p *page) question(q question, n, of int) {
	title := "Question"
	if of > 1 {
		title += fmt.Sprintf(" %d of %d", n, of)
	}
	if q.header != "" {
		title += " (" + visibleLine(q.header) + ")"
	}
	switch {
	case len(q.options) == 0:
		title += ", takes a text"
	case q.several:
		title += ", takes one or more of these, or a text"
	default:
		title += ", takes one of these, or a text"
	}
	p.line(title + ":")
	p.block("", "", q.text)
	shown := []string{"question", "multiSelect", "options"}
	if q.header != "" {
		shown = append(shown, "header")
	}
	p.others("  ", q.members, shown...)
	for i, o := range q.options {
		number := fmt.Sprintf("%3d. ", i+1)
		p.rows(number, strings.Repeat(" ", len(number)), visibleLine(o.label))
		shown := []string{"label"}
		if o.description != "" {
			p.block("     ", "", o.description)
			shown = append(shown, "description")
		}
		p.others("     ", o.members, shown...)
	}
}

type choice struct {
	text     string
	isOption bool // the text is that of one or several options; else a person has written it
}

// answer returns what words mean as an answer to the question.
func (q question) answer(words []string) (choice, error) {
	if len(words) == 0 {
		return choice{}, fmt.Errorf("no answer; %s", q.offer())
	}
	var chosen []string
	isOption := true
	for _, answer := range words {
		isOurs := slices.Contains([]string{yes, always, accept, edit, approve}, answer)
		if isOurs && len(q.options) > 0 && !q.offers(answer) {
			return choice{}, fmt.Errorf("%q answers no question; %s", answer, q.offer())
		}
		labels, err := q.labels(answer)
		if err != nil {
			return choice{}, fmt.Errorf("%w; %s", err, q.offer())
		}
		if len(labels) == 0 {
			labels, isOption = []string{answer}, false
		}
		for _, label := range labels {
			if !slices.Contains(chosen, label) {
				chosen = append(chosen, label)
			}
		}
	}
	if len(chosen) > 1 && !q.several {
		return choice{}, fmt.Errorf("the question %q takes one answer, not %d; %s", q.text, len(chosen), q.offer())
	}
	return choice{strings.Join(chosen, ", "), isOption}, nil // Claude Code joins them in the same way
}

// labels returns the options that one word means: one, several that are separated by commas, or none if the
// word is a free text. A word that looks like an option, but is none, is an error.
func (q question) labels(answer string) ([]string, error) {
	if strings.TrimSpace(answer) == "" {
		return nil, fmt.Errorf("no answer to the question %q", q.text)
	}
	label, err := q.label(answer)
	if label != "" || err != nil {
		return []string{label}, err
	}
	var labels []string
	parts := strings.Split(answer, ",")
	for _, part := range parts {
		label, err := q.label(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		if label != "" {
			labels = append(labels, label)
		}
	}
	if 0 < len(labels) && len(labels) < len(parts) {
		return nil, fmt.Errorf("only a part of %q is an option", answer)
	}
	return labels, nil
}

// label returns the option that a word means, "" if it is a free text. A number that is also the text of another option
// is an error: the keys of the inbox, and people, mean the number.
func (q question) label(word string) (string, error) {
	var equal, longer []string
	number, isNumber := strconv.Atoi(word)
	isNumbered := isNumber == nil && 1 <= number && number <= len(q.options)
	for i, o := range q.options {
		switch {
		case strings.EqualFold(o.label, word) && isNumbered && i != number-1:
			return "", fmt.Errorf("%s is the number of one option, and the text of another: +%[1]s is the number", word)
		case o.label == word:
			return word, nil
		case strings.EqualFold(o.label, word):
			equal = append(equal, o.label)
		case len(o.label) > len(word) && strings.EqualFold(o.label[:len(word)], word) && word != "":
			longer = append(longer, o.label)
		}
	}
	switch {
	case len(equal) == 1:
		return equal[0], nil
	case len(equal) > 1:
		return "", fmt.Errorf("%q is the text of several options", word)
	case len(q.options) == 0:
		return "", nil
	case isNumbered:
		return q.options[number-1].label, nil
	case strings.Trim(word, "+-0123456789") == "" && word != "":
		return "", fmt.Errorf("there is no option %s", word)
	case len(longer) > 0:
		return "", fmt.Errorf("%q is only the beginning of the option %q", word, longer[0])
	}
	return "", nil
}

// offer lists the options for an error.
func (q question) offer() string {
	if len(q.options) == 0 {
		return "answer with a text"
	}
	list := make([]string, len(q.options))
	for i, o := range q.options {
		list[i] = fmt.Sprintf("%d %q", i+1, o.label)
	}
	return "the options of " + strconv.Quote(q.text) + " are " + strings.Join(list, ", ")
}
