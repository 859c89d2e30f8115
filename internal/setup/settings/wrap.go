package settings

import (
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/sys/shell"
)

// lineOf returns the command line of a call. It runs the command by the same shell as Claude Code would.
func (c call) lineOf(program string) string {
	line := shell.Word(program) + " statusline"
	if c.bare {
		return line
	}
	return line + " -- /bin/sh -c " + shell.Quoted(c.command)
}

// correctStatusLine changes the status line of the text as aim wants it. If the member for it is missing, it
// returns the text of one, else "".
func (d *document) correctStatusLine(s style, program string, aim Aim) (missing string) {
	line := d.statusLine()
	switch line.Use {
	case NoStatusLine:
		if aim == Wrap {
			command := s.member("command", quote(call{bare: true}.lineOf(program)))
			return s.member(statusLineName, "{"+s.member("type", `"command"`)+s.comma()+command+"}")
		}
	case ForeignStatusLine:
		if aim == Wrap {
			line.setCommand(call{command: line.Command}.lineOf(program))
		}
	case OurStatusLine:
		inner, nested := line.call.innermost()
		if nested {
			line.setCommand(inner.lineOf(program))
		} else if word := inner.program; word.text != program {
			line.setCommand(line.Command[:word.from] + shell.Word(program) + line.Command[word.to:])
		}
	}
	return ""
}

// removeFromStatusLine has the status line call its own command again. If there is none, it reports that the
// caller should remove the status line.
func (d *document) removeFromStatusLine() bool {
	line := d.statusLine()
	switch {
	case line.Use == ForeignStatusLine && d.normalizes:
		line.setCommand(line.Command)
		return false
	case line.Use != OurStatusLine:
		return false
	}
	inner, _ := line.call.innermost()
	if !inner.bare {
		line.setCommand(inner.command)
	}
	return inner.bare
}

// setCommand replaces the command of the status line.
func (l statusLine) setCommand(command string) {
	members := object(l.value).all()
	for i := range members {
		if text(members[i].Name) == "command" {
			members[i].Value.Value = hujson.String(command)
		}
	}
}

// isAssignment reports whether a word sets a variable for the command after it.
func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && name != "" && strings.Trim(name, shell.Letters+"0123456789_") == ""
}

// shellWord is a word of a command line.
type shellWord struct {
	text     string // without its quotes
	from, to int    // offsets in the line; both are its length if there is no more word
}

// nextWord reads the next word of a command line from an offset on. The word is not simple if a shell does
// more with it than remove its quotes, or if something other than a word follows.
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

// shellWords splits a simple command as a shell does, and reports whether the line is one. Setup writes only
// simple commands, so any other line is the user's.
func shellWords(line string) (words []string, simple bool) {
	for at := 0; ; {
		w, simple := nextWord(line, at)
		if !simple || w.from == len(line) {
			return words, simple
		}
		words, at = append(words, w.text), w.to
	}
}
