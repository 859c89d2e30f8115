package tmuxconf

import (
	"regexp"
	"slices"
	"strings"

	"atm/internal/sys/ownname"
	"atm/tmuxopt"
)

// extended lists the options to which we add a part or a colour.
func extended() []string {
	names := drawnOptions()
	for _, s := range allStyles() {
		names = append(names, s.option)
	}
	return names
}

// Options lists the global options whose values [Undo] needs.
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

// Undo returns the commands that restore a running server which has read our file, given the values of
// [Options]. Our parts are removed from formats, also if the user has changed these since. Settings that
// still have our value get their earlier one. Undo leaves the options @atm_… to [Leftovers].
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
		if slices.Contains(append(k.Others, k.Default), values[k.Option]) { // any other key is the user's choice
			cmds = append(cmds, forget(k.Option))
		}
	}
	return cmds
}

// Leftovers lists the options that only atm sets, given the output of show-options. Options @atm-… are the
// user's.
func Leftovers(options string) []string {
	var names []string
	for line := range strings.Lines(options) {
		if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(name, "@atm_") {
			names = append(names, name)
		}
	}
	return names
}

// Loaded reports whether the server has our part in its status line.
func Loaded(values map[string]string) bool {
	return values["status-right"] != strip(values["status-right"])
}

// HasDrawn reports whether the server has read our file and drawn our parts, even if they were removed since:
// it looks for the earlier values in options @atm-was-…. [Loaded] reports whether our part is there now.
func HasDrawn(values map[string]string) bool {
	return slices.ContainsFunc(extended(), func(option string) bool { return values[wasOption+option] != "" })
}

// restore returns the command that sets an option to an earlier value. If that value is kept, tmux copies it
// from there, because not all versions print a value exactly as it was set.
func restore(option, value string, values map[string]string) []string {
	if value == values[wasOption+option] {
		return []string{"set-option", "-gFt", tmuxopt.NoTarget, option, "#{" + wasOption + option + "}"}
	}
	return []string{"set-option", "-g", option, value}
}

func forget(option string) []string { return []string{"set-option", "-gqu", option} }

// strip removes our parts from a format, with any path of atm.
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
	return job().ReplaceAllString(format, "")
}

// atmWord matches the path of atm as a word of a shell command.
const atmWord = `(?:'[^']*/` + ownname.Atm + `'|[^ ']*/` + ownname.Atm + `)`

// notify matches the command for notifications that our file sets.
func notify() *regexp.Regexp { return regexp.MustCompile(`^` + atmWord + ` notify$`) }

// job matches the text of [Conf.job].
func job() *regexp.Regexp {
	return regexp.MustCompile(`#\((?:'[^'#]*/` + ownname.Atm + `'|[^ '()#]*/` + ownname.Atm + `) sync --follow\)`)
}
