package doctor

import "strings"

// The syntax of tmux's formats, as format.c of tmux 3.2 to 3.8 reads it.

// closingParenthesis returns where a command that begins with "#(" ends, or -1.
func closingParenthesis(text string) int {
	depth := 0
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// skip returns where one of the characters stands first outside of nested formats,
// or -1. It is tmux's own format_skip.
func skip(text, characters string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		if text[i] == '#' && i+1 < len(text) {
			if text[i+1] == '{' {
				depth++
			}
			if strings.IndexByte(",#{}:", text[i+1]) >= 0 {
				i++
				continue
			}
		}
		if text[i] == '}' {
			depth--
		}
		if depth == 0 && strings.IndexByte(characters, text[i]) >= 0 {
			return i
		}
	}
	return -1
}

// split splits a text at a character that stands outside of nested formats.
func split(text string, at string) []string {
	var parts []string
	for {
		i := skip(text, at)
		if i < 0 {
			return append(parts, text)
		}
		parts = append(parts, text[:i])
		text = text[i+1:]
	}
}

// cutModifiers splits the body of a format into its modifiers and what they are for.
func cutModifiers(body string) (modifiers, rest string) {
	i := skip(body, ":")
	if i < 0 || strings.HasPrefix(body, "@") {
		return "", body
	}
	return body[:i], body[i+1:]
}

// cutsOff reports whether a modifier limits the length of a text.
func cutsOff(modifier string) bool {
	return strings.HasPrefix(modifier, "=") && !strings.HasPrefix(modifier, "==")
}

// changesText reports whether a modifier makes something else of a text than a part
// of it: then marks in it would be lost.
func changesText(modifier string) bool {
	return !cutsOff(modifier) && strings.IndexByte("pWPSL", modifier[0]) < 0
}
