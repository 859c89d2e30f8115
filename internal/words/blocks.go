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

type blockParser struct {
	message string
	blocks  []block
	tail    int // the offset of the part of the message that is read as prose
	fence   fence
	start   int  // the offset of the open block's text in the message
	open    bool // the next line may continue the last block
	blank   bool // the last line was blank
	code    bool // the last line was indented code
}

// blocksOf returns the blocks of prose at the end of a message. Code blocks, quotations, tables and rules are
// omitted. A code block that is never closed extends to the end.
func blocksOf(message string) []block {
	p := blockParser{message: message, tail: max(0, len(message)-maxTail), blank: true}
	end := 0
	for line := range strings.Lines(message) {
		end += len(line)
		if end >= p.tail || p.fence != "" || fenceOf(strings.TrimLeft(line, " \t")) != "" {
			p.line(end-len(line), end)
		}
	}
	return p.blocks
}

// line reads the line message[start:end].
func (p *blockParser) line(start, end int) {
	line := strings.TrimRight(p.message[start:end], " \t\r\n")
	text := strings.TrimLeft(line, " \t")
	offset := len(line) - len(text)
	indent := offset + 3*strings.Count(line[:offset], "\t")
	wasBlank, wasCode := p.blank, p.code
	p.blank, p.code = text == "", false
	switch {
	case p.fence.encloses(text):
		p.open = false
		return
	case text == "":
		p.open = false
		p.code = wasCode
		return
	case indent >= 4 && (wasCode || wasBlank && !p.inList()):
		p.open, p.code = false, true
		return
	case text[0] == '>', text[0] == '|', !hasWord(text):
		p.open = false
		return
	}
	p.prose(text, start+offset, start+len(line), indent)
}

// prose reads a line of text, message[start:end].
func (p *blockParser) prose(text string, start, end, indent int) {
	kind, mark := kindOf(text)
	if kind == paragraph && !p.open && indent >= 2 && p.inList() {
		kind = item // one more paragraph of the item
	}
	if kind == paragraph && p.open {
		last := &p.blocks[len(p.blocks)-1]
		if last.kind == paragraph || last.kind == item && indent > 0 {
			last.text = p.message[p.start:end]
			return
		}
	}
	p.start = start + mark
	p.blocks = append(p.blocks, block{kind: kind, text: text[mark:]})
	p.open = kind != heading
}

// inList reports whether an indented line belongs to an item rather than being code.
func (p *blockParser) inList() bool {
	return len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].kind == item
}

// kindOf returns the kind of block that a line begins, and the length of its mark in bytes.
func kindOf(text string) (kind blockKind, mark int) {
	level := len(text) - len(strings.TrimLeft(text, "#"))
	switch {
	case level >= 1 && level <= 6 && strings.HasPrefix(text[level:], " "):
		return heading, level + 1
	case strings.HasPrefix(text, "**") && strings.Index(text[2:], "**") == len(text)-4:
		return heading, 0
	}
	if n := bullet(text); n > 0 {
		return item, n
	}
	return paragraph, 0
}

// bullet returns the length of the mark of a list item in bytes: "- ", "1. ", "B) ", "(a) ".
func bullet(text string) int {
	for _, mark := range []string{"- [ ] ", "- [x] ", "- ", "* ", "+ ", "• ", "– "} {
		if strings.HasPrefix(text, mark) {
			return len(mark)
		}
	}
	n := 0
	for n < len(text) && n < 3 && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	open := strings.HasPrefix(text, "(")
	if n == 0 {
		if open {
			n = 1
		}
		if n == len(text) || !isASCIILetterOrDigit(text[n]) {
			return 0
		}
		n++
		if n < len(text) && text[n] == '.' && text[0] >= 'a' { // "a. " is no item, "A. " is one
			return 0
		}
	}
	if n+1 < len(text) && (text[n] == ')' || text[n] == '.' && !open) && text[n+1] == ' ' {
		return n + 2
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
	isOpen := *f != ""
	switch {
	case !isOpen:
		*f = fenceOf(text)
	case strings.HasPrefix(text, string(*f)) && strings.Trim(text, string((*f)[:1])) == "":
		*f = ""
	}
	return isOpen || *f != ""
}

// fenceOf returns the fence by which a line opens a code block, or "".
func fenceOf(text string) fence {
	n := 0
	for n < len(text) && text[n] == text[0] && (text[0] == '`' || text[0] == '~') {
		n++
	}
	if n < 3 || text[0] == '`' && strings.Contains(text[n:], "`") {
		return ""
	}
	return fence(text[:n])
}

// hasWord reports whether a line has text, and is no rule, underline of a heading, or decoration.
func hasWord(text string) bool {
	return strings.ContainsFunc(text[:min(len(text), maxSentence)], func(r rune) bool {
		drawsBox := 0x2500 <= r && r <= 0x259f
		return unicode.IsLetter(r) || unicode.IsDigit(r) ||
			r > unicode.MaxLatin1 && unicode.IsSymbol(r) && !drawsBox
	})
}
