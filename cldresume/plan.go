package cldresume

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"atm/tmuxopt"
)

// Plan is how a session goes on: in a pane where it runs already, or in a new
// client.
type Plan struct {
	Pane    string // go to this pane, if set, and do nothing else
	Outside bool   // of tmux: a terminal has to be attached to it first

	Session string   // else resume the session with this full id,
	Dir     string   // in this directory; "" = in the current one
	Args    []string // with these further arguments
}

// Command returns the arguments of the client, its name not among them.
func (p Plan) Command() []string { return append([]string{"--resume", p.Session}, p.Args...) }

// Shell returns the plan as a line for a shell, in which the client is called
// program.
func (p Plan) Shell(program string) string {
	switch {
	case p.Pane != "" && p.Outside:
		return "tmux attach-session -t " + Quote(p.Pane)
	case p.Pane != "":
		return "tmux switch-client -t " + Quote(p.Pane)
	}
	var b strings.Builder
	if p.Dir != "" {
		b.WriteString("cd " + Quote(p.Dir) + " && ")
	}
	b.WriteString(Quote(program))
	for _, arg := range p.Command() {
		b.WriteString(" " + Quote(arg))
	}
	return b.String()
}

// Quote returns text as one word of a shell's line. What a terminal would not
// show as it is gets escaped, in the $'…' that bash, zsh, ksh and POSIX of 2024
// know; all else any shell reads.
func Quote(text string) string {
	plain := text != ""
	for _, r := range text {
		if !(r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("_-./:=@%+,", r)) {
			plain = false
		}
	}
	switch {
	case plain:
		return text
	case visible(text):
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case visible(text[:size]):
			b.WriteString(text[:size])
		default:
			for _, c := range []byte(text[:size]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		text = text[size:]
	}
	return b.String() + "'"
}

// visible reports whether a terminal shows the text to the letter.
func visible(text string) bool {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 || r != ' ' && tmuxopt.Text(string(r)) != string(r) {
			return false
		}
		text = text[size:]
	}
	return true
}
