package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atm/internal/act/answer"
	"atm/internal/cli"
	"atm/internal/session/query"
	"atm/internal/sys/lookup"
	"atm/tmuxopt"
)

// verbs are the words that can answer any session. As the first word of an answer they do not name a session.
var verbs = []string{"yes", "always", "accept-edits", "no", "edit", "approve"}

// words splits the arguments into the name of a session and the answer.
func (c answerCmd) words() (name string, answer []string, err error) {
	words := c.Answer
	if c.Session != nil { // its own argument, so that flags may follow it
		words = slices.Insert(slices.Clone(words), 0, *c.Session)
	}
	switch {
	case c.Ask && len(words) > 1:
		return "", nil, errors.New("--ask reads the answer from the terminal")
	case c.Show && len(words) > 1:
		return "", nil, errors.New("--show answers nothing")
	case (c.Show || c.Ask) && len(words) == 1:
		return words[0], nil, nil
	case c.Show || c.Ask:
		return "", nil, nil
	case len(words) == 0 && c.Command != nil:
		return "", []string{"edit"}, nil
	case len(words) == 0 && c.Say != "": // --say is the answer to a question
		return "", nil, nil
	case len(words) == 0:
		return "", nil, errors.New("the answer is missing: atm answer --show tells what is asked, and what can be answered")
	case len(words) == 1 && c.Say != "" && !slices.Contains(verbs, words[0]): // --say is the answer here, too
		return words[0], nil, nil
	case len(words) == 1 || slices.Contains(verbs, words[0]):
		return "", words, nil
	}
	return words[0], words[1:], nil
}

// isAnswer returns an error if the only word is the name of a session, with its pane: then the answer is missing,
// and a question would take the name for a text.
func (s streams) isAnswer(
	ctx context.Context, name string, words []string, call answer.Call,
) (pane string, err error) {
	if name != "" || len(words) != 1 || slices.Contains(verbs, words[0]) || call.Offers(words[0]) ||
		len(words[0]) < lookup.MinPrefix && strings.Trim(words[0], "+,0123456789") == "" { // the number of an option
		return "", nil
	}
	sessions, err := s.NamedSessions(ctx)
	if err != nil {
		return "", err
	}
	named := query.NamedItself(sessions, words[0]) // any word may stand in a prompt
	if len(named) == 0 {
		return "", nil
	}
	hint := fmt.Sprintf("atm answer %s --show tells what it asks, and which answers there are", named[0].Pane.ID)
	return named[0].Pane.ID, cli.Wrong(hint, "%q is a session: the answer is missing", words[0])
}

// askNamed reads the answer for the session in a pane from the terminal. It returns the error missing if nobody can be
// asked.
func (c answerCmd) askNamed(ctx context.Context, s streams, pane string, missing error) error {
	if pane == "" || cli.Width(s.stdin) < 0 {
		return missing
	}
	c.Ask, c.Session, c.Answer = true, &pane, nil
	return c.Run(ctx, s)
}

// orNamed is for the error of the most urgent session, whose request cannot be read or does not offer the only word.
// It returns that error, unless the word is the name of a session: then that one is meant, and the answer is missing.
func (c answerCmd) orNamed(ctx context.Context, s streams, unreadable error) error {
	name, words, _ := c.words() // Run has checked them
	pane, missing := s.isAnswer(ctx, name, words, answer.Call{})
	if pane == "" {
		return unreadable
	}
	return c.askNamed(ctx, s, pane, missing)
}

// answerText returns the words of the answer, else the text of --say.
func (c answerCmd) answerText(words []string) string {
	return tmuxopt.Text(cmp.Or(strings.Join(words, " "), c.Say))
}

// inWords is answerText with the command that runs instead, or the mode that follows.
func (c answerCmd) inWords(words []string) string {
	text := c.answerText(words) + cli.After(" --mode ", c.Mode)
	if c.Command != nil {
		text += " to " + strconv.Quote(tmuxopt.Text(*c.Command))
	}
	return text
}
