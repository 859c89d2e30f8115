package settings

import (
	"strings"

	"github.com/tailscale/hujson"

	"atm/internal/sys/shell"
)

// lineOf returns a command line that calls atm statusline, as it is to be written in the
// text: with a command, or bare. The command is given to the shell that Claude Code would
// have run it by.
func (c call) lineOf(program string) string {
	line := written(shell.Word(program) + " statusline")
	if c.bare {
		return line
	}
	return line + written(" -- /bin/sh -c '") + quoteWritten(c.command) + "'"
}

// quoteWritten has a text that is written in JSON stand between the quotes of a shell.
// Each quote in it stays written as it is.
func quoteWritten(raw string) string {
	s := readString(raw)
	var quoted strings.Builder
	for i := range len(s.value) {
		character := s.pick([]int{i})
		if s.value[i] == '\'' {
			character = `'\\` + character + `'`
		}
		quoted.WriteString(character)
	}
	return quoted.String()
}

// bareLine returns the text of a member for the status line where there was none.
func bareLine(s style, program string) string {
	command := `"` + call{bare: true}.lineOf(program) + `"`
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
			d.replaceString(line.literal.value, call{command: line.command.raw}.lineOf(program))
		}
	case OurStatusLine:
		inner, nested := line.call.innermost()
		if nested {
			d.replaceString(line.literal.value, inner.lineOf(program))
		} else if word := inner.program; word.text != program {
			start := line.literal.value.StartOffset + len(`"`)
			from, to := line.command.starts[word.from], line.command.starts[word.to]
			d.replace(start+from, start+to, written(shell.Word(program)))
		}
	}
	return ""
}

// removeFromStatusLine gives the status line back to its command. It reports whether the
// status line is to be removed itself, because there is no command.
func (d *document) removeFromStatusLine() bool {
	line := d.statusLine()
	if line.use != OurStatusLine {
		return false
	}
	inner, _ := line.call.innermost()
	if !inner.bare {
		d.replaceString(line.literal.value, inner.command)
	}
	return inner.bare
}

// replaceString puts another string in the place of one, as it is to be written.
func (d *document) replaceString(v hujson.Value, raw string) {
	d.replace(v.StartOffset, v.EndOffset, `"`+raw+`"`)
}
