package tmuxconf

import (
	"regexp"
	"slices"
	"strings"

	"atm/internal/sys/ownname"
	"atm/tmuxopt"
)

// extended lists the options that have something of ours before or after them.
func extended() []string {
	var names []string
	for _, p := range (Conf{}).parts() {
		if p.first {
			names = append(names, p.option)
		}
	}
	for _, s := range allStyles() {
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
	names = append(names, ResurrectOption, ResurrectPrograms, resurrectHook, programsWeSet,
		wasOption+ResurrectPrograms, wasOption+resurrectHook, restoreHook, wasOption+restoreHook)
	return append(names, tmuxopt.NotifyOption, tmuxopt.DwellOption, tmuxopt.IconsOption, iconsWeSet)
}

// Undo returns the commands that restore a running server in which our file was read,
// given the global options and their values. Formats lose what we added, also where the
// user has changed them since. Settings that still have our value get back the one from
// before. The options @atm_… are left to [Leftovers].
func Undo(values map[string]string) [][]string {
	var cmds [][]string
	for _, option := range extended() {
		if now := values[option]; strip(now) != now {
			cmds = append(cmds, restore(option, strip(now), values))
		}
		cmds = append(cmds, forget(wasOption+option))
	}
	for _, s := range settingsOfTmux() {
		original, now := values[wasOption+s.option], values[nowOption+s.option]
		if original != "" && now == values[s.option] {
			cmds = append(cmds, []string{"set-option", "-g", s.option, original})
		}
		cmds = append(cmds, forget(wasOption+s.option), forget(nowOption+s.option))
	}
	if icons := values[iconsWeSet]; icons != "" && icons == values[tmuxopt.IconsOption] {
		cmds = append(cmds, forget(tmuxopt.IconsOption))
	}
	cmds = append(cmds, forget(iconsWeSet))
	if notify().MatchString(values[tmuxopt.NotifyOption]) {
		cmds = append(cmds, forget(tmuxopt.NotifyOption))
	}
	cmds = append(cmds, undoResurrect(values)...)
	cmds = append(cmds, SeenHooks("", "", 0)...)
	cmds = append(cmds, undoPresence()...)
	for _, hook := range tmuxopt.StoredHooks() {
		cmds = append(cmds, forget(hook))
	}
	for _, k := range Keys("") {
		if slices.Contains(append(k.Others, k.Default), values[k.Option]) { // another one is the user's own
			cmds = append(cmds, forget(k.Option))
		}
	}
	return cmds
}

// Leftovers returns the names of the options that only atm sets, out of the text that
// show-options prints. Options @atm-… are the user's.
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

// HasDrawn reports whether our file was read and had tmux draw, even if somebody has taken our parts out
// since: it looks for the values from before, which our file keeps in options @atm-was-… of its own.
// [Loaded] asks whether our part is there now.
func HasDrawn(values map[string]string) bool {
	return slices.ContainsFunc(extended(), func(option string) bool { return values[wasOption+option] != "" })
}

// restore returns the command that gives an option its value from before. If that is the
// value that was kept, tmux takes it from there: what tmux prints is not on all versions
// what it was told.
func restore(option, value string, values map[string]string) []string {
	if value == values[wasOption+option] {
		return []string{"set-option", "-gFt", tmuxopt.NoTarget, option, "#{" + wasOption + option + "}"}
	}
	return []string{"set-option", "-g", option, value}
}

func forget(option string) []string { return []string{"set-option", "-gqu", option} }

// strip takes our parts out of a format, whatever the path of atm is in them.
func strip(format string) string {
	for _, ourText := range []string{counts, window, windowAfterBlank, border} {
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
	return job().ReplaceAllString(format, "")
}

// notify matches the command for notifications that our file sets. (Why expressions are
// compiled here, see [ourCommand].)
func notify() *regexp.Regexp {
	return regexp.MustCompile(`^(?:'[^']*/` + ownname.Atm + `'|[^ ']*/` + ownname.Atm + `) notify$`)
}

// job matches what [Conf.job] makes.
func job() *regexp.Regexp {
	return regexp.MustCompile(`#\((?:'[^'#]*/` + ownname.Atm + `'|[^ '()#]*/` + ownname.Atm + `) sync --follow\)`)
}
