package doctor

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// Only tmux knows what its formats show. But our parts are empty where no session runs, and a format may
// have commands in it, which nobody has asked doctor to run. So tmux expands copies of the formats, in
// options that exist during one transaction only: a mark stands there for each of our parts, and for
// commands. Everything else, conditions, loops and limits of length, is what the user wrote.

// mark is what stands in a copy for a part. It is as wide as a small count.
type mark string

const (
	countsMark mark = "~atmc~" // #{E:@atm_counts}
	windowMark mark = "~atmw~" // #{E:@atm_window}
	paneMark   mark = "~atmp~" // #{E:@atm_pane}, #{E:@atm_meter}
	syncMark   mark = "~atms~" // #(atm sync --follow)
	ownMark    mark = "~atmo~" // #(atm pane-icon), and others that draw
	tabMark    mark = "~atmt~" // the name of a window, which has a format of its own
)

// format shows the mark where it is expanded, and only there.
func (m mark) format() string { return string(m[:3]) + "#{l:" + string(m[3:]) + "}" }

// ourMarks are the marks that stand for options.
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

// copies are formats as tmux expands them for doctor, and the options that they name.
type copies struct {
	values  map[string]string // of options
	texts   map[string]string // the copies, by the options that they stand for
	missing map[string]bool   // options that are named and not in values

	named     map[string]bool // options that are named, with a value or not
	undefined map[string]bool // options of ours that are named and have no value
	ownFormat bool            // an option of the contract is named, which differs from pane to pane: taken for drawn
	syncs     []string        // the commands that correct panes
}

func newCopies(values map[string]string) *copies {
	return &copies{
		values: values, texts: map[string]string{}, missing: map[string]bool{},
		named: map[string]bool{}, undefined: map[string]bool{},
	}
}

// maxCopies bounds how many options are copied.
const maxCopies = 200

// optionName matches what may be the name of an option in a format.
func optionName() *regexp.Regexp { return regexp.MustCompile(`[@a-zA-Z_][\w.-]*`) }

// text returns the copy of a format: without commands, and with the names of copies for those of options.
func (c *copies) text(format string) string {
	return optionName().ReplaceAllStringFunc(c.withoutCommands(format), func(name string) string {
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
			c.texts[name] = " " // for a value that names itself
			c.texts[name] = c.text(value)
		}
		return copyOf(name)
	})
}

// copyOf is the option in which the copy of an option stands.
func copyOf(option string) string { return "@atm_doctor_" + strings.TrimPrefix(option, "@") }

// withoutCommands puts marks in the place of our commands, and nothing in the place of others.
func (c *copies) withoutCommands(format string) string {
	var b strings.Builder
	for i := 0; i < len(format); {
		rest := format[i:]
		switch {
		case strings.HasPrefix(rest, "#("):
			end := closingParenthesis(rest)
			if end < 0 {
				return b.String() // where tmux stops, too
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

// command returns what stands for a command of a status line.
func (c *copies) command(command string) string {
	switch {
	case ourSync().MatchString(command):
		c.syncs = append(c.syncs, command)
		return syncMark.format()
	case ourIcons().MatchString(command):
		return ownMark.format()
	}
	return ""
}

func ourSync() *regexp.Regexp { return regexp.MustCompile(`\batm'? +sync\b`) }

func ourIcons() *regexp.Regexp {
	return regexp.MustCompile(`\batm'? +(pane-icon|window-icon|status)\b`)
}

// marksIn returns the marks in a text, each once.
func marksIn(text string) []mark {
	all := []mark{countsMark, windowMark, paneMark, syncMark, ownMark, tabMark}
	return slices.DeleteFunc(all, func(m mark) bool { return !strings.Contains(text, string(m)) })
}

// expanded has tmux expand copies of formats for the target. commands gets the copies, and returns the
// commands that print what tmux makes of them.
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

// set returns the commands that set the options with the copies.
func (c *copies) set() [][]string {
	var cmds [][]string
	for _, option := range slices.Sorted(maps.Keys(c.texts)) {
		cmds = append(cmds, []string{"set-option", "-s", copyOf(option), c.texts[option]})
	}
	return cmds
}

// unset returns the commands that remove them.
func (c *copies) unset() [][]string {
	var cmds [][]string
	for option := range c.texts {
		cmds = append(cmds, []string{"set-option", "-su", copyOf(option)})
	}
	return cmds
}

// print returns the commands that print what tmux makes of texts for the target.
func (s *inspection) print(texts []string) [][]string {
	var cmds [][]string
	for _, text := range texts {
		cmds = append(cmds, []string{"display-message", "-pt", s.target, "--", text})
	}
	return cmds
}

// hasMark reports whether a copy has a mark, be it shown or not.
func (c *copies) hasMark(texts []string, m mark) bool {
	all := slices.Concat(texts, slices.Collect(maps.Values(c.texts)))
	return slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, m.format()) })
}
