// Package shell reads and writes words of a shell's command line. It is pure.
package shell

import "strings"

// Letters are those of ASCII.
const Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Word quotes a word for a shell, where that is needed.
func Word(s string) string {
	const plain = Letters + "0123456789_./+@%-"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return Quoted(s)
}

// Quoted quotes a word for a shell, whatever is in it.
func Quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Unit is what a shell reads at once of a command line: a quoted text, a character after a backslash, or any other
// byte, which may be special.
type Unit struct {
	End   int    // where it ends in the line
	Text  string // what it means
	Quote byte   // of the text; \ before a character; 0 = a byte of its own
}

// Next reads the unit that begins at an offset. It is not plain if the quotation does not end, or a shell expands
// something in it.
func Next(line string, at int) (u Unit, plain bool) {
	u = Unit{End: at + 1, Quote: line[at]}
	switch line[at] {
	case '\\':
		if u.End == len(line) {
			return u, false
		}
		u.escape(line, "")
		return u, true
	case '\'', '"':
	default:
		return Unit{End: at + 1, Text: line[at : at+1]}, true
	}
	for u.End < len(line) {
		c := line[u.End]
		switch {
		case c == u.Quote:
			u.End++
			return u, true
		case u.Quote == '"' && (c == '$' || c == '`'):
			return u, false
		case u.Quote == '"' && c == '\\' && u.End+1 < len(line):
			u.End++
			u.escape(line, "\"\\$`\n")
		default:
			u.Text += line[u.End : u.End+1]
			u.End++
		}
	}
	return u, false
}

// escape reads the character after a backslash. Before any other than these ("" = all) the backslash means itself.
// A line goes on after a backslash at its end.
func (u *Unit) escape(line, special string) {
	c := line[u.End]
	if special != "" && strings.IndexByte(special, c) < 0 {
		u.Text += `\`
		return // the character is read next
	}
	if c != '\n' {
		u.Text += line[u.End : u.End+1]
	}
	u.End++
}
