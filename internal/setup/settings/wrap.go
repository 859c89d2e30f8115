package settings

import (
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/sys/shell"
)

// lineOf returns a command line that calls atm statusline: with a command, or bare. The command is given to the
// shell that Claude Code would have run it by.
func (c call) lineOf(program string) string {
	line := shell.Word(program) + " statusline"
	if c.bare {
		return line
	}
	return line + " -- /bin/sh -c " + shell.Quoted(c.command)
}

// bareLine returns the text of a member for the status line where there was none.
func bareLine(s style, program string) string {
	command := quote(call{bare: true}.lineOf(program))
	return s.member(statusLineName, "{"+s.member("type", `"command"`)+s.comma()+s.member("command", command)+"}")
}

// correctStatusLine has the status line of the text call atm as aim wants it. It returns the
// text of a member that is missing, "" if none is.
func (d *document) correctStatusLine(s style, program string, aim Aim) (missing string) {
	line := d.statusLine()
	switch line.use {
	case NoStatusLine:
		if aim == Wrap {
			return bareLine(s, program)
		}
	case ForeignStatusLine:
		if aim == Wrap {
			line.setCommand(call{command: line.command}.lineOf(program))
		}
	case OurStatusLine:
		inner, nested := line.call.innermost()
		if nested {
			line.setCommand(inner.lineOf(program))
		} else if word := inner.program; word.text != program {
			corrected := line.command[:word.from] + shell.Word(program) + line.command[word.to:]
			line.setCommand(corrected)
		}
	}
	return ""
}

// removeFromStatusLine gives the status line back to its command. It reports whether the
// status line is to be removed itself, because there is no command.
func (d *document) removeFromStatusLine() bool {
	line := d.statusLine()
	switch {
	case line.use == ForeignStatusLine && d.normalizes:
		line.setCommand(line.command)
		return false
	case line.use != OurStatusLine:
		return false
	}
	inner, _ := line.call.innermost()
	if !inner.bare {
		line.setCommand(inner.command)
	}
	return inner.bare
}

// setCommand gives the status line another command.
func (l statusLine) setCommand(command string) {
	for i, m := range object(l.value).all() {
		if text(m.Name) == "command" {
			object(l.value).all()[i].Value.Value = hujson.String(command)
		}
	}
}

const nameBytes = shell.Letters + "0123456789_"

// isAssignment reports whether a word sets a variable for the command after it.
func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && name != "" && strings.Trim(name, nameBytes) == ""
}

// shellWord is a word of a command line.
type shellWord struct {
	text     string // without its quotes
	from, to int    // where in the line the word stands; at its end = there is no more word
}

// nextWord reads the word that begins at an offset of a command line, or after blanks
// there. The word is not simple if a shell does more with it than to take its quotes away,
// or if the line does anything else at that place.
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
