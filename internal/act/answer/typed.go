package answer

import (
	"cmp"
	"fmt"
	"strings"

	"atm/internal/cli"
)

// Typed reads an answer from a terminal, a line for each of several questions. Nothing is [cli.ErrNo]; no is an answer
// to all of them.
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
		short := map[string]string{"y": "yes", "n": "no"} // as where atm itself asks
		words[0] = cmp.Or(short[strings.ToLower(words[0])], words[0])
	}
	return words, nil
}
