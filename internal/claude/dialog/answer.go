package dialog

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Escape is a choice of every dialog: the key Esc, which closes it without an answer. Then Claude Code waits
// for a prompt; if the dialog was a form, its server is informed that the form was cancelled.
const Escape = 0

// ErrAnswer means that the dialog does not have the answer, or that keys cannot give it.
var ErrAnswer = errors.New("keys cannot give this answer")

// ErrPanel is an [ErrAnswer] for a dialog that cannot be separated from what may be a panel beside it.
var ErrPanel = fmt.Errorf(
	"%w: a panel may stand beside the dialog, and where it begins is not certain", ErrAnswer)

// Choice returns the number of the choice for an answer: yes, no, always, approve, or the number or the text
// of a choice.
//
// yes is the choice "Yes" without any addition; approve is the same for a plan. no is the choice that denies
// a call or declines a form, and [Escape] for plans, questions and the dialog of auto mode. always is never
// guessed.
func (d Dialog) Choice(words string) (int, error) {
	words = strings.TrimSpace(words)
	switch {
	case d.mayBeBesidePanel:
		return 0, ErrPanel
	case d.Clipped && d.Kind == Unknown:
		return 0, fmt.Errorf("%w: the pane is too small, only a part of the dialog is shown", ErrAnswer)
	case d.Kind == Unknown || d.Kind == "":
		return 0, fmt.Errorf("%w: the dialog is of a kind that is not known", ErrAnswer)
	case strings.EqualFold(words, "no"):
		return d.noChoice()
	case d.Clipped:
		return 0, fmt.Errorf("%w: the pane is too low, only a part of the dialog is shown", ErrAnswer)
	case d.Several:
		return 0, fmt.Errorf("%w: there are several questions, or one takes several options", ErrAnswer)
	}
	switch strings.ToLower(words) {
	case "yes":
		isYes := func(text string) bool { return strings.EqualFold(text, "Yes") }
		return d.certain(d.choiceWithText(isYes), "says yes", Permission, Plan, Question)
	case "approve":
		return d.certain(d.approveChoice(), "approves a plan", Plan)
	case "always":
		return d.certain(d.choiceWithText(isAlways), "says always", Permission)
	}
	return d.choiceNamed(words)
}

// certain returns a choice of a dialog of these kinds, or the error that no choice does this and nothing more.
func (d Dialog) certain(choice int, does string, kinds ...Kind) (int, error) {
	if choice > 0 && slices.Contains(kinds, d.Kind) {
		return choice, nil
	}
	return 0, fmt.Errorf("%w: no choice %s and nothing more: %s", ErrAnswer, does, d.describeChoices())
}

func (d Dialog) noChoice() (int, error) {
	n := d.choiceWithText(isNo)
	switch {
	case d.Kind == Question && n > 0:
		return 0, fmt.Errorf("%w: an option is called No; its number is %d", ErrAnswer, n)
	case d.Kind == Form && len(d.Choices) > 0:
		return 2, nil
	case n > 0:
		return n, nil
	}
	return Escape, nil
}

// approveChoice returns the choice that approves a plan, and still makes Claude Code ask before each edit; 0 if
// there is none.
func (d Dialog) approveChoice() int {
	for _, text := range []string{
		"Yes, manually approve edits", "Yes",
		"Yes, and switch to default (ask each time) for this session",
	} {
		if n := d.choiceWithText(func(other string) bool { return other == text }); n > 0 {
			return n
		}
	}
	return 0
}

// isAlways reports whether a choice allows similar calls from now on. A choice that changes the mode allows
// more, so it must be given by its number or text.
func isAlways(text string) bool {
	text = strings.ReplaceAll(text, "’", "'")
	return strings.HasPrefix(text, "Yes, and always allow ") ||
		strings.HasPrefix(text, "Yes, and don't ask again for") ||
		strings.HasPrefix(text, "Yes, allow reading from ")
}

// choiceNamed returns the choice with that number or text.
func (d Dialog) choiceNamed(words string) (int, error) {
	n, err := strconv.Atoi(words)
	if err != nil || n < 1 || n > len(d.Choices) {
		n = d.choiceWithText(func(text string) bool { return strings.EqualFold(text, words) })
	}
	if n == 0 { // a long option continues in its description
		n = d.onlyChoice(func(c Choice) bool {
			whole := strings.ToLower(c.Text + " " + c.Description)
			return len(words) > len(c.Text) && strings.HasPrefix(whole+" ", strings.ToLower(words)+" ")
		})
	}
	switch {
	case n == 0:
		return 0, fmt.Errorf("%w: %q is none of %s", ErrAnswer, words, d.describeChoices())
	case opensField(d.Choices[n-1].Text):
		return 0, fmt.Errorf("%w: %q asks for a text", ErrAnswer, d.Choices[n-1].Text)
	}
	return n, nil
}

// choiceWithText returns the number of the only choice whose text matches, 0 if there is none or several.
func (d Dialog) choiceWithText(matches func(text string) bool) int {
	return d.onlyChoice(func(c Choice) bool { return matches(c.Text) })
}

func (d Dialog) onlyChoice(matches func(Choice) bool) int {
	first := slices.IndexFunc(d.Choices, matches)
	if first < 0 || slices.IndexFunc(d.Choices[first+1:], matches) >= 0 {
		return 0
	}
	return first + 1
}

func (d Dialog) describeChoices() string {
	var texts []string
	for i, c := range d.Choices {
		texts = append(texts, fmt.Sprintf("%d %q", i+1, c.Text))
	}
	return strings.Join(texts, ", ")
}
