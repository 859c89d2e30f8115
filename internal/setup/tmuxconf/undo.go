package tmuxconf

import (
	"regexp"
	"slices"
	"strings"

	"atm/internal/sys/ownname"
	"atm/tmuxopt"
)

// changed lists the options that our file changes.
func changed() []string {
	names := drawnOptions()
	for _, s := range allStyles() {
		names = append(names, s.option)
	}
	for _, s := range settingsOfTmux() {
		names = append(names, s.option)
	}
	return append(names, tmuxopt.IconsOption, tmuxopt.NotifyOption, tmuxopt.NextKeyOption, tmuxopt.PickKeyOption,
		resurrectHook, restoreHook, ResurrectPrograms)
}

// Options lists the global options whose values [Undo] and [BoundIn] need.
func Options() []string {
	names := []string{ResurrectOption, tmuxopt.DwellOption}
	for _, key := range Keys("") {
		names = append(names, key.bound)
	}
	for _, option := range changed() {
		names = append(names, option, was(option), now(option))
	}
	return names
}

// Undo returns the commands that restore a running server which has read our file, given the values of
// [Options]. Options that still have our value get their earlier one. From others our parts are removed, also if the
// user has changed these since. Undo leaves the options @atm_… to [Leftovers].
func Undo(values map[string]string) [][]string {
	var cmds [][]string
	for _, option := range changed() {
		value, ours := values[option], values[now(option)]
		before := strip(value)
		if ours != "" && ours == value {
			before = values[was(option)]
		}
		if before != value {
			cmds = append(cmds, restore(option, before, values))
		}
		cmds = append(cmds, forget(was(option)), forget(now(option)))
	}
	cmds = append(cmds, undoSeen()...)
	cmds = append(cmds, undoPresence()...)
	for _, hook := range tmuxopt.StoredHooks() {
		cmds = append(cmds, forget(hook))
	}
	return cmds
}

// SetAfter returns the commands that set those options of tmux again which have changed since our file set them, given
// the values of [Options]. [Undo] forgets that our file has set them, and reading the file again sets it anew.
func SetAfter(values map[string]string) [][]string {
	var cmds [][]string
	for _, s := range settingsOfTmux() {
		if ours, value := values[now(s.option)], values[s.option]; ours != "" && ours != value {
			cmds = append(cmds, []string{"set-option", "-g", s.option, value})
		}
	}
	return cmds
}

// Leftovers lists the options that only atm sets, given the output of show-options. Options @atm-… are the
// user's. Names that would be more than a name in a format are left out, because tmux expands the name of an option.
func Leftovers(options string) []string {
	var names []string
	for line := range strings.Lines(options) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest, ours := strings.CutPrefix(name, "@atm_")
		if !ours {
			rest, ours = strings.CutPrefix(name, tmuxopt.Prefix)
		}
		if ours && tmuxopt.Word(rest) == rest {
			names = append(names, name)
		}
	}
	return names
}

// HasDrawn reports whether the server has read our file and drawn our parts, even if they were removed since:
// it looks for the earlier values in options @atm-was-….
func HasDrawn(values map[string]string) bool {
	return slices.ContainsFunc(changed(), func(option string) bool { return values[was(option)] != "" })
}

// restore returns the command that sets an option to an earlier value, or unsets an option of the user that had none.
// If that value is kept, tmux copies it from there, because not all versions print a value exactly as it was set.
func restore(option, value string, values map[string]string) []string {
	switch {
	case value == "" && strings.HasPrefix(option, "@"):
		return forget(option)
	case value == values[was(option)]:
		return []string{"set-option", "-gFt", tmuxopt.NoTarget, option, "#{" + was(option) + "}"}
	}
	return []string{"set-option", "-g", option, value}
}

func forget(option string) []string { return []string{"set-option", "-gqu", option} }

// strip removes our parts from the value of an option, with any path of atm.
func strip(format string) string {
	for _, ourText := range []string{counts, countsWithoutGap, window, windowAfterBlank, border} {
		format = strings.ReplaceAll(format, ourText, "")
	}
	format = strings.ReplaceAll(format, titleElse, paneTitle)
	if before, rest, found := strings.Cut(format, borderInstead); found {
		if inner, after, ends := strings.Cut(rest, paneTitle+`"`+borderElse); ends {
			format = before + inner + paneTitle + `"` + after
		}
	}
	for _, s := range allStyles() {
		format = strings.ReplaceAll(format, s.suffix(), "")
	}
	for _, command := range []string{job, notify, resurrectCall} {
		format = regexp.MustCompile(command).ReplaceAllString(format, "")
	}
	return format
}

// Regular expressions for the commands of atm in options.
const (
	// atmWord matches the path of atm as a word of a shell command.
	atmWord = `(?:'[^']*/` + ownname.Atm + `'|[^ ']*/` + ownname.Atm + `)`
	// notify matches the command for notifications that our file sets.
	notify = `^` + atmWord + ` notify$`
	// resurrectCall matches the call that [Conf.resurrect] adds to the hooks.
	resurrectCall = `^` + atmWord + ` resurrect(?: "\$1"; |(?: --restore "\$\(last_resurrect_file\)")?(?:; |$))`
	// job matches the text of [Conf.job].
	job = `#\((?:'[^'#]*/` + ownname.Atm + `'|[^ '()#]*/` + ownname.Atm + `) sync --follow\)`
)
