package settings

import (
	"regexp"
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/sys/ownname"
)

// statusLineName is the member with the command that prints Claude Code's status line. Claude Code runs it by
// a shell: /bin/sh -c COMMAND.
const statusLineName = "statusLine"

// StatusLineUse says whether a status line calls atm.
type StatusLineUse string

// The uses.
const (
	NoStatusLine        StatusLineUse = ""          // there is none
	MalformedStatusLine StatusLineUse = "malformed" // Claude Code skips the whole file
	ForeignStatusLine   StatusLineUse = "foreign"   // a command that does not call atm statusline
	OurStatusLine       StatusLineUse = "ours"      // atm statusline, with or without a command after it
	MixedStatusLine     StatusLineUse = "mixed"     // it calls atm statusline, but not as setup writes it
)

// StatusLine is what a text says about the status line.
type StatusLine struct {
	Use     StatusLineUse
	Command string // as it is written
	Program string // the path of atm, if it is ours
	Calls   int    // the number of calls of atm statusline
	Nested  bool   // one of these calls is the command of another one
}

// statusLine is the status line of a text.
type statusLine struct {
	StatusLine
	value hujson.Value
	call  call // if it is ours
}

// statusLine returns the status line.
func (d *document) statusLine() statusLine {
	value, found := member(d.root, statusLineName)
	if !found {
		return statusLine{}
	}
	line := statusLine{value: value}
	kind, _ := member(value, "type")
	command, _ := member(value, "command")
	if text(kind) != "command" || !isString(command) {
		line.Use, line.Calls = MalformedStatusLine, countCalls(d.text[value.StartOffset:value.EndOffset], "statusline")
		return line
	}
	line.Command = text(command)
	line.Calls = countCalls(line.Command, "statusline")
	call, isOurs := readCall(line.Command)
	switch {
	case isOurs:
		line.Use, line.Program, line.call = OurStatusLine, call.program.text, call
		_, line.Nested = call.innermost()
	case line.Calls > 0:
		line.Use = MixedStatusLine
	default:
		line.Use = ForeignStatusLine
	}
	return line
}

// call is a command line that does nothing but call atm statusline.
type call struct {
	program shellWord
	command string // the command that atm calls
	bare    bool   // atm calls no command
}

// readCall parses a command line.
func readCall(line string) (c call, isOurs bool) {
	word, simple := nextWord(line, 0)
	for simple && isAssignment(word.text) && strings.HasPrefix(word.text, "ATM_") {
		word, simple = nextWord(line, word.to) // ATM_DEBUG=/tmp/atm.log atm statusline
	}
	c.program = word
	if !simple || !ownname.IsAtm(word.text) {
		return call{}, false
	}
	if word, simple = nextWord(line, word.to); !simple || word.text != "statusline" {
		return call{}, false
	}
	word, simple = nextWord(line, word.to)
	switch {
	case !simple:
		return call{}, false
	case word.text == "--":
		word, _ = nextWord(line, word.to)
	case strings.HasPrefix(word.text, "-"): // a flag that we do not know
		return call{}, false
	}
	if c.bare = word.from == len(line); !c.bare {
		c.command = wrapped(line[word.from:])
	}
	return c, true
}

// wrapped returns the command that atm statusline runs, given the rest of the line. Setup writes /bin/sh -c
// COMMAND, whose quotes the user may have changed.
func wrapped(line string) string {
	words, simple := shellWords(strings.TrimRight(line, "\r\n"))
	if !simple || len(words) != 3 || words[0] != "sh" && words[0] != "/bin/sh" || words[1] != "-c" {
		return line
	}
	return words[2]
}

// innermost returns the innermost of nested calls, and whether there is more than one.
func (c call) innermost() (inner call, nested bool) {
	for !c.bare {
		inner, isOurs := readCall(c.command)
		if !isOurs {
			break
		}
		c, nested = inner, true
	}
	return c, nested
}

// countCalls counts the calls of a command of atm in a command line, anywhere and in any quotes.
func countCalls(line, command string) (calls int) {
	call := regexp.MustCompile(`([\w.-]*atm)['"\\]*[ \t][ \t'"\\]*` + command + `([\w-]*)`)
	for _, match := range call.FindAllStringSubmatch(line, -1) {
		if ownname.IsAtm(match[1]) && match[2] == "" {
			calls++
		}
	}
	return calls
}
