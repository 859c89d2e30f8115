package tmuxconf

import (
	"fmt"
	"regexp"
	"strings"

	"atm/internal/sys/ownname"
	"atm/internal/sys/shell"
)

// The options of the plugin tmux-resurrect that are of interest.
const (
	// ResurrectOption is set where the plugin is loaded: the script that saves.
	ResurrectOption = "@resurrect-save-script-path"
	// ResurrectPrograms lists the programs that the plugin starts again, beyond its own
	// list. "false" stands for none at all, ":all:" for any.
	ResurrectPrograms = "@resurrect-processes"

	// resurrectHook is a command of bash that the plugin runs when it has written its file,
	// with the file's name after it. That is also $1 then.
	resurrectHook = "@resurrect-hook-post-save-layout"
	// restoreHook is one that the plugin runs when it has built the panes again, before it starts
	// programs in them. Its function last_resurrect_file names the file.
	restoreHook = "@resurrect-hook-pre-restore-pane-processes"
	// programsWeSet is the value that we gave ResurrectPrograms.
	programsWeSet = nowOption + "resurrect-processes"
)

// resurrect has the plugin call atm, before what the user has it call, and has it start cld.
func (c Conf) resurrect(w *writer) {
	w.section("tmux-resurrect goes on with sessions of Claude Code: atm resurrect --help")
	call := shell.Word(c.Program) + " resurrect"
	w.ifNot("#{m:*atm*resurrect*,#{"+resurrectHook+"}}",
		keep(resurrectHook),
		beside(resurrectHook, literal(call)+` "$1"; #{`+resurrectHook+"}", call))
	w.ifNot("#{m:*atm*resurrect*,#{"+restoreHook+"}}",
		keep(restoreHook),
		beside(restoreHook, literal(call)+lastFile+"; #{"+restoreHook+"}", call+lastFile))
	resumer := ownname.Cld(c.Program) // which the plugin has to start
	programs := "#{" + ResurrectPrograms + "}"
	w.ifNot("#{||:#{m:* "+resumer+" *, "+programs+" },#{||:#{==:"+programs+",false},#{==:"+programs+",:all:}}}",
		keep(ResurrectPrograms),
		beside(ResurrectPrograms, programs+" "+resumer, resumer),
		setGlobal(programsWeSet, programs))
}

// lastFile is what follows "atm resurrect" in restoreHook.
const lastFile = ` --restore "$(last_resurrect_file)"`

// keep is the command that keeps the value of an option.
func keep(option string) string { return setGlobal(wasOption+option, "#{"+option+"}") }

// beside is the command that gives an option a value: a format where it has one, else a
// text.
func beside(option, format, text string) string {
	return fmt.Sprintf("%s '#{%s}' {\n    %s\n  } {\n    set -g %[2]s %[4]s\n  }",
		ifGlobal, option, setGlobal(option, format), word(text))
}

// undoResurrect returns the commands that take our parts out of the options of the plugin.
func undoResurrect(values map[string]string) [][]string {
	var cmds [][]string
	for _, hook := range []string{resurrectHook, restoreHook} {
		if calls := values[hook]; resurrectCall().MatchString(calls) {
			cmds = append(cmds, restoreOrForget(hook, resurrectCall().ReplaceAllString(calls, ""), values))
		}
		cmds = append(cmds, forget(wasOption+hook))
	}
	if programs := values[ResurrectPrograms]; programs != "" && programs == values[programsWeSet] {
		before := programs[:max(strings.LastIndexByte(programs, ' '), 0)] // ours is the last one
		cmds = append(cmds, restoreOrForget(ResurrectPrograms, before, values))
	}
	return append(cmds, forget(wasOption+ResurrectPrograms), forget(programsWeSet))
}

// restoreOrForget is restore for an option that tmux itself does not have.
func restoreOrForget(option, value string, values map[string]string) []string {
	if value == "" {
		return forget(option)
	}
	return restore(option, value, values)
}

// resurrectCall matches what [Conf.resurrect] puts into the hooks.
func resurrectCall() *regexp.Regexp {
	return regexp.MustCompile(`^(?:'[^']*/` + ownname.Atm + `'|[^ ']*/` + ownname.Atm + `) resurrect` +
		`(?: "\$1"; |(?: --restore "\$\(last_resurrect_file\)")?(?:; |$))`)
}
