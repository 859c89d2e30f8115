package words

import (
	"strings"
	"unicode"
)

// maxTail is how many bytes at the end of a message are read as prose: an answer says there what it wants.
// The text before only shows whether a code block is open.
const maxTail = 4 << 10

// blockKind is what a block of Markdown is.
type blockKind int

const (
	paragraph blockKind = iota
	item                // of a list, numbered or not
	heading             // also a line that is bold as a whole
)

// block is a part of a message that people read as prose, with its inline Markdown.
type block struct {
	kind blockKind
	text string // without the mark of a heading or an item; it may have several lines
}

// blocksOf returns the blocks of prose at the end of a message. Code blocks, quotations, tables and rules are
// omitted. A code block that is never closed extends to the end.
func blocksOf(message string) (blocks []block) {
	var code fence
	open := false                   // the line may continue the last block
	isBlank, isCode := true, false  // the last line was blank, or indented code
	last := &block{kind: paragraph} // of the blocks
	first, start, end := 0, 0, 0    // offsets of the text of the last block, of the line, and of its end
	for line := range strings.Lines(message) {
		start, end = end, end+len(line)
		text := strings.TrimLeft(line, " \t")
		if end < len(message)-maxTail && code == "" && fenceOf(text) == "" {
			continue
		}
		offset := len(line) - len(text)
		indent := offset + 3*strings.Count(line[:offset], "\t")
		text = strings.TrimRight(text, " \t\r\n")
		wasBlank := isBlank
		isBlank = text == ""
		isCode = isBlank && isCode || !isBlank && indent >= 4 && (isCode || wasBlank && last.kind != item)
		if code.encloses(text) || isCode || isBlank || text[0] == '>' || text[0] == '|' || !hasWord(text) {
			open = false
			continue
		}
		start += offset
		kind, mark := kindOf(text)
		switch {
		case kind != paragraph:
		case open && (last.kind == paragraph || last.kind == item && indent > 0):
			last.text = message[first : start+len(text)]
			continue
		case !open && indent >= 2 && last.kind == item:
			kind = item // one more paragraph of the item
		}
		blocks = append(blocks, block{kind, text[mark:]})
		last, first, open = &blocks[len(blocks)-1], start+mark, kind != heading
	}
	return blocks
}

// kindOf returns the kind of block that a line begins, and the length of its mark in bytes.
func kindOf(text string) (kind blockKind, mark int) {
	title := strings.TrimLeft(text, "#")
	level := len(text) - len(title)
	switch {
	case level >= 1 && level <= 6 && strings.HasPrefix(title, " "):
		return heading, level + 1
	case strings.HasPrefix(text, "**") && strings.Index(text[2:], "**") == len(text)-4:
		return heading, 0
	}
	if n := bullet(text); n > 0 {
		return item, n
	}
	return paragraph, 0
}

// bullet returns the length of the mark of a list item in bytes: "- ", "1. ", "B) ", "(a) ". But "a. " is none.
func bullet(text string) int {
	for _, mark := range []string{"- [ ] ", "- [x] ", "- ", "* ", "+ ", "• ", "– "} {
		if strings.HasPrefix(text, mark) {
			return len(mark)
		}
	}
	mark, _, found := strings.Cut(text[:min(len(text), len("123. "))], " ")
	label, closed := strings.CutSuffix(strings.TrimPrefix(mark, "("), ")")
	label, dotted := strings.CutSuffix(label, ".")
	isNumber := label != "" && strings.Trim(label, "0123456789") == ""
	isLetter := len(label) == 1 && isASCIILetterOrDigit(label[0]) && (closed || label < "a")
	if found && closed != dotted && (isNumber || isLetter) {
		return len(mark) + 1
	}
	return 0
}

func isASCIILetterOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// fence is the fence that must close the code block, "" if none is open.
type fence string

// encloses reports whether a line is a fence or within a code block. It expects all lines, in their order.
func (f *fence) encloses(text string) bool {
	if *f == "" {
		*f = fenceOf(text)
		return *f != ""
	}
	if strings.HasPrefix(text, string(*f)) && strings.Trim(text, text[:1]) == "" {
		*f = ""
	}
	return true
}

// fenceOf returns the fence by which a line opens a code block, or "".
func fenceOf(text string) fence {
	rest := strings.TrimLeft(text, text[:min(len(text), 1)])
	mark := text[:len(text)-len(rest)]
	if strings.HasPrefix(mark, "~~~") || strings.HasPrefix(mark, "```") && !strings.Contains(rest, "`") {
		return fence(mark)
	}
	return ""
}

// hasWord reports whether a line has text, and is no rule, underline of a heading, or decoration.
func hasWord(text string) bool {
	return strings.ContainsFunc(text[:min(len(text), maxSentence)], func(r rune) bool {
		drawsBox := 0x2500 <= r && r <= 0x259f
		return unicode.IsLetter(r) || unicode.IsDigit(r) ||
			r > unicode.MaxLatin1 && unicode.IsSymbol(r) && !drawsBox
	})
}
