package permission

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"atm/hookmap"
)

// Answer is a person's answer to a request.
type Answer struct {
	Words   []string // as typed: yes, always, accept-edits, no, edit, approve, or options by number or text
	Say     string   // with no: the message for Claude; without words: a free text for the one question
	Command *string  // with edit: the command to run instead
	Mode    string   // with approve: the permission mode that follows; "" = default
}

// The words that are not options.
const (
	yes     = "yes"
	always  = "always"
	accept  = "accept-edits"
	no      = "no"
	edit    = "edit"
	approve = "approve"
)

// denials are the messages for Claude with a no that has no other message. They resemble those of Claude Code
// itself.
var denials = map[hookmap.CallKind]string{
	hookmap.CallPermission: "The user does not want this tool call; it did not run. " +
		"Stop, and wait for the user.",
	hookmap.CallQuestion: "The user does not want to answer this question. Stop, and wait for the user.",
	hookmap.CallPlan:     "The user does not approve this. Stop, and wait for the user.",
}

// Decide returns the JSON that the hook prints for an answer. An answer that does not fit the request, or is
// ambiguous, is an error that lists the possible answers.
func (r Request) Decide(a Answer) (decision []byte, err error) {
	if err := r.check(a); err != nil {
		return nil, err
	}
	word := strings.Join(a.Words, " ")
	switch r.Kind() {
	case hookmap.CallQuestion:
		return r.decideQuestion(a)
	case hookmap.CallPlan:
		switch word {
		case yes, approve:
			return r.approve(a.Mode)
		case approve + editsMode: // as a person types what [Request.Gives] names
			if r.HasPlan() {
				return r.approve(strings.TrimPrefix(editsMode, " --mode "))
			}
		case no:
			return r.deny(a.Say), nil
		}
		return nil, unknown(a, "a plan takes approve or no")
	}
	switch word {
	case yes:
		return allow(), nil
	case always, accept:
		updates := r.grants(word)
		if len(updates) == 0 {
			return nil, r.nothingFor(word)
		}
		return allow(updatedPermissions(updates...)), nil
	case no:
		return r.deny(a.Say), nil
	case edit:
		return r.edit(a.Command)
	}
	return nil, unknown(a, "this request takes yes, always, accept-edits, no or edit")
}

// grants returns the updates of permissions that an answer makes, none if it allows nothing beyond this call.
func (r Request) grants(word string) []jsontext.Value {
	mode := r.acceptEdits()
	switch {
	case word == always:
		return r.Always()
	case word == accept && mode != nil:
		return []jsontext.Value{mode}
	case word == approve && r.HasPlan():
		return []jsontext.Value{setMode("default")}
	case word == approve+editsMode && r.HasPlan():
		return []jsontext.Value{setMode("acceptEdits")}
	}
	return nil
}

// nothingFor returns the error for a word that would allow no more than yes.
func (r Request) nothingFor(word string) error {
	takes := "answer yes"
	if word == always && r.acceptEdits() != nil {
		takes += ", or accept-edits, which also holds for the edits that follow"
	}
	return fmt.Errorf("%s would give nothing beyond this call; %s", word, takes)
}

// unknown returns the error for words that do not fit the request.
func unknown(a Answer, takes string) error {
	if len(a.Words) == 0 {
		return errors.New("no answer; " + takes)
	}
	return fmt.Errorf("%q is no answer here; %s", strings.Join(a.Words, " "), takes)
}

// check rejects what is no text, and a text, a command or a mode that the answer would not use.
func (r Request) check(a Answer) error {
	word := strings.Join(a.Words, " ")
	answersQuestion := r.Kind() == hookmap.CallQuestion && len(a.Words) == 0
	isApproval := r.HasPlan() && (word == yes || word == approve)
	isText := utf8.ValidString(word) && utf8.ValidString(a.Say) && (a.Command == nil || utf8.ValidString(*a.Command))
	switch {
	case !isText:
		return errors.New("the text is not UTF-8; leave out what is not")
	case a.Say != "" && word != no && !answersQuestion:
		return fmt.Errorf("the text %q goes only with the answer no", a.Say)
	case a.Command != nil && word != edit:
		return errors.New("a command goes only with the answer edit")
	case a.Mode != "" && !isApproval:
		return errors.New("a mode goes only with the answer approve, to a plan")
	}
	return nil
}

// deny denies the call. say is for the model.
func (r Request) deny(say string) []byte {
	return output("deny", `"message":`+quoted(cmp.Or(say, denials[r.Kind()])))
}

// edit allows another command instead of the requested one.
func (r Request) edit(command *string) ([]byte, error) {
	_, isCommand := text(r.input().value("command"))
	switch {
	case r.Tool != "Bash" || !isCommand:
		return nil, errors.New("only a call of Bash has a command to edit; answer yes or no")
	case command == nil || strings.TrimSpace(*command) == "":
		return nil, errors.New("edit needs a command that is not empty")
	case strings.ContainsRune(*command, 0):
		return nil, errors.New("the command has a NUL character; leave it out")
	}
	return allow(updatedInput(r.inputWith("command", quoted(*command)))), nil
}

// approve approves a plan. mode is the session's permission mode from then on.
func (r Request) approve(mode string) ([]byte, error) {
	input := updatedInput(r.Input) // without it, 2.1.329 leaves the dialog of a plan open
	known := []string{"default", "acceptEdits"}
	switch {
	case !r.HasPlan():
		return allow(input), nil
	case mode == "": // else the session goes on as before it planned, which may have been without questions
		mode = known[0]
	case !slices.Contains(known, mode):
		return nil, fmt.Errorf("%q is no mode to go on in; the modes are %s", mode, strings.Join(known, ", "))
	}
	return allow(input, updatedPermissions(setMode(mode))), nil
}

