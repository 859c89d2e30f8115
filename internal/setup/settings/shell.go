package settings

import (
	"strings"

	"atm/internal/sys/shell"
)

const nameBytes = shell.Letters + "0123456789_"

// isAssignment reports whether a word sets a variable for the command after it.
func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && name != "" && strings.Trim(name, nameBytes) == ""
}

// shellWord is a word of a command line.
type shellWord struct {
	text     string // without its quotes
	from, to int    // where in the line the word stands; at its end = there is no more word
}

// nextWord reads the word that begins at an offset of a command line, or after blanks
// there. The word is not simple if a shell does more with it than to take its quotes away,
// or if the line does anything else at that place.
func nextWord(line string, at int) (w shellWord, simple bool) {
	w.from = len(line) - len(strings.TrimLeft(line[at:], " \t"))
	w.to = w.from
	for w.to < len(line) {
		unit, plain := shell.Next(line, w.to)
		if unit.Quote == 0 {
			c := line[w.to]
			if c == ' ' || c == '\t' {
				break
			}
			plain = strings.IndexByte("|&;<>()$`*?[#\n", c) < 0
		}
		if !plain {
			return w, false
		}
		w.text, w.to = w.text+unit.Text, unit.End
	}
	return w, true
}

// shellWords splits a simple command as a shell does. It reports whether the line is
// one: a line in which anything else happens is somebody's own work.
func shellWords(line string) (words []string, simple bool) {
	for at := 0; ; {
		w, simple := nextWord(line, at)
		if !simple || w.from == len(line) {
			return words, simple
		}
		words, at = append(words, w.text), w.to
	}
}
