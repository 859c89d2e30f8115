package doctor

import (
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
	ownFormat bool            // a format names a pane's option of the contract, which counts as drawn
	syncs     []string        // the commands that call atm sync
}

func newCopies(values map[string]string) *copies {
	return &copies{values: values, texts: map[string]string{}, missing: map[string]bool{}, named: map[string]bool{}}
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
		ourMark, isOurs := ourMarks()[name]
		isOption := strings.HasPrefix(name, "@") ||
			strings.Contains(name, "-") && name != "status-format" && !strings.HasSuffix(name, "-style")
		value, known := c.values[name]
		c.named[name] = true
		switch {
		case !isOption, len(c.texts) == maxCopies:
			return name
		case ourMark == tabMark:
			c.texts[name] = ourMark.format()
		case !known:
			c.missing[name] = true
			return name
		case value == "":
			return name
		case isOurs:
			c.texts[name] = ourMark.format()
		case c.texts[name] == "":
			c.texts[name] = " " // ends the recursion if the value names its own option
			c.texts[name] = c.text(value)
		}
		return copyOf(name)
	})
}

// copyOf is the name of the copy of an option.
func copyOf(option string) string { return "@atm_doctor_" + strings.TrimPrefix(option, "@") }

// withoutCommands replaces our commands by marks, and removes all others. Of a command with parentheses in more than
// three levels, or without an end, at which tmux stops, only the beginning is removed, so that it is a text.
func (c *copies) withoutCommands(format string) string {
	command := regexp.MustCompile(`##|#\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|#\(`)
	return command.ReplaceAllStringFunc(format, func(text string) string {
		switch {
		case text == "##":
			return text
		case regexp.MustCompile(`\batm'? +sync\b`).MatchString(text):
			c.syncs = append(c.syncs, strings.TrimSuffix(strings.TrimPrefix(text, "#("), ")"))
			return syncMark.format()
		case regexp.MustCompile(`\batm'? +(pane-icon|window-icon|status)\b`).MatchString(text):
			return ownMark.format()
		}
		return ""
	})
}

// commands returns the tmux commands that set the copies of options, those given, and those that remove the copies.
func (c *copies) commands(between [][]string) (all, unset [][]string) {
	for option, text := range c.texts {
		all = append(all, []string{"set-option", "-s", copyOf(option), text})
		unset = append(unset, []string{"set-option", "-su", copyOf(option)})
	}
	return slices.Concat(all, between, unset), unset
}
