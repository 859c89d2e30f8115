package tmuxconf

import (
	"regexp"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// extended lists the options that have something of ours before or behind them.
func extended() []string {
	var names []string
	for _, w := range (Conf{}).wraps() {
		if w.first {
			names = append(names, w.option)
		}
	}
	for _, s := range slices.Concat(borderStyles, tabStyles) {
		names = append(names, s.option)
	}
	return names
}

// Options lists the global options that [Undo] has to know the values of.
func Options() []string {
	var names []string
	for _, option := range extended() {
		names = append(names, option, wasOption+option)
	}
	for _, s := range settingsOfTmux() {
		names = append(names, s.option, wasOption+s.option, nowOption+s.option)
	}
	for _, k := range Keys("") {
		names = append(names, k.Option)
	}
	return append(names, tmuxopt.NotifyOption, tmuxopt.DwellOption)
}

// Undo returns the commands that restore a running server in which our file was
// read, given the global options and their values: formats lose what we added,
// also where the user has changed them since; settings that still have our value
// get back the one from before. The options @atm_… it leaves to [Leftovers].
func Undo(values map[string]string) [][]string {
	var cmds [][]string
	for _, option := range extended() {
		if now := values[option]; strip(now) != now {
			cmds = append(cmds, restore(option, strip(now), values))
		}
		cmds = append(cmds, forget(wasOption+option))
	}
	for _, s := range settingsOfTmux() {
		was, now := values[wasOption+s.option], values[nowOption+s.option]
		if was != "" && now == values[s.option] {
			cmds = append(cmds, []string{"set-option", "-g", s.option, was})
		}
		cmds = append(cmds, forget(wasOption+s.option), forget(nowOption+s.option))
	}
	if notify().MatchString(values[tmuxopt.NotifyOption]) {
		cmds = append(cmds, forget(tmuxopt.NotifyOption))
	}
	cmds = append(cmds, SeenHooks("", "", 0)...)
	for _, hook := range tmuxopt.StoredHooks() {
		cmds = append(cmds, forget(hook))
	}
	for _, k := range Keys("") {
		if values[k.Option] == k.Default { // another one is the user's own
			cmds = append(cmds, forget(k.Option))
		}
	}
	return cmds
}

// Leftovers returns the names of the options that only atm sets, of those that
// show-options prints. @atm-… are the user's.
func Leftovers(options string) []string {
	var names []string
	for line := range strings.Lines(options) {
		if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(name, "@atm_") {
			names = append(names, name)
		}
	}
	return names
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
	for _, s := range slices.Concat(borderStyles, tabStyles) {
		format = strings.ReplaceAll(format, s.suffix(), "")
	}
	return job().ReplaceAllString(format, "")
}

// Expressions are compiled where they are used: a hook starts in a millisecond, and
// what is compiled at the start would be a tenth of it.

// notify matches the command for notifications as our file sets it.
func notify() *regexp.Regexp { return regexp.MustCompile(`^(?:'[^']*/atm'|[^ ']*/atm) notify$`) }

// job matches what [Conf.job] makes.
func job() *regexp.Regexp {
	return regexp.MustCompile(`#\((?:'[^'#]*/atm'|[^ '()#]*/atm) sync --follow\)`)
}

// Bound returns the key that list-keys says is bound to a command of atm, "" if
// it is bound to anything else. line is a line of list-keys -T prefix.
func Bound(line string) string {
	_, rest, found := strings.Cut(line, "-T prefix ")
	key, command, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if !found || !ourCommand().MatchString(strings.TrimSpace(command)) {
		return ""
	}
	if len(key) == 2 {
		key = strings.TrimPrefix(key, "\\") // tmux escapes what its parser would take for more
	}
	return key
}

// ourCommand matches what [Keys] binds, as tmux prints it.
func ourCommand() *regexp.Regexp {
	return regexp.MustCompile(`^run-shell -b .*\batm'?\\?'? next --client `)
}
