package settings

import "strings"

const (
	letters    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	nameBytes  = letters + "0123456789_"
	plainBytes = nameBytes + "./+@%-" // that need no quotes
)

// ShellWord quotes a word for a shell, where that is needed.
func ShellWord(s string) string {
	if s != "" && strings.Trim(s, plainBytes) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// isAssignment reports whether a word sets a variable for the command after it.
func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && name != "" && strings.Trim(name, nameBytes) == ""
}

// shellWord is a word of a command line.
type shellWord struct {
	text     string // without its quotes
	kept     []int  // where in the line the bytes of the text stand
	from, to int    // where in the line the word stands; at its end = there is no more word
}

// nextWord reads the word that begins at an offset of a command line, or after blanks
// there. The word is not simple if a shell does more with it than to take its quotes away,
// or if the line does anything else at that place.
func nextWord(line string, at int) (w shellWord, simple bool) {
	w.from = len(line) - len(strings.TrimLeft(line[at:], " \t"))
	var text strings.Builder
	keep := func(i int) {
		text.WriteByte(line[i])
		w.kept = append(w.kept, i)
	}
	quote, i := byte(0), w.from
	for ; i < len(line); i++ {
		c := line[i]
		if quote == 0 && (c == ' ' || c == '\t') {
			break
		}
		switch {
		case quote == '\'' && c != '\'', quote == '"' && strings.IndexByte("\"\\$`", c) < 0:
			keep(i)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(line):
			next := line[i+1]
			if quote == '"' && strings.IndexByte("\"\\$`\n", next) < 0 {
				keep(i) // it quotes nothing there
			} else if i++; next != '\n' { // a line may go on after a backslash
				keep(i)
			}
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case strings.IndexByte("|&;<>()$`\\\"'*?[#\n", c) >= 0:
			return w, false
		default:
			keep(i)
		}
	}
	w.text, w.to = text.String(), i
	return w, quote == 0
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
