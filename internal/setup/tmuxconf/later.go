package tmuxconf

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Setter is a line of a configuration after ours that sets an option anew, so that our part is lost.
type Setter struct {
	Option string // "" = the line runs a program, or reads a file, that may set options
	File   string
	Line   int // from 1 on
	Text   string
	Unsure bool // the line only may set the option
}

// By names the line.
func (s Setter) By() string {
	if s.Unsure {
		return fmt.Sprintf("%s:%d (%s) seems to set %s", s.File, s.Line, s.Text, s.Option)
	}
	return fmt.Sprintf("%s:%d sets %s", s.File, s.Line, s.Option)
}

// Lost lists the options without our part, given the values of [Options]: none if the server has not read our file.
func Lost(values map[string]string) []string {
	if !HasDrawn(values) {
		return nil
	}
	var options []string
	for _, p := range (Conf{}).parts() {
		part := strings.TrimSuffix(strings.Trim(p.ownPattern, "*"), "[_-]")
		if !strings.Contains(values[p.option], part) && !slices.Contains(options, p.option) {
			options = append(options, p.option)
		}
	}
	return options
}

// Later finds the setters in the configurations that tmux reads, in this order. For each option it returns the last
// line, which decides, and at the end the last line that runs a program or reads a file, if any. read returns the
// content of a configuration. One that cannot be read is skipped, as tmux does.
func Later(files []string, read func(file string) ([]byte, error)) []Setter {
	runs := regexp.MustCompile(`^(?:run|run-shell|source|source-file)\s`)
	afterOurs := false
	last := map[string]Setter{} // by option
	for _, file := range files {
		data, _ := read(file)
		number, text := 0, ""
		for line := range strings.Lines(string(data)) {
			number++
			if text += strings.TrimSuffix(line, "\n"); strings.HasSuffix(text, `\`) {
				text = strings.TrimSuffix(text, `\`)
				continue
			}
			line, text = text, ""
			setter := Setter{File: file, Line: number, Text: strings.TrimSpace(line)}
			switch {
			case isOurs(line):
				afterOurs = true
				clear(last)
			case !afterOurs:
			case runs.MatchString(setter.Text):
				setter.Unsure = true
				last[""] = setter
			default:
				for _, setter.Option = range overridden(line) {
					last[setter.Option] = setter
				}
			}
		}
	}
	var setters []Setter
	for _, option := range append(drawnOptions(), "") {
		if setter, found := last[option]; found {
			setters = append(setters, setter)
		}
	}
	return setters
}

// drawnOptions lists the options to which we add a part.
func drawnOptions() []string {
	var options []string
	for _, p := range (Conf{}).parts() {
		if p.first {
			options = append(options, p.option)
		}
	}
	return options
}

// MoveLine returns the configuration with our line moved to the end. If the user sets pane-border-status
// after all setters, as our documentation advises, our line moves to the line above that.
func MoveLine(conf []byte) []byte {
	at, end, found := find(conf)
	if !found {
		return conf
	}
	line := string(conf[at:end])
	rest := string(RemoveLine(conf))
	if rest != "" && !strings.HasSuffix(rest, "\n") {
		rest += "\n"
	}
	below := rest[min(at, len(rest)):]
	offset := 0
	for text := range strings.Lines(below) {
		if !strings.HasPrefix(strings.TrimSpace(text), "#") && strings.Contains(text, "pane-border-status") &&
			len(overridden(below[offset:])) == 0 {
			at := len(rest) - len(below) + offset
			return []byte(rest[:at] + line + "\n" + rest[at:])
		}
		offset += len(text)
	}
	return []byte(rest + line + "\n")
}

// overridden lists the options with a part of ours that a text sets anew.
func overridden(text string) []string {
	set := regexp.MustCompile(`\b(?:set|setw|set-option|set-window-option)((?:\s+-\w+)*)\s+["']?([a-z-]+)["']?\s`)
	var options []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") || strings.Contains(line, "@atm") {
			continue
		}
		for _, match := range set.FindAllStringSubmatch(line+" ", -1) {
			if slices.Contains(drawnOptions(), match[2]) && !strings.Contains(match[1], "a") { // -a adds to the value
				options = append(options, match[2])
			}
		}
	}
	return options
}