// decideQuestion answers questions: with one word for each or, if there is one question, with any number of
// words.
func (r Request) decideQuestion(a Answer) ([]byte, error) {
	questions, err := parseQuestions(r.input())
	denied := len(a.Words) == 1 && a.Words[0] == no
	switch {
	case denied && (err != nil || a.Say != "" || len(questions) > 1 || !questions[0].offers(no)):
		return r.deny(a.Say), nil
	case denied:
		return nil, questions[0].ambiguousNo()
	case err != nil:
		return nil, fmt.Errorf("%w; only no answers this", err)
	}
	chosen, err := choices(questions, a)
	if err != nil {
		return nil, err
	}
	answers := make([]string, len(questions))
	for i, q := range questions {
		answers[i] = quoted(q.text) + ":" + quoted(chosen[i].text)
	}
	return allow(updatedInput(r.inputWith("answers", "{"+strings.Join(answers, ",")+"}"))), nil
}

// Questions returns how many questions are asked at once, 0 for another request.
func (r Request) Questions() int { return len(r.questions()) }

// Takes lists the answers that a person can type to the request, for people.
func (r Request) Takes() string {
	switch r.Kind() {
	case hookmap.CallQuestion:
		return "an option, a text, no"
	case hookmap.CallPlan:
		if r.HasPlan() {
			return approve + ", " + approve + editsMode + ", " + no
		}
		return approve + ", " + no
	}
	takes := []string{yes}
	for _, word := range []string{always, accept} {
		if r.Gives(word, math.MaxInt) != "" {
			takes = append(takes, word)
		}
	}
	return strings.Join(append(takes, no), ", ")
}

// Check returns an error if a line is no answer to the question with that index, or to any other request.
func (r Request) Check(question int, line string) error {
	if questions := r.questions(); question < len(questions) {
		switch asked := questions[question]; {
		case line != no:
			_, err := asked.answer([]string{line})
			return err
		case asked.offers(no):
			return asked.ambiguousNo()
		}
	}
	_, err := r.Decide(Answer{Words: []string{line}})
	return err
}

// questions returns the questions of the request. The input of another tool may look like them, but has none.
func (r Request) questions() []question {
	if r.Kind() != hookmap.CallQuestion {
		return nil
	}
	questions, _ := parseQuestions(r.input()) // ambiguous questions cannot be answered
	return questions
}

// Meaning returns what words mean as an answer to questions, for people: the texts of the options, and in
// quotes what goes as a text of one's own. It is "" for an answer that they do not take, and for anything
// else.
func (r Request) Meaning(words []string) (meaning string, hasText bool) {
	questions := r.questions()
	chosen, err := choices(questions, Answer{Words: words})
	if err != nil || len(questions) == 0 {
		return "", false
	}
	parts := make([]string, len(chosen))
	for i, c := range chosen {
		if parts[i] = visibleLine(c.text); !c.isOption {
			hasText, parts[i] = true, fmt.Sprintf("%q (no option: goes as a text)", parts[i])
		}
	}
	return strings.Join(parts, "; "), hasText
}

// Offers reports whether a word means an option of a question that is asked.
func (r Request) Offers(word string) bool {
	return slices.ContainsFunc(r.questions(), func(q question) bool {
		label, _ := q.label(word)
		return label != ""
	})
}

// ambiguousNo is the error for a no that is also an option.
func (q question) ambiguousNo() error {
	return fmt.Errorf("%q turns the question down, and is an option; answer with its number: %s", no, q.offer())
}

// offers reports whether the text of an option is this word.
func (q question) offers(word string) bool {
	return slices.ContainsFunc(q.options, func(o option) bool { return strings.EqualFold(o.label, word) })
}

// choices returns what an answer means for each question.
func choices(questions []question, a Answer) ([]choice, error) {
	perQuestion := make([][]string, len(questions))
	switch {
	case len(questions) == 1 && a.Say != "":
		questions[0].options = nil // the text is never taken for an option
		perQuestion[0] = []string{a.Say}
	case len(questions) == 1:
		perQuestion[0] = a.Words
	case len(a.Words) != len(questions):
		offers := make([]string, len(questions))
		for i, q := range questions {
			offers[i] = q.offer()
		}
		return nil, fmt.Errorf("%d answers for %d questions; %s",
			len(a.Words), len(questions), strings.Join(offers, "; "))
	default:
		for i, word := range a.Words {
			perQuestion[i] = []string{word}
		}
	}
	chosen := make([]choice, len(questions))
	for i, q := range questions {
		var err error
		if chosen[i], err = q.answer(perQuestion[i]); err != nil {
			return nil, err
		}
	}
	return chosen, nil
}

// inputWith returns the input with a new value of one member. All other bytes are unchanged.
func (r Request) inputWith(name, value string) jsontext.Value {
	members := r.input()
	for _, m := range members {
		if m.name == name {
			return slices.Concat(r.Input[:m.start], jsontext.Value(value), r.Input[m.start+len(m.value):])
		}
	}
	brace := bytes.LastIndexByte(r.Input, '}')
	added := `"` + name + `":` + value
	if len(members) > 0 {
		added = "," + added
	}
	return slices.Concat(r.Input[:brace], jsontext.Value(added), r.Input[brace:])
}
