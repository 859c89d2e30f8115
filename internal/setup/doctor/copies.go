package doctor

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// Only tmux knows what its formats show. But our parts are empty while no session runs, and a format may
// contain commands, which doctor must not run. So doctor has tmux expand copies of the formats, in options
// that exist during one transaction only. In a copy, a mark replaces each of our parts and each of our
// commands. Everything else, conditions, loops and limits of length, is what the user wrote.

// mark replaces a part in a copy. It is as wide as a small count.
type mark string

const (
	countsMark mark = "~atmc~" // #{E:@atm_counts}
	windowMark mark = "~atmw~" // #{E:@atm_window}
	paneMark   mark = "~atmp~" // #{E:@atm_pane}, #{E:@atm_meter}
	syncMark   mark = "~atms~" // #(atm sync --follow)
	ownMark    mark = "~atmo~" // #(atm pane-icon), and others that draw
	tabMark    mark = "~atmt~" // the name of a window, which has a format of its own
)

// format is a format that expands to the mark but does not contain it.
func (m mark) format() string { return string(m[:3]) + "#{l:" + string(m[3:]) + "}" }

// ourMarks returns the marks by the options that they replace.
func ourMarks() map[string]mark {
	return map[string]mark{
		"@atm_counts": countsMark,
		"@atm_window": windowMark,
		"@atm_pane":   paneMark,
		"@atm_meter":  paneMark, // it has the icon in it
		windowFormat:  tabMark,
		currentFormat: tabMark,
	}
}

// copies are copies of formats and of the options that the formats name.
type copies struct {
	values  map[string]string // values of options
	texts   map[string]string // the copies of options, by name
	missing map[string]bool   // options that a format names and values does not have

	named     map[string]bool // options that a format names
	undefined map[string]bool // named options without a value, and whether they are ours
	ownFormat bool            // a format names a pane's option of the contract, which counts as drawn
	syncs     []string        // the commands that call atm sync
}

func newCopies(values map[string]string) *copies {
	return &copies{
		values: values, texts: map[string]string{}, missing: map[string]bool{},
		named: map[string]bool{}, undefined: map[string]bool{},
	}
}

// maxCopies is the maximum number of options that are copied.
const maxCopies = 200

// text returns the copy of a format: marks replace commands, and copies of options replace options.
func (c *copies) text(format string) string {
	optionName := regexp.MustCompile(`[@a-zA-Z_][\w.-]*`)
	return optionName.ReplaceAllStringFunc(c.withoutCommands(format), func(name string) string {
		if strings.HasPrefix(name, tmuxopt.Prefix) {
			c.ownFormat = true
		}
		ownMark, isOurs := ourMarks()[name]
		isOption := strings.HasPrefix(name, "@") ||
			strings.Contains(name, "-") && name != "status-format" && !strings.HasSuffix(name, "-style")
		value, known := c.values[name]
		c.named[name] = true
		switch {
		case !isOption, len(c.texts) == maxCopies:
			return name
		case ownMark == tabMark:
			c.texts[name] = ownMark.format()
		case !known:
			c.missing[name] = true
			return name
		case value == "":
			c.undefined[name] = isOurs
			return name
		case isOurs:
			c.texts[name] = ownMark.format()
		case c.texts[name] == "":
			c.texts[name] = " " // ends the recursion if the value names its own option
			c.texts[name] = c.text(value)
		}
		return copyOf(name)
	})
}

// copyOf is the name of the copy of an option.
func copyOf(option string) string { return "@atm_doctor_" + strings.TrimPrefix(option, "@") }

// withoutCommands replaces our commands by marks, and removes all others.
func (c *copies) withoutCommands(format string) string {
	var b strings.Builder
	for i := 0; i < len(format); {
		rest := format[i:]
		switch {
		case strings.HasPrefix(rest, "#("):
			end := closingParenthesis(rest)
			if end < 0 {
				return b.String() // tmux stops here, too
			}
			b.WriteString(c.command(rest[2:end]))
			i += end + 1
		case strings.HasPrefix(rest, "##"):
			b.WriteString("##")
			i += 2
		default:
			b.WriteByte(rest[0])
			i++
		}
	}
	return b.String()
}

// closingParenthesis returns the offset at which a command that begins with "#(" ends, or -1.
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

// command returns what replaces a command of a status line.
func (c *copies) command(command string) string {
	switch {
	case regexp.MustCompile(`\batm'? +sync\b`).MatchString(command):
		c.syncs = append(c.syncs, command)
		return syncMark.format()
	case regexp.MustCompile(`\batm'? +(pane-icon|window-icon|status)\b`).MatchString(command):
		return ownMark.format()
	}
	return ""
}

// marksIn returns the marks in a text, each once.
func marksIn(text string) []mark {
	all := []mark{countsMark, windowMark, paneMark, syncMark, ownMark, tabMark}
	return slices.DeleteFunc(all, func(m mark) bool { return !strings.Contains(text, string(m)) })
}

// expanded has tmux expand copies of formats for the target. commands returns the tmux commands that print
// the copies that it gets.
func (s *inspection) expanded(
	ctx context.Context, formats []string, commands func(texts []string) [][]string,
) (string, *copies, error) {
	for {
		c := newCopies(s.values)
		var texts []string
		for _, format := range formats {
			texts = append(texts, c.text(format))
		}
		if len(c.missing) == 0 {
			reply, err := s.Tmux.Run(ctx, slices.Concat(c.set(), commands(texts), c.unset()))
			if err != nil { // a command that fails ends the transaction
				_, _ = s.Tmux.Run(ctx, c.unset())
			}
			return reply.Stdout, c, err
		}
		values, err := s.Tmux.OptionsOf(ctx, s.target, slices.Sorted(maps.Keys(c.missing))...)
		if err != nil {
			return "", nil, err
		}
		for name := range c.missing {
			s.values[name] = values[name]
		}
	}
}

// set returns the tmux commands that set the copies of options.
func (c *copies) set() [][]string {
	var cmds [][]string
	for _, option := range slices.Sorted(maps.Keys(c.texts)) {
		cmds = append(cmds, []string{"set-option", "-s", copyOf(option), c.texts[option]})
	}
	return cmds
}

// unset returns the tmux commands that remove the copies of options.
func (c *copies) unset() [][]string {
	var cmds [][]string
	for option := range c.texts {
		cmds = append(cmds, []string{"set-option", "-su", copyOf(option)})
	}
	return cmds
}

// print returns the tmux commands that print texts, expanded for the target.
func (s *inspection) print(texts []string) [][]string {
	var cmds [][]string
	for _, text := range texts {
		cmds = append(cmds, []string{"display-message", "-pt", s.target, "--", text})
	}
	return cmds
}

// hasMark reports whether any of the copies has a mark, shown or not.
func (c *copies) hasMark(texts []string, m mark) bool {
	all := slices.Concat(texts, slices.Collect(maps.Values(c.texts)))
	return slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, m.format()) })
}
