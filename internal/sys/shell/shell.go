// Package shell quotes and parses words of a shell's command line. It is pure.
package shell

import "strings"

// Letters are the letters of ASCII.
const Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Word quotes a word for a shell if necessary.
func Word(s string) string {
	const plain = Letters + "0123456789_./:+,@%-"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return Quoted(s)
}

// Quoted quotes a word for a shell in any case.
func Quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// ForAll returns a text without line feeds as one word for all login shells. Between single quotes, fish still
// interprets a backslash, and csh an exclamation mark. Between double quotes, csh does not interpret a backslash.
func ForAll(s string) string {
	return "'" + strings.NewReplacer("'", `'\''`, `\`, `'\\'`, "!", `'\!'`).Replace(s) + "'"
}

// Unit is the smallest part of a command line: a quoted text, a character after a backslash, or any other
// byte, which may be special.
type Unit struct {
	End   int    // the offset after it
	Text  string // without quotes
	Quote byte   // the quote, or the backslash; 0 = an unquoted byte
}

// Next returns the unit that begins at an offset. It is not plain if the quote is not closed, or a shell
// expands something in it.
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

// escape parses the character after a backslash. Before a character that is not special ("" = all are
// special) the backslash is literal. Before a newline it joins two lines.
func (u *Unit) escape(line, special string) {
	c := line[u.End]
	if special != "" && strings.IndexByte(special, c) < 0 {
		u.Text += `\`
		return // the caller parses the character itself
	}
	if c != '\n' {
		u.Text += line[u.End : u.End+1]
	}
	u.End++
}
