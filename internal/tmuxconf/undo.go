package tmuxconf

import (
	"regexp"
	"strings"
)

// Options lists the global options that [Undo] has to know the values of.
func Options() []string {
	var names []string
	for _, w := range (Conf{}).wraps() {
		if w.first {
			names = append(names, w.option, wasOption+w.option)
		}
	}
	for _, s := range settingsOfTmux() {
		names = append(names, s.option, wasOption+s.option, nowOption+s.option)
	}
	return names
}

// Undo returns the commands that restore a running server in which our file was
// read, given the global options and their values: formats lose what we added,
// also where the user has changed them since; settings that still have our value
// get back the one from before.
func Undo(values map[string]string) [][]string {
	var cmds [][]string
	for _, w := range (Conf{}).wraps() {
		if !w.first {
			continue
		}
		if now := values[w.option]; strip(now) != now {
			cmds = append(cmds, restore(w.option, strip(now), values))
		}
		cmds = append(cmds, forget(wasOption+w.option))
	}
	for _, s := range settingsOfTmux() {
		was, now := values[wasOption+s.option], values[nowOption+s.option]
		if was != "" && now == values[s.option] {
			cmds = append(cmds, []string{"set-option", "-g", s.option, was})
		}
		cmds = append(cmds, forget(wasOption+s.option), forget(nowOption+s.option))
	}
	for _, name := range []string{"@atm_pane", "@atm_window", "@atm_counts"} {
		cmds = append(cmds, forget(name))
	}
	return cmds
}

// Loaded reports whether our file has been read, and in full.
func Loaded(values map[string]string) bool {
	return values["status-right"] != strip(values["status-right"])
}

// restore has tmux take the value from where it was kept, if it is that: what
// tmux prints is not on all versions what it was told.
func restore(option, value string, values map[string]string) []string {
	if value == values[wasOption+option] {
		return []string{"set-option", "-gF", option, "#{" + wasOption + option + "}"}
	}
	return []string{"set-option", "-g", option, value}
}

func forget(option string) []string { return []string{"set-option", "-gqu", option} }

// strip takes out of a format what we have put into it, whatever the path.
func strip(format string) string {
	for _, ours := range []string{counts, window, border} {
		format = strings.ReplaceAll(format, ours, "")
	}
	return job.ReplaceAllString(format, "")
}

// job matches what [Conf.job] makes.
var job = regexp.MustCompile(`#\((?:'[^'#]*/atm'|[^ '()#]*/atm) sync --follow\)`)
