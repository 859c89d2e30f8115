package answer

import (
	"cmp"
	"fmt"
	"strings"

	"atm/internal/cli"
)

// Typed reads an answer from a terminal, one line for each of several questions. It asks again while check returns
// an error for a line. An empty line returns [cli.ErrNo]; the line "no" answers all questions.
func Typed(d cli.Dialog, questions int, check func(question int, line string) error) (words []string, err error) {
	prompt := "Answer (yes, no, always, an option; Enter alone: none): "
	short := map[string]string{"y": "yes", "n": "no"} // as in the other questions of atm
	if questions > 0 {
		prompt, short = "Answer (an option, a text, no; Enter alone: none): ", nil
	}
	word := func(line string) string { return cmp.Or(short[strings.ToLower(line)], line) }
	for i := range max(1, questions) {
		if questions > 1 {
			prompt = fmt.Sprintf("Answer %d of %d (an option, a text, no; Enter alone: none): ", i+1, questions)
		}
		line, err := d.Text(prompt, "atm answer NAME yes", func(line string) error { return check(i, word(line)) })
		switch {
		case err != nil:
			return nil, err
		case line == "":
			return nil, cli.ErrNo
		case word(line) == "no":
			return []string{"no"}, nil
		}
		words = append(words, word(line))
	}
	return words, nil
}
