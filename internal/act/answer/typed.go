package answer

import (
	"cmp"
	"fmt"
	"strings"

	"atm/internal/cli"
)

// Asked is what can be answered.
type Asked struct {
	Takes     string // the answers, for people: "yes, always, no"
	Questions int    // 0 = it is no question

	// Check returns an error if a line is no answer to the question with that index, or to any other request.
	Check func(question int, line string) error
}

// Typed reads an answer from a terminal, one line for each of several questions, without those that are given. It asks
// again while a line is no answer. An empty line returns [cli.ErrNo]; the line "no" answers all questions.
func (a Asked) Typed(d cli.Dialog, given []string) (words []string, err error) {
	short := map[string]string{"y": "yes", "n": "no"} // as in the other questions of atm
	if a.Questions > 0 {
		short = nil
	}
	word := func(line string) string { return cmp.Or(short[strings.ToLower(line)], line) }
	for i := range max(1, a.Questions) {
		prompt := "Answer"
		if a.Questions > 1 {
			prompt = fmt.Sprintf("Answer %d of %d", i+1, a.Questions)
		}
		check := func(line string) error { return a.Check(i, word(line)) }
		if i < len(given) && check(given[i]) == nil {
			fmt.Fprintf(d.Out, "%s: %s\n", prompt, given[i])
			words = append(words, given[i])
			continue
		}
		line, err := d.Text(prompt+" ("+a.Takes+"; Enter alone: none): ", "atm answer NAME yes", check)
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
