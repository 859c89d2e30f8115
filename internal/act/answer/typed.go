package answer

import (
	"cmp"
	"fmt"
	"strings"

	"atm/internal/cli"
)

// Typed reads an answer from a terminal, one line for each of several questions. An empty line returns [cli.ErrNo];
// the line "no" answers all questions.
func Typed(d cli.Dialog, questions int) (words []string, err error) {
	prompt := "Answer (yes, no, always, an option; Enter alone: none): "
	if questions > 0 {
		prompt = "Answer (an option, a text, no; Enter alone: none): "
	}
	for i := range max(1, questions) {
		if questions > 1 {
			prompt = fmt.Sprintf("Answer %d of %d (an option, a text, no; Enter alone: none): ", i+1, questions)
		}
		line, err := d.Text(prompt, "atm answer NAME yes")
		switch {
		case err != nil:
			return nil, err
		case line == "":
			return nil, cli.ErrNo
		case line == "no":
			return []string{line}, nil
		}
		words = append(words, line)
	}
	if questions == 0 {
		short := map[string]string{"y": "yes", "n": "no"} // as in the other questions of atm
		words[0] = cmp.Or(short[strings.ToLower(words[0])], words[0])
	}
	return words, nil
}
