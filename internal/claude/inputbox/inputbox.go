// Package inputbox describes the input box of Claude Code: what it contains according to the screen of its
// pane, which texts arrive as a prompt if they are pasted, and how Claude Code changes them. It is pure.
//
// It is based on experiments with Claude Code 2.1.329 and 2.1.197. For other versions it promises only that
// nothing may be pasted into a screen that it does not know.
package inputbox

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Content describes what the input contains.
type Content string

// The contents.
const (
	Hidden Content = "hidden" // no input is visible, or the cursor is elsewhere
	Empty  Content = "empty"
	Draft  Content = "draft" // somebody has typed something
)

// Screen is the screen of a pane: the output of "capture-pane -e", and the position of the cursor.
type Screen struct {
	Text             string
	CursorX, CursorY int
}

// The input is between two horizontal rules.
const (
	prompt       = "❯\u00a0" // its first characters
	shell        = "!\u00a0" // the same if the input is for the shell
	rule         = "─"
	choice       = "❯ " // with an ordinary blank
	promptColumn = 2
)

// Rows returns the rows of the screen without colours and trailing blanks.
func (s Screen) Rows() []string {
	rows := strings.Split(s.Text, "\n")
	for i, row := range rows {
		var plain strings.Builder
		for _, c := range cells(row) {
			plain.WriteRune(c.char)
		}
		rows[i] = strings.TrimRight(plain.String(), " ")
	}
	return rows
}

// Content returns what the input contains. It is empty only if the cursor is at its beginning.
func (s Screen) Content() Content {
	rows := s.Rows()
	if s.CursorY < 1 || s.CursorY >= len(rows) {
		return Hidden
	}
	first := s.CursorY // of the input; the cursor may be in a later row
	for first > 0 && !strings.HasPrefix(rows[first], prompt) && !strings.HasPrefix(rows[first], shell) {
		if isRule(rows[first]) {
			return Hidden
		}
		first--
	}
	if first == 0 || !isTop(rows[first-1]) {
		return Hidden
	}
	length := slices.IndexFunc(rows[first:], isRule)
	if length < 0 {
		return Hidden
	}
	inside := cells(strings.Join(strings.Split(s.Text, "\n")[first:first+length], "\n"))
	isPrompt := strings.HasPrefix(rows[first], prompt)
	if s.CursorY != first || s.CursorX != promptColumn || !isPrompt || typed(inside[2:]) {
		return Draft
	}
	return Empty
}

// Chooses reports whether the screen shows a dialog with marked choices, such as the question whether a
// directory is trusted. The prompts of a resumed session begin at the edge of the screen.
func (s Screen) Chooses() bool {
	return slices.ContainsFunc(s.Rows(), func(row string) bool {
		text := strings.TrimLeft(row, " ")
		return text != row && strings.HasPrefix(text, choice)
	})
}

// typed reports whether a person has typed these cells. The text that Claude Code shows in an empty input is
// dim, except for its first character, which is under the cursor.
func typed(inside []cell) bool {
	visible := slices.DeleteFunc(inside, func(c cell) bool { return strings.TrimSpace(string(c.char)) == "" })
	if len(visible) > 1 && visible[0].reverse && visible[1].dim {
		visible = visible[1:]
	}
	return slices.ContainsFunc(visible, func(c cell) bool { return !c.dim })
}

func isRule(row string) bool { return strings.HasPrefix(row, "───") }

// isTop reports whether a row is the line above an input. The name of the session may stand in it, and leaves
// only the end of the rule in a narrow pane.
func isTop(row string) bool { return isRule(row) || strings.HasSuffix(row, rule) && row != rule }

type cell struct {
	char         rune
	dim, reverse bool
}

// cells returns the characters of a text, with their styles, and without the other sequences that "capture-pane -e"
// prints: links and changes of the character set.
func cells(text string) []cell {
	var list []cell
	var style cell
	for text != "" {
		if rest, found := strings.CutPrefix(text, "\x1b["); found {
			var sequence string
			sequence, text, _ = strings.Cut(rest, "m")
			style.apply(sequence)
			continue
		}
		if rest, found := strings.CutPrefix(text, "\x1b]8;"); found {
			_, text, _ = strings.Cut(rest, "\x1b\\")
			continue
		}
		if text[0] == '\x0e' || text[0] == '\x0f' {
			text = text[1:]
			continue
		}
		char, size := utf8.DecodeRuneInString(text)
		style.char = char
		list, text = append(list, style), text[size:]
	}
	return list
}

func (c *cell) apply(sequence string) {
	numbers := strings.FieldsFunc(sequence, func(r rune) bool { return r == ';' })
	if len(numbers) == 0 {
		*c = cell{}
	}
	for i := 0; i < len(numbers); i++ {
		switch numbers[i] {
		case "0":
			*c = cell{}
		case "2":
			c.dim = true
		case "22":
			c.dim = false
		case "7":
			c.reverse = true
		case "27":
			c.reverse = false
		case "38", "48", "58": // a colour follows: 5;N or 2;R;G;B
			if i+1 < len(numbers) && numbers[i+1] == "5" {
				i += 2
			} else {
				i += 4
			}
		}
	}
}
