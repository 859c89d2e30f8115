package tmuxconf

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Setter is a line of a configuration after ours that sets an option anew, so that our part is lost.
type Setter struct {
	Option string // "" = the line runs a program that may set options
	File   string
	Line   int // from 1 on
	Text   string
}

// Lost lists the options without our part, given their values in a server that has read our file.
func Lost(values map[string]string) []string {
	var options []string
	for _, p := range (Conf{}).parts() {
		part := strings.TrimSuffix(strings.Trim(p.ownPattern, "*"), "[_-]")
		if !strings.Contains(values[p.option], part) && !slices.Contains(options, p.option) {
			options = append(options, p.option)
		}
	}
	return options
}

// Later finds the setters in the configurations that tmux reads, in this order, and in the files that these
// read. For each option it returns the last line, which decides, and at the end the last line that runs a
// program, if any. read returns the content of a file. A file that cannot be read is skipped, as tmux does.
func Later(files []string, home string, read func(file string) ([]byte, error)) []Setter {
	r := reading{home: home, read: read, last: map[string]Setter{}}
	for _, file := range files {
		r.file(file, 0)
	}
	var setters []Setter
	for _, option := range append(drawnOptions(), "") {
		if setter, found := r.last[option]; found {
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

// reading is the state while configurations are read.
type reading struct {
	home      string
	read      func(file string) ([]byte, error)
	afterOurs bool              // our line was read
	last      map[string]Setter // the last setters by option
}

// maxDepth is the maximum depth of configurations that read others.
const maxDepth = 5

// file reads a configuration.
func (r *reading) file(name string, depth int) {
	data, err := r.read(name)
	if err != nil || depth > maxDepth {
		return
	}
	source := regexp.MustCompile(`^\s*(?:source|source-file)((?:\s+-\w+)*)\s+["']?([^"'\s]+)`)
	runs := regexp.MustCompile(`^\s*(?:run|run-shell)\s`)
	number, text := 0, ""
	for line := range strings.Lines(string(data)) {
		number++
		if text += strings.TrimSuffix(line, "\n"); strings.HasSuffix(text, `\`) {
			text = strings.TrimSuffix(text, `\`)
			continue
		}
		line, text = text, ""
		setter := Setter{File: name, Line: number, Text: strings.TrimSpace(line)}
		switch {
		case strings.HasPrefix(line, read) && strings.HasSuffix(line, mark):
			r.afterOurs = true
			clear(r.last)
		case strings.HasPrefix(setter.Text, "#"):
		case source.MatchString(line):
			r.file(r.path(source.FindStringSubmatch(line)[2]), depth+1)
		case r.afterOurs && runs.MatchString(line):
			r.last[""] = setter
		case r.afterOurs:
			for _, setter.Option = range overridden(line) {
				r.last[setter.Option] = setter
			}
		}
	}
}

// path expands the name of a file in a configuration.
func (r *reading) path(name string) string {
	for _, home := range []string{"~/", "$HOME/", "${HOME}/"} {
		if rest, found := strings.CutPrefix(name, home); found {
			return filepath.Join(r.home, rest)
		}
	}
	return name
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
